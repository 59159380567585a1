"""The pages of Dominoes Plus beside the game: settings and statistics."""

from dataclasses import replace

from retro import Machine
from retro.basic import BasicError, Escape, coloured, tab, tall

from . import screen
from .in_words import settings_words
from .rules.match import DRAWN, GAMES, HELPED, WON, match_winner
from .rules.review import ReviewedMove, report
from .rules.settings import with_effect
from .screen import BLACK, RED, WHITE, YELLOW
from .variables import Variables

FIRST_ROW, SENTENCE_ROW, BUTTON_ROW = 3, 21, 23  # settings are two rows apart
VALUES = 17  # column of the values
DAILY = "PLUSDAY"  # the name of a file on the tape
DECORATION = ((16, 6, 4), (56, 2, 5), (232, 5, 1), (272, 3, 3))  # pixels from the left, and the faces
MOVES = (("UP", "mark"), ("DOWN", "mark"), ("LEFT", "change"), ("RIGHT", "change"))
HINT, AUTHOR = "RETURN plays", "after Marcus Bowman"


def front_page(m: Machine, v: Variables) -> bool:
    """Let the settings be changed; return False to quit, else set v.resume if the game continues."""
    row, daily = 0, daily_text(m, v)
    m.describe(lambda: settings_words(v, row, daily))
    draw_front_page(m, v, daily)
    while True:
        draw_setting(m, v, row, lit=True)
        word = screen.read_word(m, v)
        draw_setting(m, v, row, lit=False)
        keys = [setting.key for setting in with_effect(v.settings)]
        if word in ("UP", "DOWN"):
            row = (row + (1 if word == "DOWN" else -1)) % len(keys)
            explain(m, v, row)
        elif word in ("LEFT", "RIGHT"):
            change(m, v, row, 1 if word == "RIGHT" else -1)
        elif word in STARTS and (word != "G" or can_continue(v)) and (word != "T" or v.day):
            v.resume = can_continue(v) and word not in ("N", "T")
            v.deal_today = word == "T"
            return True
        elif word == "Q":
            return False
        elif word in ("S", "?"):
            (statistics_page if word == "S" else help_page)(m, v)
            draw_front_page(m, v, daily)
        elif word.lstrip("=") in keys:
            row = keys.index(word.lstrip("="))
            change(m, v, row, 1)


STARTS = ("RETURN", "N", "G", "T")


def can_continue(v: Variables) -> bool:
    """Return whether there is a game or a match that can continue."""
    return v.current_turn is not None or (
        max(v.score[1:]) > 0 and v.settings.is_match and match_winner(v.settings, v.score) == 0
    )


def change(m: Machine, v: Variables, row: int, by: int) -> None:
    """Give a setting its next value (by 1) or the previous one (-1)."""
    setting = with_effect(v.settings)[row]
    v.settings = setting.changed(v.settings, by)
    v.saved = replace(v.saved, **{name: getattr(v.settings, name) for name in setting.names})
    draw_front_page(m, v, "")
    explain(m, v, row)


def explain(m: Machine, v: Variables, row: int) -> None:
    """Print the sentence about a setting in place of what else stands there."""
    v.click_areas.pop("RETURN", None)
    m.print(tab(1, SENTENCE_ROW), coloured(YELLOW, f"{with_effect(v.settings)[row].sentence:38}"), end="")


