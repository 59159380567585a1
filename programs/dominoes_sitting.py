"""Games of Dominoes one after the other: front page, levels, today's game, an end; the screen in words, pages for F1.

The first game of all has the screen of the original but for its questions, and each without a date is the original.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import fields
from itertools import islice
from typing import Any

from retro import Machine
from retro.basic import (
    Escape,
    FrontPage,
    Page,
    Record,
    chr_s,
    coloured,
    date_text,
    edition,
    play_tune,
    spc,
    sure,
    tab,
    to,
)

from . import dominoes
from .dominoes import Variables

# The keys and what they do: in a turn, at the end, and those that the original has not.
TURN_KEYS, END_KEYS = (("1-6", "play that domino"), ("K", "knock")), (("Y", "another game"), ("N", "no other game"))
MORE_KEYS = ("H", "hint"), ("U", "undo"), ("N", "new game"), ("?", "help")
MOST_MOVES = 14  # on a page
FACE = 32  # graphics units of the side of a face
RULES = (
    "Six dominoes each; who has the highest double begins. Lay one with the number of an end of the line. A new one "
    "comes from the stock while there is one. Who has none that fits knocks.",
    "",
    "The first with none left wins. When both knock, fewer spots win.",
)
LEVELS = "1 the original", "2 sheds spots", "3 keeps its numbers"
KEEPS_NUMBERS = 3  # the level
RECORD = "DOMINOES"  # its name on the tape
# The tunes at the end, eight bars of four notes: for a draw, for a person who has won, and for one who has lost.
TUNES = (
    "3.5.3.5. 6.5.4.3. 3.5.3.5. 4.2.1...",
    "1.3.5.8. 7.6.5.3. 4.6.8.8. 7.5.8...",
    "8.7.6.5. 4.5.4.3. 2.3.2.1. 0.2.1...",
)
# The line on the front page.
PICTURE = (0, 6), (6, 6), (6, 3), (3, 4), (4, 4), (4, 1), (1, 1), (1, 0), (0, 5), (5, 5), (5, 2), (2, 6)
Procedure = Callable[[Machine, Variables], None]
Place = tuple[int, int, int, int, int, int]  # of a domino: X%, Y%, DX%, DY%, and the characters of its two faces
ESCAPE = "\x1b"
QUESTION = "Which domino?"
LONG_RULES = (*RULES, "", "1-6 a domino, K knock, H hint, U undo, N new game, ESCAPE front page.")


class LeaveGame(Exception):
    """Raised with the key of the front page's row that was chosen instead of this game."""


