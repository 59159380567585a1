"""Games to record: programs that use every kind of wait, and a front end that is as unpunctual as a real one."""

import random
from contextlib import suppress

from retro.basic import tab
from retro.basic.errors import BasicError, Escape
from retro.display.font import default_font
from retro.frontends.headless import Headless, typist
from retro.input.events import AllUp, Down, Key, Text, Up
from retro.input.keys import KEYS
from retro.library.loader import load
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.speed import TimedVDU
from retro.machine.tape import MemoryTape
from retro.machine.view import View
from retro.session.format import Header
from retro.session.game import Game
from retro.session.replay import ToTheEnd
from retro.session.session import at_speed, session_of

FONT = default_font()

# programs


def polling(m):
    """Looks at the time and for keys, and prints what it finds."""
    m.time = 0
    last = 0
    while True:
        now = m.time
        if now >= last + 25:
            m.print(tab(now % 20, 3), now, end="")
            last = now
        code = m.inkey(0)
        if code >= 0:
            m.print(tab(0, 5 + code % 15), code, " at ", m.time, m.rnd(100))


def waiting(m):
    """Waits for keys for a while, and asks which are held."""
    while True:
        code = m.inkey(30)
        m.print(code, " ", m.time, " ", [m.inkey(-n) for n in (99, 1, 57, 66)].count(-1))
        if code == 81:
            return


def typing(m):
    """INPUT in all its forms."""
    m.fx(12, 3)
    while True:
        try:
            m.print(m.input("Name ", into=(str, int)), m.input("More", line=True))
        except BasicError as error:
            m.print(str(error))


def sounding(m):
    """Queues notes until the queue is full."""
    m.envelope(1, 1, 4, -4, 4, 10, 20, 10, 127, 0, 0, -5, 126, 126)
    for n in range(1000):
        m.sound(n % 4, 1 if n % 3 else -15, n % 256, 1 + n % 4)
        m.vdu(7)
        m.print(n, m.time)


def printing(m):
    """Prints for ever; ESCAPE is its only way out, and it takes it twice."""
    for _ in range(3):
        try:
            while True:
                m.print(m.rnd(1000), end=" ")
                if m.rnd(40) == 1:
                    m.inkey(2)
        except Escape:
            m.print("Escape", m.inkey(0))


def paging(m):
    """Prints page after page."""
    m.mode(6)
    m.vdu(14)
    n = 0
    while True:
        n += 1
        m.print(n, " ", m.rnd(99))
        if n % 50 == 0:
            m.get()


def taping(m):
    """Counts on the tape."""
    try:
        count = m.cload("COUNT")
    except BasicError as error:
        m.print(str(error))
        count = [0, 0.5, "x"]
    while True:
        m.print(str(count), m.get_s())
        count = [count[0] + 1, count[1] * 1.5, count[2][-20:] + "y"]
        m.csave("COUNT", count)
        m.csave(f"SLOT{count[0] % 3}", m.rnd(1000))
        try:
            m.print(m.cload(f"SLOT{m.rnd(4) - 1}"))
        except BasicError as error:
            m.print(str(error))


def drawing(m):
    """Draws at the speed of the original, in another MODE."""
    m.mode(2)
    while True:
        m.gcol(m.rnd(5) - 1, m.rnd(16) - 1)
        m.plot(80 + m.rnd(8), m.rnd(1279), m.rnd(1023))
        m.vdu(19, m.rnd(16) - 1, m.rnd(16) - 1, 0, 0, 0)
        if m.inkey(m.rnd(20)) == 32:
            m.cls()


