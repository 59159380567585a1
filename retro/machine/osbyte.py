"""The *FX calls that this machine has, by number."""

from __future__ import annotations

from collections.abc import Callable

from retro.machine.hardware import Hardware

Call = Callable[[Hardware, int], None]


def _keyboard(name: str) -> Call:
    """Return a *FX call that sets an attribute of the keyboard to x."""
    return lambda m, x: setattr(m.keyboard, name, x)


def _flash(phase: str) -> Call:
    """Return a *FX call that sets the length of a phase of flashing colours to x fiftieths of a second."""

    def set_phase(m: Hardware, x: int) -> None:
        setattr(m.screen.palette.flash_timer, phase, x)
        m.screen.changed()

    return set_phase


def _flush(m: Hardware, x: int) -> None:
    """*FX 15: empty the keyboard buffer; for x = 0 also silence the sound."""
    m.keyboard.flush()
    if x == 0:
        m.play(m.sound_system.silence(m.worked_until))


def _flush_buffer(m: Hardware, x: int) -> None:
    """*FX 21: empty buffer x: 0 the keyboard's, 4 to 7 those of the sound channels."""
    if x == 0:
        m.keyboard.flush()
    elif 4 <= x <= 7:
        m.play(m.sound_system.flush(x - 4, m.worked_until))


OSBYTE_CALLS: dict[int, Call] = {
    4: _keyboard("cursor_keys"),
    9: _flash("first"),
    10: _flash("second"),
    11: _keyboard("repeat_delay"),
    12: lambda m, x: setattr(m.keyboard, "repeat_rate", x or 1),
    15: _flush,
    20: lambda m, x: m.screen.characters.explode(x),
    21: _flush_buffer,
    225: _keyboard("function_base"),
    229: lambda m, x: setattr(m.keyboard, "escape_types", x == 1),
}
