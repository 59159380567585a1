"""The explanations in study for Dominoes: the hands face up, the line on the table, the reason for each step.

The game itself does not use this. Study calls `beside`, `explained`, `explained_at`, `compared` and `pictured` with a
copy of the variables, and `shown` for how to show them; `retro score` calls `opponent` with the variables themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:  # study runs this file by itself, where no name is relative
    from .dominoes import Variables

RIGHT, LEFT = 1, -1  # the end to the right of the line, and the one to the left
EDGES = {26030: RIGHT, 27030: LEFT}  # the lines that ask whether a row ends
FACE, STEP = 32, 72  # graphics units: a face, and from one domino to the next
FIELD, DOMINO, LAST, NEXT_RIGHT, NEXT_LEFT = "4", "7", "2", "3", "1"  # colours of the picture
PIXEL, WIDE, HIGH = 36, 32, 16  # graphics units a pixel; pixels
MOST = 28  # dominoes
CHARACTERS = range(2020, 2341)  # the lines that define one each
FACES, SECOND = range(25080, 25121), (25090, 25120)  # the lines that draw a domino, and those of its second half


def beside(v: Variables) -> list[str]:
    """Return the hands, the ends of the line and the stock."""
    hands = {
        name: [_domino(v, player, place) for place in range(1, v.N[player] + 1)]
        for player, name in ((1, "you"), (2, "me"))
    }
    rows = [f"{name:<4}{' '.join(hand)}" for name, hand in hands.items() if any(hand)]
    line = f"line {v.LV} ... {v.RV}   " if v.RX else ""
    return ["     1   2   3   4   5   6", *rows, f"{line}face down {v.T}"] if rows else []


def _domino(v: Variables, player: int, place: int) -> str:
    return f"{v.L[player][place]}-{v.R[player][place]}"


# why


def explained(procedure: str, v: Variables) -> str:
    """Return a sentence on what a procedure has just found; empty for any other."""
    return SENTENCES[procedure](v) if procedure in SENTENCES else ""


def _first(v: Variables) -> str:
    first, second = v.L[v.P][v.D_i], v.R[v.P][v.D_i]
    domino = f"{'your' if v.P == 1 else 'my'} {_domino(v, v.P, v.D_i)} in place {v.D_i}"
    if first == second:
        return f"The highest double is {domino}: it must be played first."
    return f"There is no double; {domino} has most spots, {first + second}: it must be played first."


def compared(procedure: str, v: Variables) -> str:
    """Return a sentence on what an edition's procedure has found, and what the original would have."""
    if procedure != "PROCSELECT":
        return ""
    original, found = _fitting(v, 2), v.D_i
    if found == original:
        return f"Chose {_choice(v, found)}, as the original does."
    misfit = found in range(1, v.N[2] + 1) and not _fits(v, 2, found)
    return (
        f"Chose {_choice(v, found)}{', which fits nowhere' * misfit}; the original would play {_choice(v, original)}."
    )


def _choice(v: Variables, place: int) -> str:
    known = place in range(1, v.N[2] + 1)
    return f"{place}, the {_domino(v, 2, place)}" if known else f"{place}, {'a knock' if place == 7 else 'no domino'}"


def _fitting(v: Variables, player: int) -> int:
    """Return the position of the first domino in a hand that fits, as the original PROCSELECT does; 7 if none fits."""
    return next((place for place in range(1, 7) if place <= v.N[player] and _fits(v, player, place)), 7)


def _fits(v: Variables, player: int, place: int) -> bool:
    return bool({v.R[player][place], v.L[player][place]} & {v.RV, v.LV})


def _selected(v: Variables) -> str:
    if v.D_i == 7:
        return f"No domino in my hand fits the {v.RV} at the right or the {v.LV} at the left: 7, a knock."
    found = f"Chosen: {v.D_i}, the {_domino(v, 2, v.D_i)}, which fits {_ends(v, 2)}."
    before = [str(place) for place in range(1, v.D_i)]
    if not before:
        return f"{found} It is the first place."
    places = " and ".join(filter(None, [", ".join(before[:-1]), before[-1]]))
    return f"{found} Place{'s' * (len(before) > 1)} {places} fit{'s' * (len(before) == 1)} nothing."


def _ends(v: Variables, player: int) -> str:
    faces = v.L[player][v.D_i], v.R[player][v.D_i]
    ends = {"right": v.RV, "left": v.LV}
    return " and ".join(f"the {spots} at the {end}" for end, spots in ends.items() if spots in faces)