def failing(m):
    """Ends in an error at the tenth key."""
    for n in range(10, 0, -1):
        m.print(10 // n, m.get_s())
    m.print(1 // 0)


def stubborn(program):
    """The same program, which begins again at ESCAPE."""

    def main(m):
        while True:
            try:
                return program(m)
            except Escape as error:
                m.print(str(error), m.inkey(0))

    return main


PROGRAMS = {
    "dominoes": (load("dominoes").main, "normal"),
    "dominoes again": (stubborn(load("dominoes").main), "normal"),
    "polling": (stubborn(polling), "normal"),
    "waiting": (stubborn(waiting), "normal"),
    "typing": (stubborn(typing), "normal"),
    "sounding": (stubborn(sounding), "normal"),
    "printing": (printing, "normal"),
    "paging": (stubborn(paging), "normal"),
    "taping": (stubborn(taping), "normal"),
    "drawing": (stubborn(drawing), "authentic"),
    "failing": (stubborn(failing), "normal"),
}


# a front end like a real one


class Unpunctual(View):
    """Time goes on while the program computes, waits end late or for nothing, keys come in the middle of statements.

    keys: how many events, with all that they bring, until it is switched off.
    """

    def __init__(self, seed, keys=30):
        self._random = random.Random(seed)
        self._keys = keys
        self._time = self._random.choice([0.0, 0.3])
        self._next = self._soon()
        self._held = set()
        self.notes = []

    def _soon(self):
        return self._random.choice([0.0, 0.004, 0.02, 0.3, 1.7])

    def run(self, program, seed):
        m = self.machine = Machine(self, FONT, seed)
        with suppress(PowerOff):
            program(m)
        return m

    def now(self):
        self._time += self._random.choice([0.0, 0.00001, 0.0007, 0.002])
        if self._random.random() < 0.003:
            self._time += 0.4  # somebody else's turn on the processor
        return self._time

    def note(self, note):
        self.notes.append(note)

    def wait(self, timeout, wanted):
        m = self.machine
        late = self._random.choice([0.0, 0.0001, 0.001, 0.004])
        passing = self._next if m.interrupting else min(self._next, float("inf") if timeout is None else timeout)
        if self._random.random() < 0.01:
            return []  # for nothing
        self._time += 0.0 if m.interrupting else passing + late
        self._next -= passing
        if self._next > 0:
            return []
        self._next = self._soon()
        if self._random.random() < 0.5:
            m._interrupt_statement = m.statements + self._random.randrange(1, 100)
        return self._events()

    def _events(self):
        if not self._keys:
            raise PowerOff
        self._keys -= 1
        return [event for _ in range(self._random.choice([1, 1, 1, 2, 3])) for event in self._key()]

    def _key(self):
        chosen = self._random
        kind = chosen.random()
        if kind < 0.6:
            letter = chosen.choice("1234567KNY \rQ,\xa3")
            name = {" ": "SPACE", "\r": "RETURN"}.get(letter, letter)
            typed = Key("RETURN") if letter == "\r" else Text(letter)
            if name not in KEYS:
                return [typed]
            return [Down(name), typed, *([Up(name)] if chosen.random() < 0.9 else [])]
        if kind < 0.7:
            return [Down("SHIFT"), Up("SHIFT")]
        if kind < 0.75:
            return [Key("ESCAPE")]
        if kind < 0.85:
            return [chosen.choice([Key, Down, Up])(chosen.choice(sorted(KEYS)))]
        if kind < 0.9:
            return [AllUp()]
        return [Text(chosen.choice(["abc", "x" * 40, "\x01", "\u20ac"]))]


# what a machine has become


class Stream:
    """All that was sent to the display since the machine was switched on."""

    def __init__(self):
        self.parts = []

    def of(self, program):
        """The same program, overheard."""
        stream = self

        def run(m):
            kind = type(m.vdu_driver)

            class Overheard(kind):
                has_shortcuts = False

                def __init__(self, screen, bell, spend):
                    super().__init__(screen, bell, *([spend] if kind is TimedVDU else []))

                def write(self, data):
                    stream.parts.append(bytes(data))
                    super().write(data)

                def restart(self):
                    stream.parts.clear()
                    super().restart()

            m.use_driver(Overheard)
            return program(m)

        return run


IGNORED = {
    "front",
    "tape",
    "version",
    "on_change",
    "_font",
    "_interrupt_statement",
    "vdu_driver",
    "take_time",
    "write",
    "_write_one",
    "_write_plot",
    "advise",
    "wanted",
}


def state(thing, seen=None):
    """All that a machine consists of, as plain values."""
    seen = {} if seen is None else seen
    if isinstance(thing, (int, float, str, bytes, type(None), range)):
        return thing
    if callable(thing) and hasattr(thing, "__name__"):
        return thing.__name__
    if id(thing) in seen:
        return seen[id(thing)]
    seen[id(thing)] = f"<{len(seen)}>"
    if isinstance(thing, dict):
        return {key: state(value, seen) for key, value in thing.items()}
    if isinstance(thing, (set, frozenset)):
        return sorted(thing)
    if hasattr(thing, "tobytes"):
        return bytes(thing)
    names = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())} | set(vars_of(thing))
    if names:
        return {name: state(getattr(thing, name), seen) for name in sorted(names - IGNORED) if hasattr(thing, name)}
    return [state(part, seen) for part in thing] if hasattr(thing, "__iter__") else repr(thing)


def vars_of(thing):
    return vars(thing) if hasattr(thing, "__dict__") else {}


# games


class RecordedGame(Game):
    """A game that is a program, for any view."""

    def __call__(self, m):
        return session_of(m).play(self)


def header(seed=1, speed="normal", name="test"):
    return Header(name, "0" * 64, seed, speed, {})


class Played:
    """A game that has been played: how it ended, and what the machine had become by then."""

    def __init__(self, front, session, speed, seed):
        stream = Stream()
        self.ended = ""
        try:
            front.run(at_speed(stream.of(session), speed), seed)
        except Exception as error:
            self.ended = repr(error)
        self.stream, self.machine = stream.parts, front.machine
        self.state = state(front.machine)


def play(name, seed, *, keys=30, tape=None, sinks=()):
    """A game with random keys: what it was, and its log."""
    program, speed = PROGRAMS[name]
    session = RecordedGame(lambda: program, header(seed, speed), tape=tape or MemoryTape(), sinks=sinks)
    return Played(Unpunctual(seed, keys), session, speed, seed), session.log


def replay(name, seed, log, path=""):
    """The game of a log, without the world."""
    program, speed = PROGRAMS[name]
    session = RecordedGame(lambda: program, header(seed, speed), log=log, path=path, mode=ToTheEnd())
    return Played(Headless(typist("")), session, speed, seed)
