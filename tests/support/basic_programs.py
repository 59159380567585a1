"""BASIC programs that run without a screen, for a while."""

from contextlib import suppress

from bench.basic_corpus import Feed, machine_with
from bench.basic_time import SECOND
from bench.fuzz.basic_programs import ESCAPE_AFTER, Impatient
from retro.basic.language.interpreter import Basic
from retro.machine.frontend import PowerOff
from retro.machine.tape import MemoryTape
from retro.session.session import at_speed

LONG = 1  # seconds


def played(lines, timed=False, keys=()):
    """Run a program for a while, at the authentic speed if `timed`; return what it sends, its time, and its notes."""
    front = Feed(keys) if timed else Impatient(keys, escape=True)
    sent, notes, worked = bytearray(), [], 0.0
    front.note = notes.append
    m = machine_with(front)
    m.tape = MemoryTape()
    m.poll_interval, m.interrupt_pending = ESCAPE_AFTER, False

    def delay(seconds):
        nonlocal worked
        worked += seconds
        if worked > LONG:
            raise PowerOff

    def program(m):
        basic = Basic(m)
        basic.load_text("\n".join(lines))
        m.copy_stream(sent)
        error = basic.run()
        if error is not None:
            basic.print_error(error)

    m.delay = delay
    with suppress(PowerOff):
        (at_speed(program, "authentic") if timed else program)(m)
    return f"{round(SECOND * worked)} cycles {bytes(sent)} {notes}"
