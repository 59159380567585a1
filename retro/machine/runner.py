"""Run a program to its end in any front end, and show its error on the machine's screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from operator import sub
from types import TracebackType

from retro.basic.errors import BasicError, Escape, ProgramError, error_message
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import Program

FAREWELL = "Press any key to switch off"
TOO_ALIKE = 25  # of 255: two luminances that cannot be told apart; blue on black is 28
LONG = 60.0  # seconds; stands for never
SWITCH_INTERVAL = 0.0005  # seconds between threads, so that a program that computes does not delay the drawing

ENABLE, DEFAULT_COLOURS, DEFAULT_WINDOWS, TEXT_AT_CURSOR, NO_PAGES = 6, 20, 26, 4, 15
WINDOW, CLEAR, TAB, DOWN, COLOUR, NEW_LINE = 28, 12, 31, 10, 17, (10, 13)
CURSOR_OFF = (23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
FUNCTION_KEYS = 128  # the code of f0 while any key will do


class ProgramFailed(Exception):
    """The program ended in an error, which is already on the machine's screen and on stderr.

    Its str() is the message on the screen, its __cause__ the program's exception. A program that has shown its error
    itself raises it.
    """


def run_to_end(m: Machine, program: Program, linger: bool = True) -> None:
    """Run a program to its end. linger: then show FAREWELL and wait for any key, or until the machine is switched off.

    Raises:
        ProgramFailed: the program ended in an error. ESCAPE and sys.exit(0) are no errors.
        PowerOff: the machine was switched off while the program ran.
    """
    failure = run_program(m, program)
    m.describe(None)
    if linger:
        with suppress(PowerOff):
            wait_for_any_key(m)
    if failure is not None:
        raise ProgramFailed(error_message(failure)) from failure


def run_program(m: Machine, program: Program) -> BaseException | None:
    """Run a program, report its error, and return it; None if it ended without one."""
    try:
        program(m)
    except Escape as error:
        show_error(m, error)
    except SystemExit as error:
        return _exit_error(m, error)
    except ProgramFailed as shown:
        return shown.__cause__
    except Exception as error:
        print_traceback(error, error.__traceback__ and error.__traceback__.tb_next)
        show_error(m, error)
        return error
    return None


def _exit_error(m: Machine, error: SystemExit) -> SystemExit | None:
    """Return the error that sys.exit() means: None and 0 are success, a text is printed, other numbers are errors."""
    if error.code in (None, 0):
        return None
    if not isinstance(error.code, int):
        print(error.code, file=sys.stderr)  # noqa: T201
    show_error(m, error)
    return error


def print_traceback(error: Exception, start: TracebackType | None) -> None:
    """Print the traceback on stderr, from the program's first frame on, `start`, and the detail of a BasicError."""
    if isinstance(error, ProgramError):
        print(error.message, file=sys.stderr)  # noqa: T201
        return
    import traceback

    traceback.print_exception(type(error), error, start)
    if sys.version_info < (3, 11) and isinstance(error, BasicError) and error.detail:
        print(error.detail, file=sys.stderr)  # noqa: T201


def show_error(m: Machine, error: BaseException) -> None:
    """Print an error on the screen, in legible colours."""
    with suppress(PowerOff):
        _reset_state(m)
        if not _readable(m):
            m.write(_colours(m))
        m.report(error)


def wait_for_any_key(m: Machine, text: str = FAREWELL, codes: Container[int] = range(256)) -> None:
    """Show a text on the bottom line of the screen, and wait for a key of these codes, or a click, from then on."""
    _reset_state(m)
    keyboard = m.keyboard
    m.inkey(-1)  # polls the keyboard
    keyboard.flush()
    m.write(bottom_line(m, text))
    keyboard.cursor_keys, keyboard.function_base = 1, FUNCTION_KEYS
    m.mouse_on()
    while m.get() not in codes:
        pass


def _reset_state(m: Machine) -> None:
    """Leave the states that could hide a message: awaited parameters, ESCAPE, VDU 21, VDU 5, page mode."""
    m.keyboard.escape_types, m.keyboard.escape = True, False
    m.vdu_driver.abandon()
    m.write(bytes([ENABLE, TEXT_AT_CURSOR, NO_PAGES]))


def bottom_line(m: Machine, text: str) -> bytes:
    """Return VDU codes that print a text at the bottom of the screen and switch the text cursor off.

    Text above the cursor scrolls up to make room.
    """
    from textwrap import wrap

    mode, plane = m.screen.mode, m.screen.text_plane
    lines = wrap(text, mode.columns - 1)
    top = mode.rows - len(lines)
    up = max(0, plane.row + (plane.column > plane.left) - top)
    codes = bytes([DEFAULT_WINDOWS, TAB, 0, mode.rows - 1]) + bytes([DOWN] * up)
    codes += bytes([WINDOW, 0, mode.rows - 1, mode.columns - 1, top]) + _colours(m) + bytes([CLEAR, *CURSOR_OFF])
    return codes + bytes(NEW_LINE).join(line.encode("ascii") for line in lines)


def _colours(m: Machine) -> bytes:
    """Return VDU codes for the two colours that differ most; where all look alike, for the MODE's default colours."""
    luminances = list(enumerate(_luminances(m)))
    pairs = [(min(map(sub, bright, dark)), ink, paper) for ink, bright in luminances for paper, dark in luminances]
    contrast, ink, paper = max(pairs)
    if contrast < TOO_ALIKE:
        return bytes([DEFAULT_COLOURS])
    return bytes([COLOUR, ink, COLOUR, 128 + paper])


def _readable(m: Machine) -> bool:
    """Return whether the colours of text can be told apart."""
    luminances, plane = _luminances(m), m.screen.text_plane
    pairs = zip(luminances[plane.ink], luminances[plane.paper])
    return min(abs(ink - paper) for ink, paper in pairs) >= TOO_ALIKE


def _luminances(m: Machine) -> list[list[float]]:
    """Return the luminance (0–255) of each logical colour, now and after the next flash."""
    palette, now = m.screen.palette, m.front.now()
    moments = now, min(palette.flash_timer.next_change(now), now + LONG)
    colours = zip(*(palette.rgb(moment) for moment in moments))
    return [[0.30 * red + 0.59 * green + 0.11 * blue for red, green, blue in colour] for colour in colours]


@contextmanager
def frequent_thread_switches() -> Iterator[None]:
    """Shorten the interval between threads, for a front end in which one of them draws."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextmanager
def signal_handlers(handlers: Mapping[str, Callable[[int, object], None]]) -> Iterator[None]:
    """Install handlers for the signals that the system has.

    An ignored signal stays ignored. Outside the main thread nothing is installed.
    """
    import signal
    import threading

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)
