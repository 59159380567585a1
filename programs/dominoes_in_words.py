"""Dominoes for people who do not see the screen: its contents as text, pages for F1, and the results."""

from collections.abc import Callable, Sequence
from typing import Any

from retro import Machine
from retro.basic import Page, Record, edition, to

from .dominoes import Variables

# The keys and what they do: in a turn, and at the end.
TURN_KEYS, END_KEYS = (("1-6", "play that domino"), ("K", "knock")), (("Y", "another game"), ("N", "no other game"))
MOST_MOVES = 14  # on a page
FACE = 32  # graphics units of the side of a face
RULES = (
    "Six dominoes each; who has the highest double begins. Lay one with the number of an end of the line. A new one "
    "comes from the stock while there is one. Who has none that fits knocks.",
    "",
    "The first with none left wins. When both knock, fewer spots win.",
)


def play_in_words(m: Machine, game: Callable[[Machine], None], moves: list[str] | None = None) -> None:
    """Play the program or an edition of it, describe its screen as text, and offer pages in F1.

    game: main of dominoes.py, or an edition of it. moves: where the moves are noted in words; None: here, and
    the games are added to the record.
    """
    original: dict[str, Any] = game.__globals__
    v, ask, end = original["Variables"](), original["PROCASK"], original["PROCEND"]
    record = Record(m, "DOMINOES")
    counted, moves = moves is None, [] if moves is None else moves

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

    m.describe(lambda: words(m, v))
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


def count_game(m: Machine, record: Record, winner: int, margin: int, level: int, helped: bool, day: int) -> str:
    """Add a game against the computer to the record and save it; return what is new there.

    winner: 1 the human, 2 the computer, 0 nobody. margin: the difference of the spots. day: of the daily game, or 0.
    """
    text = ("drawn", "won", "lost")[winner] + f" by {margin}" * (winner > 0)
    news = record.add((0, 1, -1)[winner], level, helped, margin if winner == 1 else None, text, day)
    record.save(m)
    return news