def draw_front_page(m: Machine, v: Variables, daily: str) -> None:
    """Draw the page of settings with no row selected; daily: how the daily deal went, "" if it was not played."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    screen.define_spot(m)
    m.screen.stand_ins.update(screen.BIG_STAND_INS)
    v.click_areas.clear()
    for x, first, second in DECORATION:
        screen.draw_big(m, 4 * x, 799, 64, 0, (first, second))
    m.define_tall()
    m.print(tab(13, 0), coloured(YELLOW, tall("DOMINOES PLUS")), end="")
    for row, setting in enumerate(with_effect(v.settings)):
        draw_setting(m, v, row, lit=False)
        screen.add_click_area(v, f"={setting.key}", 0, FIRST_ROW + 2 * row, 40)
    words = [*["Go on"] * can_continue(v), "New game", *["Today"] * (v.day > 0), "Statistics", "Quit", "?"]
    screen.buttons(m, v, *words, row=BUTTON_ROW)
    settings = [(setting.key, setting.name.lower()) for setting in with_effect(v.settings)]
    m.keys = [("RETURN", "play"), *MOVES, *m.keys, *settings]
    if not daily:
        screen.add_click_area(v, "RETURN", 1, SENTENCE_ROW, len(HINT))
    m.print(tab(1, SENTENCE_ROW), coloured(YELLOW, daily or HINT), end="")
    m.print(tab(39 - len(AUTHOR), SENTENCE_ROW), coloured(RED, AUTHOR), end="")


def daily_text(m: Machine, v: Variables) -> str:
    """Return how the daily deal went, by how many spots; "" if it was not played."""
    if not (result := daily_result(m, v)):
        return ""
    _, winner, margin = result
    return f"Today: {('drawn', 'won', 'lost')[winner]}" + f" by {abs(margin)}" * bool(margin)


def daily_result(m: Machine, v: Variables) -> list[int] | None:
    """Return day, winner and margin of the daily deal, if it was played today."""
    saved = load_or_none(m, DAILY)
    if not isinstance(saved, list) or [type(number) for number in saved] != [int] * 3:
        return None
    return saved if saved[0] == v.day and saved[1] in (0, 1, 2) else None


def load_or_none(m: Machine, name: str) -> object:
    """Return the value saved on the tape under a name; None if it cannot be read."""
    try:
        return m.cload(name)
    except BasicError:
        return None


def draw_setting(m: Machine, v: Variables, row: int, lit: bool) -> None:
    """Draw a row of the page, in reverse if it is selected."""
    setting = with_effect(v.settings)[row]
    key, rest = f" {setting.key}", f" {setting.name:{VALUES - 3}}{setting.value_text(v.settings):{40 - VALUES}}"
    selected = coloured(128 + WHITE, coloured(BLACK, key + rest), 128)
    m.print(tab(0, FIRST_ROW + 2 * row), selected if lit else coloured(YELLOW, key) + rest, end="")


def wait_for_key(m: Machine, v: Variables, text: str = "Press a key or click.") -> str:
    """Wait for a key or a click that closes a page; return its word, "" for ESCAPE."""
    m.keys = (("SPACE", "go on"),)
    m.print(tab(1, 24), coloured(YELLOW, text), end="")
    try:
        return screen.read_word(m, v)
    except Escape:
        return ""


def statistics_page(m: Machine, v: Variables) -> None:
    """Show the statistics until a key is pressed."""
    m.cls()
    v.click_areas.clear()
    m.print(tab(15, 0), coloured(YELLOW, tall("STATISTICS")), end="")
    m.print(tab(1, 3), coloured(YELLOW, "Level  Won  Drawn  Lost  Help  In row"), end="")
    for number, row in enumerate(v.statistics.rows):
        lost = row[GAMES] - row[WON] - row[DRAWN]
        now, most = v.statistics.streaks[number]
        text = f"{number + 1:5}{row[WON]:5}{row[DRAWN]:7}{lost:6}{row[HELPED]:6}{now:6}/{most}"
        m.print(tab(1, 5 + 2 * number), text, end="")
    best = ["Best match: {}:{} against level {}".format(*v.statistics.best)] if v.statistics.best else []
    for y, text in zip(range(16, 23, 2), [*EXPLANATION, *best]):
        m.print(tab(1, y), text, end="")
    wait_for_key(m, v)


EXPLANATION = """Help: games with a hint or an undo,
which count nowhere else. In row: won
now without a break, and most ever.""".splitlines()


def review_page(m: Machine, v: Variables, moves: list[ReviewedMove]) -> None:
    """Show what the moves of a game have cost until a key is pressed."""
    rows, worst, sentence = report(moves)
    screen.clear(m, v)
    m.print(tab(1, 0), coloured(YELLOW, "REVIEW: games of 100 that a move lost"), end="")
    for index, text in enumerate(rows):
        m.print(tab(0, 2 + 2 * index), coloured(YELLOW if index == worst else WHITE, text), end="")
    m.print(tab(1, 22), coloured(YELLOW, sentence), end="")
    wait_for_key(m, v)


def help_page(m: Machine, v: Variables) -> str:
    """Show all keys until one is pressed or clicked; return the one that was clicked, else ""."""
    screen.clear(m, v)
    m.print(tab(13, 0), coloured(YELLOW, tall("DOMINOES PLUS")), end="")
    row = 2
    for line in HELP:
        row += 2 if line[0] == "{" else 1
        text, *keys = line.split("{")
        m.print(tab(1, row), text, end="")
        for part in keys:
            key, effect = part.split("}")
            screen.add_click_area(v, f"?{key}", m.pos, row, len(key + effect))
            m.print(coloured(YELLOW, key), effect, end="")
    word = wait_for_key(m, v, "Press a key or click one.")
    return word[1:] if word[:1] == "?" else ""


# Keys are in braces; above a line that begins with one there is an empty row.
HELP = """A domino fits if it has the number of
an end of the line. Be the first with
none left, or hold fewer spots when
nobody can go on.
{1-9}, click  choose a domino; if it
            fits both ends, {L} or {R}
{Arrows}      mark one, see its place;
            {RETURN} plays it, or a hint
{H}  hint             {U}  undo
{K}  knock, or draw   {R}  redo
{S}  sort your hand   {C}  count numbers
{N}  new game         {?}  this page
{Q}  quit to settings; the game waits""".splitlines()
