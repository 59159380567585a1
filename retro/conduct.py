"""A program from its start to its end, as someone who sits at the machine sees it. For every front end."""

from __future__ import annotations

import sys
import textwrap
import traceback
from contextlib import contextmanager, suppress
from operator import sub

from retro.errors import BasicError, Escape
from retro.frontend import PowerOff
from retro.machine import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from retro.frontend import Program
    from retro.machine import Machine

FAREWELL = "Press any key to switch off"
TOO_ALIKE = 25  # of 255: two brightnesses that cannot be told apart; blue on black is 28
LONG = 60.0  # seconds; stands for never
SWITCH = 0.0005  # seconds between threads: who draws is not kept waiting by a program that computes

ENABLE, DEFAULT_COLOURS, DEFAULT_WINDOWS, TEXT_AT_CURSOR, NO_PAGES = 6, 20, 26, 4, 15
WINDOW, CLEAR, TAB, DOWN, COLOUR, NEW_LINE = 28, 12, 31, 10, 17, (10, 13)
CURSOR_OFF = (23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
FUNCTION_KEYS = 128  # what f0 types while any key will do


class ProgramFailed(Exception):
    """The program ended in an error, which everyone has been told of: on the machine's screen and on stderr.

    str() is what the screen says; __cause__ is the program's own exception.
    """


def conduct(m: Machine, program: Program, linger: bool = True) -> None:
    """Run a program to its end.

    An error is shown on the machine's screen, with Python's traceback on stderr. linger: then wait, under a line
    that says so, for any key. Raises ProgramFailed after an error; ESCAPE and sys.exit(0) are no errors.
    Switching off while the program runs raises PowerOff; while it lingers, it is the end like any key.
    """
    failure = run(m, program)
    if linger:
        _unless_off(m, wait_for_any_key)
    if failure is not None:
        raise ProgramFailed(said(failure)) from failure


def run(m: Machine, program: Program) -> BaseException | None:
    """Run a program, report how it ended, and give its error if that is what it was."""
    try:
        program(m)
    except Escape as error:
        show(m, error)
    except SystemExit as error:
        return _left(m, error)
    except Exception as error:
        trace(error)
        show(m, error)
        return error
    return None


def _left(m: Machine, error: SystemExit) -> SystemExit | None:
    """Give what sys.exit() makes of an exit: nothing and 0 are good, a text is said, any other number is an error."""
    if error.code in (None, 0):
        return None
    if not isinstance(error.code, int):
        print(error.code, file=sys.stderr)  # noqa: T201
    show(m, error)
    return error


def trace(error: Exception) -> None:
    """Write the traceback to stderr, from the program on, and what BASIC's few words leave out."""
    here = error.__traceback__
    traceback.print_exception(type(error), error, here.tb_next if here else None)
    if isinstance(error, BasicError) and error.detail:
        print(error.detail, file=sys.stderr)  # noqa: T201


def show(m: Machine, error: BaseException) -> None:
    """Report an error on the screen, in colours that can be read."""
    _unless_off(m, lambda machine: _report(machine, error))


def _report(m: Machine, error: BaseException) -> None:
    _settle(m)
    if not _readable(m):
        m.write(_colours(m))
    m.report(error)


def _unless_off(m: Machine, action: Program) -> None:
    with suppress(PowerOff):
        action(m)


def wait_for_any_key(m: Machine) -> None:
    """Say on the bottom line of the screen that any key will do, and wait for one typed from now on."""
    _settle(m)
    m.write(bottom_line(m, FAREWELL))
    keyboard = m.keyboard
    keyboard.cursor_keys, keyboard.function_base = 1, FUNCTION_KEYS
    keyboard.pointer.types = keyboard.pointer.wanted
    m.inkey(0)
    keyboard.flush()
    m.get()


def _settle(m: Machine) -> None:
    """End what is half done: parameters that the display awaits, ESCAPE, VDU 21, VDU 5, page mode."""
    m.keyboard.escape_types, m.keyboard.escape = True, False
    m.vdu_driver.abandon()
    m.write(bytes([ENABLE, TEXT_AT_CURSOR, NO_PAGES]))


def bottom_line(m: Machine, text: str) -> bytes:
    """VDU codes that put a text at the bottom of the screen, whatever windows there are; the text cursor goes off.

    What stands there is moved up, if the text cursor shows that it is text.
    """
    mode, plane = m.screen.mode, m.screen.text_plane
    lines = textwrap.wrap(text, mode.columns - 1)
    top = mode.rows - len(lines)
    up = max(0, plane.row + (plane.column > plane.left) - top)
    codes = bytes([DEFAULT_WINDOWS, TAB, 0, mode.rows - 1]) + bytes([DOWN] * up)
    codes += bytes([WINDOW, 0, mode.rows - 1, mode.columns - 1, top]) + _colours(m) + bytes([CLEAR, *CURSOR_OFF])
    return codes + bytes(NEW_LINE).join(line.encode("ascii") for line in lines)


def _colours(m: Machine) -> bytes:
    """VDU codes for the two colours that differ most; where all look alike, for those a MODE starts with."""
    looks = list(enumerate(_brightness(m)))
    pairs = [(min(map(sub, bright, dark)), ink, paper) for ink, bright in looks for paper, dark in looks]
    most, ink, paper = max(pairs)
    if most < TOO_ALIKE:
        return bytes([DEFAULT_COLOURS])
    return bytes([COLOUR, ink, COLOUR, 128 + paper])


def _readable(m: Machine) -> bool:
    """Can text be read in the colours it has now?"""
    looks, plane = _brightness(m), m.screen.text_plane
    return min(abs(ink - paper) for ink, paper in zip(looks[plane.ink], looks[plane.paper])) >= TOO_ALIKE


def _brightness(m: Machine) -> list[list[float]]:
    """How bright (0–255, as the eye weighs red, green and blue) each logical colour is, now and when it has flashed."""
    palette, now = m.screen.palette, m.front.now()
    moments = now, min(palette.rhythm.next_change(now), now + LONG)
    lights = zip(*(palette.lights(at) for at in moments))
    return [[0.30 * red + 0.59 * green + 0.11 * blue for red, green, blue in light] for light in lights]


@contextmanager
def quick_switches() -> Iterator[None]:
    """Let the threads take turns more often, for a front end in which one of them draws."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
