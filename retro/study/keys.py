"""The keys of live study, while the program is paused and while it runs."""

import re
from itertools import cycle

from retro.input.events import Event, Key, Rewind, Text
from retro.listing.description import SIGNS

STOPPED, RUNS, SLOW, WAITING, ENDED, FAILED = "STOPPED", "RUNS", "RUNS SLOWLY", "WAITS FOR A KEY", "ENDED", "FAILED"
BROKEN, ASKS = "STOPPED BY AN ERROR", "STOPPED AT A WAIT FOR A KEY"
IN_FRONT = (STOPPED, ASKS, SLOW, ENDED, FAILED, BROKEN)  # states that show the study screen where there is room for one

# The keys in the list of keys; the action of `commands` with its argument for each of them; the effect.
LISTED = (
    ("Space, S, Right, F7", "go step", "step: run one line"),
    ("O, F8", "go over", "step over: run a line with all the procedures it calls"),
    ("U, F9", "go out", "step out: run to the end of the procedure"),
    ("R, F5", "go run; stop_or_run", "run; F5 stops the program wherever it is"),
    ("W, F6", "slowly", "run slowly; again F6, or +: faster; -: slower"),
    (
        "P, T",
        "choose_procedure; choose_call",
        "procedures, this turn's: Return runs to one, Space stops, F, L: first, last run",
    ),
    ("B", "choose_line", "choose a line: the same; I: a condition; ?: its runs"),
    ("V", "choose_variable", "choose a variable: Space stops at changes; ?: who set it"),
    ("/", "ask_search", "look for a text in description, listings, notes and names"),
    ("N", "run_to_moment", "run to the next turn, or what the notes name first"),
    ("G", "ask_goal", "run to a moment of the notes, procedure, line or condition"),
    ("C", "ask_choices", "what the description leaves open, played another way"),
    ("X", "show_exercises", "the exercises on this program"),
    ("E", "edit", "change this or the chosen procedure, and run on with it"),
    ("M", "show_more", "show more, in three steps"),
    ("D", "compare", "a changed procedure beside what it was before"),
    ("A", "again", "begin again"),
    ("Up, Down", "scroll -1; scroll 1", "see more of the variables"),
    ("Return, Tab", "type_for_program", "type a key for the program, also before it asks"),
    ("Escape", "escape", "end the program and study, after a question"),
    ("L", "step_by_basic", "step by lines of BASIC, or of Python again; both run"),
    ("F3", "show_basic", "the picture of the BASIC program, or the listings again"),
    ("Z, Left", "undo", "back to where the program stood before"),
    (", .", "turn -1; turn 1", "a turn back; a turn on, as far as the game was played"),
    ("Page Up", "back", "back to before the last key you pressed"),
    ("F2", "show_other_screen", "program or listing, where there is room for one only"),
)
STUDY_KEYS = tuple((names, effect) for names, _, effect in LISTED)


def _typed_name(name: str) -> str:
    """Return the name by which the tables of actions know a key of LISTED: a capital letter, or the key's name."""
    return {"Space": " "}.get(name, name.lower() if name[1:].isdigit() else name.upper())


# By the name of a typed key: an action and its argument.
STANDING = {"+": "change_speed 1", "=": "change_speed 1", "-": "change_speed -1", "H": "show_help"}
for names, actions, _ in LISTED:
    STANDING |= zip(map(_typed_name, re.split(r"(?<=\w), |(?<=,) ", names)), cycle(actions.split("; ")))
FUNCTION_KEYS = {key: action for key, action in STANDING.items() if key.startswith("f")}
TYPING = FUNCTION_KEYS | {"TAB": "type_for_program", "ESCAPE": "escape"}
CHOOSING = {"UP": "select -1", "DOWN": "select 1", "LEFT": "select_column -1", "RIGHT": "select_column 1"}
CHOOSING |= {
    "RETURN": "run_to_chosen",
    " ": "toggle_chosen",
    "I": "ask_condition",
    "E": "edit",
    "H": "show_help",
    "Q": "ask_who",
    "?": "ask_who",
    "F": "go_to_call first",
    "L": "go_to_call last",
}
CHOOSING |= dict.fromkeys(("P", "B", "V", "ESCAPE"), "close") | {key: FUNCTION_KEYS[key] for key in ("f2", "f5")}
OVER_STATES = (ENDED, FAILED)
END_KEYS = {key: STANDING[key] for key in ("Z", "LEFT", ",", ".", "UP", "DOWN", "H", "f2")}
END_KEYS |= dict.fromkeys(("f5", "RETURN", "ESCAPE"), "escape")

