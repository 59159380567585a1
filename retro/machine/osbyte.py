"""The operating system's *FX calls that this machine has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.machine.machine import Machine


def _cursor_keys(m: Machine, x: int) -> None:
    m.keyboard.cursor_keys = x


def _flash_first(m: Machine, x: int) -> None:
    m.screen.palette.flash_timer.first = x
    m.screen.changed()


def _flash_second(m: Machine, x: int) -> None:
    m.screen.palette.flash_timer.second = x
    m.screen.changed()


def _repeat_delay(m: Machine, x: int) -> None:
    m.keyboard.repeat_delay = x


def _repeat_rate(m: Machine, x: int) -> None:
    m.keyboard.repeat_rate = x or 1


def _flush(m: Machine, x: int) -> None:
    m.keyboard.flush()
    if x == 0:
        m.play(m.sound_system.silence(m.now))


def _flush_one(m: Machine, x: int) -> None:
    if x == 0:
        m.keyboard.flush()
    elif 4 <= x <= 7:
        m.play(m.sound_system.flush(x - 4, m.now))


def _explode(m: Machine, x: int) -> None:
    m.screen.characters.explode(x)


def _function_keys(m: Machine, x: int) -> None:
    m.keyboard.function_base = x


def _escape_key(m: Machine, x: int) -> None:
    m.keyboard.escape_types = x == 1


CALLS: dict[int, Callable[[Machine, int], None]] = {
    4: _cursor_keys,
    9: _flash_first,
    10: _flash_second,
    11: _repeat_delay,
    12: _repeat_rate,
    15: _flush,
    20: _explode,
    21: _flush_one,
    225: _function_keys,
    229: _escape_key,
}
