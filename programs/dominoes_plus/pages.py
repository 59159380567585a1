"""The pages of Dominoes Plus beside the game: the front page with its settings, statistics, review and help."""

from dataclasses import replace

from retro import Machine
from retro.basic import BasicError, Choice, Escape, Page

from .rules.match import DRAWN, GAMES, HELPED, WON, match_winner
from .rules.review import ReviewedMove, report
from .rules.settings import SettingRow, with_effect
from .screen import BACK
from .variables import Variables

DAILY = "PLUSDAY"  # the name of a file on the tape
AUTHOR = "After Marcus Bowman. LEFT, RIGHT change."
GO_ON = Choice("RETURN", "go on")


def front_page(m: Machine, v: Variables) -> bool:
    """Let the settings be changed; return False to quit, else set v.resume if the game continues."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    daily = daily_text(m, v)
    page = Page("DOMINOES PLUS", lambda: front_choices(v, page, daily), foot=AUTHOR)
    m.screen.stand_ins[BACK] = ""
    while (key := m.ask(page)) in ("S", "?"):
        statistics_page(m, v) if key == "S" else help_page(m)
        page.marked = 0
    if key == "Q":
        return False
    v.resume, v.deal_today = key == "G", key == "T"
    return True


def front_choices(v: Variables, page: Page, daily: str) -> list[Choice]:
    """Return what can be done now, and the settings that have an effect."""

    def row(setting: SettingRow) -> Choice:
        def change(step: int) -> None:
            v.settings = setting.changed(v.settings, step or 1)
            v.saved = replace(v.saved, **{name: getattr(v.settings, name) for name in setting.names})
            page.foot = setting.sentence

        return Choice(setting.key, setting.name, change, setting.value_text(v.settings))

    starts = [Choice("G", "Go on"), Choice("N", "New game")] if can_continue(v) else [Choice("N", "Play")]
    today = [Choice("T", daily or "Today's deal")] if v.day else []
    more = Choice("?", "How to play"), Choice("S", "Statistics"), Choice("Q", "Quit")
    return [*starts, *today, *map(row, with_effect(v.settings)), *more]


def can_continue(v: Variables) -> bool:
    """Return whether there is a game or a match that can continue."""
    return v.current_turn is not None or (
        max(v.score[1:]) > 0 and v.settings.is_match and match_winner(v.settings, v.score) == 0
    )


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


def show_page(m: Machine, page: Page) -> str:
    """Show a page until a key is chosen; return it, "" for ESCAPE and the one that goes on."""
    m.screen.stand_ins[BACK] = ""  # as text, the row in reverse is no row of backs
    try:
        return m.ask(page).replace(GO_ON.key, "")
    except Escape:
        return ""


def statistics_page(m: Machine, v: Variables) -> None:
    """Show the statistics."""
    lines = ["Level  Won  Drawn  Lost  Help  In row"]
    for number, row in enumerate(v.statistics.rows):
        lost = row[GAMES] - row[WON] - row[DRAWN]
        now, most = v.statistics.streaks[number]
        lines += ["", f"{number + 1:5}{row[WON]:5}{row[DRAWN]:7}{lost:6}{row[HELPED]:6}{now:6}/{most}"]
    best = ["Best match: {}:{} against level {}".format(*v.statistics.best), ""] if v.statistics.best else []
    show_page(m, Page("STATISTICS", [GO_ON], [*lines, "", *best, EXPLANATION]))


EXPLANATION = (
    "Help: games with a hint or an undo, which count nowhere else. In row: won now without a break, and most ever."
)


def review_page(m: Machine, moves: list[ReviewedMove]) -> None:
    """Show what the moves of a game have cost, the costliest marked."""
    rows, worst, sentence = report(moves)
    lines = [("*" if index == worst else " ") + text for index, text in enumerate(rows)]
    show_page(m, Page("REVIEW: games of 100 that a move lost", [GO_ON], lines, sentence))


def help_page(m: Machine) -> str:
    """Show the rules and the keys of a turn; return the one that was chosen, else ""."""
    return show_page(m, Page("HOW TO PLAY", [GO_ON, *TURN_KEYS], HELP))


HELP = (
    "A domino fits if it has the number of an end of the line. Be the first with none left, or hold fewer spots when "
    "nobody can go on.",
    "",
    "1-9, or a click, choose a domino; if it fits both ends, L or R. Arrows mark one and show its place; RETURN plays "
    "it, or a hint.",
)
TURN_KEYS = (
    Choice("H", "hint"),
    Choice("K", "knock, or draw"),
    Choice("U", "undo"),
    Choice("R", "redo"),
    Choice("S", "sort your hand"),
    Choice("C", "count numbers"),
    Choice("N", "new game"),
    Choice("Q", "quit; the game waits"),
)