class Sitting:
    """Games after each other with a front page between them. It comes first for those who have finished a game before.

    Attributes:
        level: of the present game, from 1.
        today: whether it is the daily game.
        show_hand: draws the computer's hand.
        plain: whether the screen of the game is the original's alone.
        helped: whether a hint or an undo, or the sight of the computer's hand, has helped.
        laid: the dominoes on the table.
        moves: the moves in words.
        turns: for each turn of the human the variables, the dominoes on the table, and the random numbers before it.
    """

    def __init__(self, m: Machine, day: int, cheat: bool, show_hand: Procedure) -> None:
        self.record = Record(m, RECORD, len(LEVELS))
        self.cheat, self.day, self.level, self.today, self.helped = cheat, day, 1, False, cheat
        self.plain, self.show_hand = self.record.is_empty, show_hand
        self.moves: list[str] = []
        self.turns: list[tuple[Variables, list[Place], int]] = []
        self.laid: list[Place] = []
        self.front = FrontPage(
            "DOMINOES",
            self.record,
            rules=LONG_RULES,
            picture=draw_picture,
            levels=LEVELS,
            day=day,
            opponent="level 1",
            foot="By Marcus Bowman.",
        )

    def play(self, m: Machine, game: Callable[[Machine], None]) -> None:
        """Play games until the human has had enough."""
        ours = {name: getattr(self, name) for name in dir(self) if name.startswith("PROC")}
        variant = edition(game, **ours)
        key = FrontPage.PLAY if self.plain else self.ask(m)
        while key != FrontPage.QUIT:
            self.level, self.today = self.front.level, key == FrontPage.TODAY
            if self.today:
                self.level = 1
                m.rnd(-self.day)
            try:
                play_in_words(m, variant, self.record, self.moves)
                return
            except LeaveGame as leaving:
                key = leaving.args[0]
        dominoes.PROCTERMINATE(m, Variables())

    def ask(self, m: Machine, unfinished: str = "") -> str:
        """Show the front page; return what is chosen there. unfinished: a phrase on the game that can go on."""
        pages, self.plain = m.own_pages, False
        m.mode(7)
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        key = self.front.ask(m, unfinished)
        m.offer(pages)
        return key

    # the replaced procedures, in the original's order

    def PROCTITLE(self, m: Machine, v: Variables) -> None:  # 1000
        """Print the title.  Changed: beside it what game it is, and the games won."""
        m.fx(229, 1)  # ESCAPE is a key
        dominoes.PROCTITLE(m, v)
        date = date_text(self.day) + " again" * (self.day in self.record.days)
        self.print_heading(m, date if self.today else f"level {self.level}" * (self.level > 1))

    def PROCDRAW_FIRST(self, m: Machine, v: Variables) -> None:  # 13000
        """Place the first domino.  Changed: remembers it."""
        dominoes.PROCDRAW_FIRST(m, v)
        self.turns, self.helped = [], self.cheat
        self.moves.clear()
        self.laid = [(v.SX + v.FL // 2 - 32, v.SY + 31, 32, 0, 245 + v.LV, 231 + v.RV)]

    def PROCASK(self, m: Machine, v: Variables) -> None:  # 16000
        """Ask the human for a domino: D%.  Changed: more keys; unless plain the last move, the ends and the stock."""
        m.keys = TURN_KEYS + MORE_KEYS
        self.turns.append((deepcopy(v), [*self.laid], m.rnd_state))
        question = ""  # printed over the original's question; empty: that one stays
        knocks = False  # K was pressed once although a domino fits

        def get_s() -> str:
            """Return the next key that the original knows."""
            nonlocal question, knocks
            if question:
                m.fx(21, 0)  # what was typed while the original refused a domino
            while True:
                fitting = [place for place in to(1, v.N[1]) if fits(v, place)]
                if question:
                    print_row(m, v.MY, question)
                if not self.plain:
                    if has_moved(v):
                        self.print_heading(m, last_move(v))
                    m.print(tab(31, v.HY - 1), "stock ", v.T, " ", end="")
                    m.print(tab(3 * v.N[1] + 1, v.HY + 1), spc(18 - 3 * v.N[1]), end="")
                    if question in ("", QUESTION):
                        m.print(tab(18, v.MY), f"Ends {v.LV} and {v.RV}", tab(33, v.MY), "? help", end="")
                question = QUESTION
                while (key := chr_s(m.get()).upper()) not in (*"123456KHUN?", ESCAPE):
                    pass
                if key == "H":
                    self.helped, place = True, best_domino(v, 1, KEEPS_NUMBERS)
                    question = (f"I would play {place}. " if place else "Nothing fits: K knocks. ") + QUESTION
                elif key == "U":
                    question, v.TF = self.undo(m, v), 1  # as the original has it here
                elif key in ("N", "?", ESCAPE):
                    self.leave(m, v, key)
                elif key == "K" and fitting and not knocks:
                    question, knocks = f"You can play {fitting[0]}. K again to knock?", True
                else:
                    if key != "K" and int(key) <= v.N[1]:  # PROCINVALID comes before the next question
                        lacks = " and ".join(f"no {end}" for end in dict.fromkeys((v.LV, v.RV)))
                        question = f"{v.L[1][int(key)]}-{v.R[1][int(key)]} has {lacks}. {QUESTION}"
                    return key

        vars(m)["get_s"] = get_s  # study steps through the original's PROCASK
        try:
            dominoes.PROCASK(m, v)
        finally:
            del vars(m)["get_s"]

    def PROCSELECT(self, m: Machine, v: Variables) -> None:  # 15000
        """Choose the computer's domino: D%.  Changed: by level 2 the heaviest that fits; level 3 keeps its numbers."""
        dominoes.PROCSELECT(m, v)
        if self.level > 1 and v.D_i < 7:
            v.D_i = best_domino(v, 2, self.level)

    def PROCEND(self, m: Machine, v: Variables) -> None:  # 23000
        """Find the winner and ask for another game: P%, K$.  Changed: shows both hands and says why, with a tune."""
        if min(v.N[1:]):
            dominoes.PROCBOTH_KNOCKING(m, v)
        else:
            v.P = 1 if v.N[1] == 0 else 2
        spots = [sum(v.R[player][i] + v.L[player][i] for i in range(1, v.N[player] + 1)) for player in (1, 2)]
        day = self.day if self.today else 0
        margin = abs(spots[0] - spots[1])
        news = count_game(m, self.record, v.P, margin, self.level, self.helped, day, outcome(v))
        self.plain = False
        self.show_hand(m, v)
        self.print_heading(m, news.replace(":", ",").partition(",")[0])
        why = end_reason(spots, 0 if min(v.N[1:]) else v.P)
        print_row(m, v.HY + 1, why)
        climbs = v.P == 1 and not self.today and self.level < len(LEVELS)
        keys = (*[("L", f"level {self.level + 1}")] * climbs, ("ESCAPE", "the front page"))
        print_row(m, v.HY + 2, "   ".join(f"{coloured(2, key)} {words}" for key, words in keys))
        m.keys = END_KEYS + keys
        dominoes.PROCRESULT(m, v)
        coming, colour = iter(self.laid), (3, 2, 1)[v.P]

        def colour_next(count: int | None = 2) -> None:
            for place in islice(coming, count):
                draw_domino(m, *place, paper=colour)

        m.paced = False
        try:
            play_tune(m, TUNES[v.P], 2, colour_next)
            colour_next(None)
        finally:
            m.paced = True
        dominoes.PROCPAUSE(m, v, 50)
        m.fx(21, 0)  # forget what was typed until now
        m.print(tab(len(m.screen.lines[v.MY].rstrip()), v.MY), " Another game (Y/N)?", end="")
        words = m.words
        m.describe(lambda: f"{m.screen.lines[v.MY].strip()}\n{why} {news}\n{m.screen.lines[v.HY + 2].strip()}")
        v.K_s = ""
        while v.K_s not in ("Y", "N", ESCAPE, *["L"] * climbs):
            v.K_s = m.get_s().upper()
        if v.K_s == ESCAPE:
            raise LeaveGame(self.ask(m))
        m.describe(words)
        if v.K_s == "L":
            self.front.level = self.record.level = self.level + 1
            self.record.save(m)
        self.level, self.today = self.front.level, False

    def PROCPLOT(self, m: Machine, v: Variables) -> None:  # 25000
        """Place a domino.  Changed: remembers it."""
        dominoes.PROCPLOT(m, v)
        self.laid.append((v.X, v.Y, v.DX, v.DY, v.A + v.F, v.B + v.S))

    # the keys of a turn

    def leave(self, m: Machine, v: Variables, key: str) -> None:
        """Show the rules (?), ask for a new game (N) or show the front page (ESCAPE); come back unless it is left."""
        chosen = FrontPage.GO_ON
        if key == "?":
            self.front.show_rules(m)
        elif key == ESCAPE:
            chosen = self.ask(m, f"you hold {v.N[1]}, I hold {v.N[2]}")
        elif len(self.turns) < 2 or sure(m, "This game will be lost."):
            chosen = FrontPage.PLAY
        if chosen == FrontPage.QUIT:
            dominoes.PROCTERMINATE(m, v)
            raise Escape("This game waits for you.")  # it is kept, as every unfinished one
        if chosen != FrontPage.GO_ON:
            raise LeaveGame(chosen)
        self.draw_table(m, v)

    def undo(self, m: Machine, v: Variables) -> str:
        """Go back to the turn before; return the question."""
        if len(self.turns) < 2:
            return f"Nothing to take back. {QUESTION}"
        self.helped = True
        self.turns.pop()
        del self.moves[-2:]
        before, self.laid, m.rnd_state = deepcopy(self.turns[-1])
        for part in fields(v):
            setattr(v, part.name, getattr(before, part.name))
        self.draw_table(m, v)
        return f"Taken back. {QUESTION}"

    # what is printed

    def draw_table(self, m: Machine, v: Variables) -> None:
        """Draw the whole screen of a game at once."""
        m.paced = False
        try:
            dominoes.PROCDEFINE_UDGS(m, v)
            self.PROCTITLE(m, v)
            dominoes.PROCDRAW_FIELD(m, v)
            dominoes.PROCDRAW_PLAYER_HAND(m, v)
            (self.show_hand if self.cheat else dominoes.PROCDRAW_COMPUTER_HAND)(m, v)
            for place in self.laid:
                draw_domino(m, *place)
        finally:
            m.paced = True

    def print_heading(self, m: Machine, text: str) -> None:
        """Print a text to the left of the title, and how many games were won to the right of it."""
        if text or self.record.won:
            m.print(tab(0, 0), spc(16), tab(1, 0), text, tab(39 - len(self.record.won), 0), self.record.won, end="")


def print_row(m: Machine, row: int, text: str) -> None:
    """Print a text in a row of its own."""
    m.print(tab(0, row), spc(40), tab(1, row), text, end="")


def best_domino(v: Variables, player: int, level: int) -> int:
    """Return the place in the hand of what a level plays; 0 if nothing fits."""

    def value(place: int) -> int:
        right, left = faces = v.R[player][place], v.L[player][place]
        if level < KEEPS_NUMBERS:
            return right + left
        ends = (right + left - v.RV, v.LV) if v.RV in faces else (v.RV, right + left - v.LV)
        others = (other for other in to(1, v.N[player]) if other != place)
        kept = sum(v.R[player][other] in ends or v.L[player][other] in ends for other in others)
        return right + left + 4 * (kept + (right == left))

    ends = {v.RV, v.LV}
    fitting = (place for place in to(1, v.N[player]) if {v.R[player][place], v.L[player][place]} & ends)
    return max(fitting, key=value, default=0)


def draw_picture(m: Machine, row: int) -> None:
    """Draw a line of dominoes, the doubles in gold, in the middle of five rows of characters from this one on."""
    dominoes.PROCDEFINE_UDGS(m, Variables())
    for index, (first, second) in enumerate(PICTURE):
        faces = coloured(0, chr_s(245 + first) + chr_s(231 + second))
        m.print(tab(2 + 3 * index, row + 2), coloured(128 + 3 - (first == second), faces, 128), end="")


def draw_domino(m: Machine, x: int, y: int, across: int, up: int, first: int, second: int, paper: int = 3) -> None:
    """Draw a domino as PROCPLOT does.

    x, y: the top left corner of its first face; across, up: from there to the second one; first, second: the faces.
    """
    m.vdu(5)
    for colour, one, other in ((paper, 252, 252), (0, first, second)):
        m.gcol(0, colour)
        m.move(x, y)
        m.vdu(one)
        m.move(x + across, y + up)
        m.vdu(other)
    m.vdu(4)


# the screen in words, and the end of a game


def play_in_words(
    m: Machine, game: Callable[[Machine], None], record: Record | None = None, moves: list[str] | None = None
) -> None:
    """Play the program or an edition of it, describe its screen as text, and offer pages in F1.

    game: main of dominoes.py, or an edition of it. record: of a caller that counts the games itself; None: they are
    added to the record on the tape. moves: where the moves are noted in words, for a caller that shows them.
    """
    original: dict[str, Any] = game.__globals__
    v, ask, end = original["Variables"](), original["PROCASK"], original["PROCEND"]
    counted, moves = record is None, [] if moves is None else moves
    record = record or Record(m, RECORD, len(LEVELS))

    def PROCASK(m: Machine, v: Variables) -> None:
        m.keys = TURN_KEYS
        if has_moved(v):
            moves.append(last_move(v))
        ask(m, v)
        faces = (0, 0) if v.D_i == 7 else (v.R[1][v.D_i], v.L[1][v.D_i])
        laid = f"You: {faces[0]}-{faces[1]} {'right' if v.RV in faces else 'left'}"
        moves.append("You knocked" if v.D_i == 7 else laid)

    def PROCEND(m: Machine, v: Variables) -> None:
        m.keys = END_KEYS
        end(m, v)
        moves.clear()
        if counted:
            record.add((0, 1, -1)[v.P])
            record.save(m)
            m.csave("RESULT", f"{outcome(v)}, {record.won}")

    def pages() -> list[Page]:
        ends = f"The ends: {v.LV} left, {v.RV} right."
        played = Page("Last moves", (), [ends, "", *moves[: -MOST_MOVES - 1 : -1]])
        newest = Page("My newest domino")
        left, top = min(v.X, v.X + v.DX), max(v.Y, v.Y + v.DY)
        newest.area = left, top - FACE - abs(v.DY), left + FACE + abs(v.DX), top
        mine = "".join(moves[-1:]).startswith("I:")
        return [
            Page("How to play", (), [*RULES, "", record.won.capitalize()]),
            *[played, *[newest] * mine] * bool(moves),
        ]

    m.describe(lambda: words(m, v), standing=lambda: f"you hold {v.N[1]}" * (v.N[1] > 0))
    m.offer(pages)
    edition(game, Variables=lambda: v, PROCASK=PROCASK, PROCEND=PROCEND)(m)


def words(m: Machine, v: Variables) -> str:
    """Return the screen's contents as text: the message, the last domino, the ends of the line, the human's hand."""
    message = m.screen.lines[v.MY].strip()
    if not message.startswith("Which domino?"):
        return message
    hand = (f"{i}: {v.L[1][i]}-{v.R[1][i]}{fits(v, i)}" for i in to(1, v.N[1]))
    played = f"I played the {v.F}-{v.S} at the {'right' if v.E == 1 else 'left'}."
    news = "I knocked." if v.K[2] else played if has_moved(v) else "The line has one domino."
    state = f"Ends: {v.LV} left, {v.RV} right. I hold {v.N[2]}, {v.T} are face down."
    return "\n".join((news, state, f"Your hand: {', '.join(hand)}.", "Which domino? Press 1 to 6, or K to knock."))


def has_moved(v: Variables) -> bool:
    """Return whether the computer has moved after the first domino."""
    return v.K[2] > 0 or 28 - v.T - v.N[1] - v.N[2] > 1


def last_move(v: Variables) -> str:
    """Return the computer's last move in a few words."""
    return "I knocked" if v.K[2] else f"I: {v.F}-{v.S} {'right' if v.E == 1 else 'left'}"


def fits(v: Variables, i: int) -> str:
    """Return a phrase on the ends at which a domino of the human fits."""
    ends = [name for name, spots in (("left", v.LV), ("right", v.RV)) if spots in (v.L[1][i], v.R[1][i])]
    return " fits both ends" if len(ends) == 2 else f" fits {ends[0]}" if ends else ""


def outcome(v: Variables) -> str:
    """Return the result of a game in a few words, for the menu."""
    return ("a draw", "you won", "the machine won")[v.P]


def end_reason(
    spots: list[int], out: int, have: Sequence[str] = ("you have", "I have"), are: Sequence[str] = ("You are", "I am")
) -> str:
    """Return why a game has ended. spots: left in the hands of players 1 and 2; out: who has no dominoes left, or 0."""
    texts = [f"{count or 'no'} {'spot' if count == 1 else 'spots'}" for count in spots]
    if out:
        return f"{are[out - 1]} out, {have[2 - out]} {texts[2 - out]}."
    return f"{have[0].capitalize()} {texts[0]}, {have[1]} {spots[1]}."


def count_game(
    m: Machine, record: Record, winner: int, margin: int, level: int, helped: bool, day: int, words: str
) -> str:
    """Add a game against the computer to the record, and save it with the result in words; return what is new there.

    winner: 1 the human, 2 the computer, 0 nobody. margin: the difference of the spots. day: of the daily game, or 0.
    """
    text = ("drawn", "won", "lost")[winner] + f" by {margin}" * (winner > 0)
    news = record.add((0, 1, -1)[winner], level, helped, margin if winner == 1 else None, text, day)
    record.save(m)
    m.csave("RESULT", ", ".join(filter(None, (words, record.won))))
    return news