def _placed(v: Variables) -> str:
    end = "right" if v.E == 1 else "left"
    return f"It went to the {end} end: its {v.F} touches the line, and its {v.S} is the new end."


def _question(v: Variables, side: int) -> str:
    """Return why the domino at X%,Y% lies as it does: the condition in PROCRIGHT or PROCLEFT that decided it."""
    room, above, top = _answers(v, v.X, v.Y, side)
    if top:
        return "Along the top? Yes: the upper edge is reached, so this one lies flat and the row turns back."
    if above:
        return "Above an upright one? Yes: the row climbs along the edge. This one stands upright, the next above it."
    if room < 2 * FACE:
        left = f"{room} units left, a domino needs 64"
        return f"The row ends here: {left}. This one stands upright, the next goes above it."
    return f"The row goes on: {room} units left, a domino needs 64, so this one lies flat."


def _answers(v: Variables, x: int, y: int, side: int) -> tuple[int, bool, bool]:
    """Return the graphics units left to the edge, and whether a place is above an upright domino, and along the top."""
    room = v.SX + v.FL - x if side == RIGHT else x + FACE - v.SX
    return room, y > v.SY + FACE - 1, y >= v.SY + v.FB - 1


def _refused(v: Variables) -> str:
    if v.D_i > v.N[1]:
        return f"{v.D_i}: you hold {v.N[1]} only."
    left, right = v.L[1][v.D_i], v.R[1][v.D_i]
    faces = f"neither {left} nor {right} is" if left != right else f"{left} is neither"
    return f"{_domino(v, 1, v.D_i)}: {faces} {v.LV} or {v.RV}."


def _moved(v: Variables) -> str:
    hand = f"{'Your' if v.P == 1 else 'My'} hand"
    if v.T == 0 and v.N[v.P] < 6:
        return f"{hand} has closed the gap; nothing is left to take: {v.N[v.P]} dominoes."
    return f"{hand} has closed the gap, and the {_domino(v, v.P, v.N[v.P])} taken is at its right end."


def _counted(v: Variables) -> str:
    result = ("nobody wins", "you win", "I win")[v.P]
    return f"{v.T_a[1]} against {v.T_a[2]}: {result}."


def _won(v: Variables) -> str:
    return ("The game is drawn.", "You have won.", "The computer has won.")[v.P]


# What each procedure has just done.
SENTENCES: dict[str, Callable[[Variables], str]] = {
    "PROCTITLE": lambda v: "The screen is clear but for the title.",
    "PROCDEFINE_UDGS": lambda v: "224 to 252 are faces of dominoes now.",
    "PROCINITIALISE_VARIABLES": lambda v: f"The playing area is {v.FL} by {v.FB} units, a pause lasts {v.P1 / 100} s.",
    "PROCDRAW_FIELD": lambda v: "The boundary and the explanations are drawn.",
    "PROCGENERATE": lambda v: f"{v.T} dominoes lie face down.",
    "PROCISSUE": lambda v: f"Both hands have six dominoes; {v.T} are left face down.",
    "PROCSPOTS": lambda v: f"The {v.N1}-{v.N2} was taken; {v.T} are left face down.",
    "PROCPAUSE": lambda v: "The time is over.",
    "PROCTERMINATE": lambda v: "The screen is clear, and the cursor visible again.",
    "PROCFIRST": _first,
    "PROCDOUBLES": lambda v: (
        f"The highest double is {('your', 'my')[v.P - 1]} {_domino(v, v.P, v.D_i)}."
        if v.D_i
        else "Nobody holds a double."
    ),
    "PROCHIGHEST": lambda v: f"The heaviest: {v.T_a[1]} spots in your hand, {v.T_a[2]} in mine.",
    "PROCDRAW_FIRST": lambda v: f"The first domino lies in the middle: its ends are {v.LV} and {v.RV}.",
    "PROCMOVE": _moved,
    "PROCSELECT": _selected,
    "PROCASK": lambda v: "K: you knock." if v.D_i == 7 else f"{v.D_i}: your {_domino(v, 1, v.D_i)} fits {_ends(v, 1)}.",
    "PROCINVALID": _refused,
    "PROCKNOCK": lambda v: f"{'You knock' if v.P == 1 else 'I knock'}: K({v.P}) is 1.",
    "PROCDRAW_PLAYER_HAND": lambda v: f"Your {v.N[1]} dominoes are drawn with their faces.",
    "PROCDRAW_COMPUTER_HAND": lambda v: f"My {v.N[2]} dominoes are drawn with their backs.",
    "PROCBOTH_KNOCKING": _counted,
    "PROCADD_SPOTS": _counted,
    "PROCEND": lambda v: f"{_won(v)} {'Another game' if v.K_s == 'Y' else 'No other game'}: {v.K_s}.",
    "PROCRESULT": _won,
    "PROCPLOT": _placed,
    "PROCRIGHT": lambda v: _question(v, RIGHT),
    "PROCLEFT": lambda v: _question(v, LEFT),
}