# Two rows of keys for the foot of the study screen, as "KEY: effect; KEY: effect"; without a key it is only text.
TYPING_ROWS = ": What you type now waits for the program.", "TAB: enough; F7: step; F8: over PROC; F9: out; F5: run"
CLOSING_ROW = "ESCAPE: back to the listing; H: help"
OVER_ROWS = ": The program has ended.; Z: back; PAGE UP: key back", ",: turn back; .: on; H: help; ESC: leave study"
RUNNING_INTRODUCTION = ": The keys are the program's, but for these:"
RUNNING_KEYS = "F5: stop; F6: slowly; F7: step; PAGE UP: key back"
# By what the keys are for: a kind of dialog, the kind of the items of a list, or the state of the program.
ROWS = {
    "Prompt": ("RETURN: do it; ESCAPE: forget it", ': Conditions as in BASIC or Python: T%<5, R(1,2)=RV% AND K$="K"'),
    "Help": ("ESCAPE: back", ""),
    "Procedure": (
        "CURSOR: choose; RETURN: run to it; SPACE: always stop in it",
        f"F: first run; L: last run; {CLOSING_ROW}",
    ),
    "OpenChoice": ("CURSOR: choose; RETURN: play it the other way, from the start with your keys", CLOSING_ROW),
    "Found": ("CURSOR: choose; RETURN: run to its procedure", f"?: how often its line ran; {CLOSING_ROW}"),
    "SourceLine": (
        "CURSOR: choose; RETURN: run to it; SPACE: always stop at it; I: if",
        f"?: how often it ran; {CLOSING_ROW}",
    ),
    "Variable": (
        "CURSOR, its letter: choose; RETURN: run till it changes; SPACE: always stop",
        "?: who set it; ESCAPE: back to the listing",
    ),
    STOPPED: (
        "SPACE: step; O: over; U: out; F5: run; N: {moment}; G: to; W: slow; ESC: end",
        "B: lines; V: values; P: PROCs; E: edit; Z: back; /: find; M: more; H: help",
    ),
    ASKS: (
        ": The program waits for a key:; RETURN: type it; Z: back; F5: run; H: help",
        "B: lines; V: values; P: PROCs; G: go to; E: edit; ESC: end",
    ),
    RUNS: (RUNNING_INTRODUCTION, RUNNING_KEYS),
    SLOW: (RUNNING_INTRODUCTION, "F5: stop; F6: faster: now {lines} lines/s; F7: step; PAGE UP: key back"),
    WAITING: (": The program waits for a key: type it. Study has these:", RUNNING_KEYS),
    BROKEN: ("E: edit; Z: back; PAGE UP: key back; A: again from the start", "SPACE: end"),
    ENDED: OVER_ROWS,
    FAILED: OVER_ROWS,
}
WELCOME = "SPACE runs the line that is marked. F5 runs on, to play, and stops again. H shows all keys."
ONE_SCREEN = ("F2", "program")

LEGENDS = (
    (" ".join(SIGNS.values()), f"how much of a line of BASIC the description settles: {', '.join(SIGNS)}"),
    ("15.1", "sentence 15.1 of the published description"),
)


def typed(event: Event) -> str:
    """Return the name of a typed key in these tables; empty if the event is no typed key."""
    if isinstance(event, Text):
        return event.characters.upper()
    return event.name if isinstance(event, Key) else ""


def pressed(label: str) -> list[Event]:
    """Return the event of the key with this label on the study screen, as a list; empty if it names several keys."""
    named = {"SPACE": Text(" "), "ESC": Key("ESCAPE"), "PAGE UP": Rewind(), "CURSOR": None}
    event = named.get(label, Key(_typed_name(label)) if label[1:] else Text(label.lower()))
    return [event] if event else []


def key_of(event: Event) -> str:
    """Return the name that Down and Up events have for a typed key."""
    name = typed(event)
    return "SPACE" if name == " " else name


def foot(dialog: str, state: str, typing: bool, lines: float, moment: str) -> list[list[tuple[str, str]]]:
    """Return the rows of keys, each with its effect, to show for a kind of dialog or for a state of the program.

    lines: the number of lines a second; moment: the first moment that the notes name, or empty.
    """
    rows = TYPING_ROWS if typing and state == STOPPED else ROWS[state]
    filled = (row.format(lines=f"{lines:g}", moment=moment).split("; ") for row in ROWS.get(dialog, rows))
    split = ([part.partition(": ") for part in parts] for parts in filled)
    return [[(key, effect) for key, _, effect in parts if effect] for parts in split]