# values


def shown(v: Variables) -> dict[str, list[list[str]]]:
    """Return other representations of variables, by name, as rows of parts: D(,) as the dominoes that are face down."""
    numbers = range(7)
    return {"D": [[f"{a}-{b}" if v.D[a][b] else " · " for b in numbers if b <= a] for a in numbers]}


# characters and the playing area


def explained_at(number: int, v: Variables) -> str:
    """Return a sentence on a line that turns the line of dominoes, draws half a domino or defines a character."""
    if number in EDGES:
        return _question(v, EDGES[number])
    if number in CHARACTERS:
        return (
            "VDU 23 defines a character: its number, then its eight rows from the top, each a sum of pixels: 128 is "
            "the left one, then 64, 32, 16, 8, 4, 2, and 1 at the right. 255 is all of them, 126 all but the outer two."
        )
    if number not in FACES:
        return ""
    halves = ("Half a domino", "A%+F%", v.A, v.F), ("The other half", "B%+S%", v.B, v.S)
    half, names, first, spots = halves[number in SECOND]
    return (
        f"{half} is two characters: 252, all white, and over it, in black, {first + spots} with {spots} "
        f"spot{'s' * (spots != 1)} ({names} is {first}+{spots})."
    )


def pictured(procedure: str, number: int, v: Variables) -> tuple[str, list[str]]:
    """Return the title and pixels of a picture: the playing area with both arms, while a domino is placed.

    At the lines of these numbers that draw a face: the sum of its two characters.
    """
    if number in FACES:
        spots = v.B + v.S if number in SECOND else v.A + v.F
        return f"252 + {spots} = 252/{spots}", []
    if procedure not in ("PROCPLOT", "PROCRIGHT", "PROCLEFT", "PROCMOVE"):
        return "", []
    pixels = [[FIELD] * WIDE for _ in range(HIGH)]
    middle = v.SX + v.FL // 2
    bottom = v.SY + FACE - 1
    line = [(middle - FACE, bottom), (middle, bottom), *_arm(v, middle + 40, RIGHT), *_arm(v, middle - 72, LEFT)]
    last = [(v.X, v.Y), (v.X + v.DX, v.Y + v.DY)]
    layers = {DOMINO: line, LAST: last, NEXT_RIGHT: [(v.RX, v.RY)], NEXT_LEFT: [(v.LX, v.LY)]}
    for colour, places in layers.items():
        for x, y in places:
            column, row = (x + FACE // 2 - v.SX) // PIXEL, (v.SY + v.FB - y + FACE // 2) // PIXEL
            if column in range(WIDE) and row in range(HIGH):
                pixels[row][column] = colour
    # Whether the domino at X%,Y% is drawn at a line; 0 is the end of the procedure.
    placing = procedure in ("PROCRIGHT", "PROCLEFT") and (number == 0 or number % 1000 > 10)
    undrawn = 25050 < number < FACES.start if procedure == "PROCPLOT" else placing
    green = "not yet drawn" if undrawn else "last domino"
    return f"yellow RX%,RY%  red LX%,LY%\nwhite line  green {green}", ["".join(row) for row in pixels]


def _arm(v: Variables, x: int, side: int) -> Iterator[tuple[int, int]]:
    """Yield the positions of the faces in an arm of the line, from the middle to the next domino's."""
    y, end = v.SY + FACE - 1, (v.RX, v.RY) if side == RIGHT else (v.LX, v.LY)
    for _ in range(MOST):
        if (x, y) == end:
            return
        room, above, top = _answers(v, x, y, side)
        dx = -side if top else 0 if above or room < 2 * FACE else side
        yield from ((x, y), (x + FACE * dx, y + FACE * (not dx)))
        x, y = x + STEP * dx, y + STEP * (not dx)


def opponent(v: Variables) -> tuple[str, int | None]:
    """Return the human's next key, chosen as by the original PROCSELECT, and None or the result of a finished game.

    That is 1 if the computer has won, -1 if the human has, 0 if nobody has; the key is for another game.
    """
    if v.N[1] == 0 or v.N[2] == 0 or v.K[1] + v.K[2] == 2:
        return "Y", (0, -1, 1)[v.P]
    place = _fitting(v, 1)
    return "K" if place == 7 else str(place), None
