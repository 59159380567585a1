"""Live study: a front end around a front end, in which the program can be made to stand still.

While it stands, the keys are study's, and the program's clock does not move; nothing of it comes into a recording.
While it runs, the keys are the program's, but for a few function keys.
"""

from __future__ import annotations

from retro.errors import Escape
from retro.notes import Note
from retro.study.live.keys import (
    CHOOSING,
    ENDED,
    FAILED,
    FUNCTION,
    RUNS,
    SCREEN_KEY,
    SLOW,
    STANDING,
    STOPPED,
    TYPING,
    WAITING,
    key_of,
    typed,
)
from retro.study.live.steering import Steering
from retro.study.live.view import Pictures
from retro.study.watch import Watcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from retro.frontend import FrontEnd, Program
    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.second import Second
    from retro.study.source import Study

OFTEN = 0.02  # seconds between two looks at the keyboard, while the program computes
LIVELY = 0.1  # seconds between two pictures of a program that runs
WAITS = 1.0  # seconds; who waits longer for a key is said to wait
FASTEST = 1000  # lines a second


class Live(Steering):
    """The machine's front end while a program is studied.

    study: the program to read. second: the screen to show it on. breakpoints: keys of procedures. lines: how many a
    second when it runs slowly. mode: "stopped", "running" or "slow", to begin with.
    """

    inner: FrontEnd

    def __init__(
        self,
        study: Study,
        second: Second,
        *,
        breakpoints: Iterable[str] = (),
        lines: float = 4,
        mode: str = "stopped",
    ) -> None:
        pictures = Pictures(study, second)
        super().__init__(study, second, pictures, Watcher(self, pictures), lines)
        self.watcher.breakpoints.update(breakpoints)
        self._slow, self._stand_then = mode == "slow", mode == "stopped"
        if mode == "running":
            self.watcher.run()
        second.resized = pictures.redraw
        self._stood = self._looked = self._shown = 0.0
        self._raw: list[Event] = []  # not looked at yet
        self._mine: set[str] = set()  # keys that are held, and not the program's business
        self._stroke = ""  # the key that was study's last, by the name it has when it goes down
        self._over = False

    # around a program

    def around(self, program: Program) -> Program:
        """The whole of it, recorder and all: it gets this front end around its own."""

        def run(m: Machine) -> object:
            self.inner, m.front = m.front, self
            self.machine = m
            return program(m)

        return run

    def watched(self, program: Program) -> Program:
        """The program itself, without what is round it."""

        def run(m: Machine) -> object:
            self._over = False
            self.watcher.quiet = self._catching_up or self.watcher.sought is not None
            self.watcher.attach()
            try:
                result = program(m)
            except Escape:
                self._end(None)
                raise
            except Exception as error:
                self._end(error)
                raise
            finally:
                self.watcher.detach()
            self._end(None)
            return result

        return run

    @property
    def _catching_up(self) -> bool:
        recorder = self._recorder
        return recorder is not None and recorder.catching_up

    def _end(self, error: Exception | None) -> None:
        self._over = True
        self._show(ENDED if error is None else FAILED, error)

    # the front end

    def run(self, program: Program, seed: int) -> Machine:
        """Run it in the front end inside."""
        return self.inner.run(self.around(program), seed)

    def now(self) -> float:
        """Seconds since power-on, without those in which the program stood still."""
        return self.inner.now() - self._stood

    def note(self, note: Note) -> None:
        """Have a note played, by the clock of the front end inside."""
        self.inner.note(Note(note.start + self._stood, note.length, note.steps, note.again, note.period))

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Give what is the program's, and obey the rest; while the program stands still no time passes."""
        if self._over:
            return self._without_screen_key(self.inner.wait(m, timeout))
        if self._catching_up:
            return self.inner.wait(m, timeout)
        if self.watcher.quiet and m.attending:
            self._raw += self.inner.wait(m, 0)
            return []
        if self.watcher.quiet:
            self._come_back()
        end = None if timeout is None else self.now() + timeout
        while True:
            if self._stop:
                self._stand(inside=True)
            self._show_wait(m, timeout)
            if self._due:
                events, self._due = self._due, []
                return events
            got = self._take(None if end is None else max(0.0, end - self.now()))
            if not got:
                return []
            self._sort(got)

    def _without_screen_key(self, events: list[Event]) -> list[Event]:
        """When all is over, any key will do but the one for the other screen."""
        if ("key", SCREEN_KEY) in events:
            self.do_screen()
        return [event for event in events if event[1] != SCREEN_KEY]

    def _come_back(self) -> None:
        """The program was begun again, and is where it is to go on."""
        self.watcher.listen()
        self._stop = self._stand_then
        self._stand_then = False

    def _take(self, timeout: float | None) -> list[Event]:
        if self._raw:
            events, self._raw = self._raw, []
            return events
        return self.inner.wait(self.machine, timeout)

    def _sort(self, events: list[Event]) -> None:
        """The program runs: nearly all is for it. What comes after the key that stops it is not looked at yet."""
        while events and not self._stop:
            event = events.pop(0)
            name = typed(event)
            if name in FUNCTION:
                self._do(FUNCTION[name], event)
            elif not self._swallowed(event, FUNCTION):
                self._due.append(event)
        self._raw += events

    def _swallowed(self, event: Event, keys: Iterable[str]) -> bool:
        """Is it a key going down or up that is none of the program's business?"""
        kind, name = event
        if kind == "down" and (name in keys or name == self._stroke):
            self._mine.add(name)
            return True
        if kind == "up" and name in self._mine:
            self._mine.discard(name)
            return True
        if kind in ("text", "key"):
            self._stroke = ""
        return False

    # from the watcher

    def pulse(self) -> None:
        """The program computes: look whether somebody wants something."""
        now = self.inner.now()
        if now - self._looked < OFTEN:
            return
        self._looked = now
        wanted, self.machine.keyboard.wanted = self.machine.keyboard.wanted, False
        self._sort(self._take(0))
        self.machine.keyboard.wanted = wanted
        self._tell_program()
        if self._stop:
            self._slow = self._stop = False
            self.watcher.step()
        elif now - self._shown >= LIVELY:
            self._show(RUNS)

    def arrived(self) -> None:
        """It is again where it was: from here on it is another game."""
        if recorder := self._recorder:
            recorder.cut_here(self.machine)

    def reached(self) -> None:
        """A line that was asked for is about to run."""
        if self._slow and not self.watcher.hit:
            self._hold(1 / self.lines)
        else:
            self._stand()

    def _tell_program(self) -> None:
        """There is something for the program, which is not waiting for it."""
        if self._due:
            self.machine.attention = True

    # standing still

    def _stand(self, inside: bool = False) -> None:
        """Stand still until a key says otherwise. inside: in the middle of a line."""
        m, before = self.machine, self.inner.now()
        here = self.watcher.position
        self._stops = [*(one for one in self._stops if one < here), *([here] if inside else [])]
        wanted = m.keyboard.wanted
        self._slow = self._stop = self._stand_then = False
        self._standing = True
        try:
            while self._standing:
                self._show(STOPPED)
                m.keyboard.wanted = True
                events = self._take(None)
                while events and self._standing:
                    self._judge(events.pop(0))
                self._raw += events
        finally:
            self._stood += self.inner.now() - before
            self._standing = self.typing = False
            self.chooser = None
            m.keyboard.wanted = wanted
        self.said = ""
        self._stops += [here] if not inside else []
        self.pictures.compare(self.watcher)
        self._tell_program()

    def _hold(self, seconds: float) -> None:
        """Stand still for a while; keys are for the program."""
        m, before = self.machine, self.inner.now()
        wanted, m.keyboard.wanted = m.keyboard.wanted, False
        self._show(SLOW)
        try:
            while not self._stop and (left := before + seconds - self.inner.now()) > 1e-6:
                self._sort(self._take(left))
        finally:
            self._stood += self.inner.now() - before
            m.keyboard.wanted = wanted
        if self._stop:
            self._stand()
        else:
            self.pictures.compare(self.watcher)
            self._tell_program()

    def _judge(self, event: Event) -> None:
        """The program stands still: what is typed is for study, unless it is to wait for the program."""
        kind, name = event
        if kind == "rewind":
            self.do_back()
        elif kind in ("text", "key"):
            self._typed(event)
        elif kind == "down" and not (self.typing and name not in TYPING):
            self._mine.add(name)
        elif kind != "mouse" or name.endswith(" 0"):
            self._due += [] if self._swallowed(event, ()) else [event]

    def _typed(self, event: Event) -> None:
        keys = CHOOSING if self.chooser else TYPING if self.typing else STANDING
        action = keys.get(typed(event))
        if action is not None:
            self._do(action, event)
        elif self.typing:
            self._due.append(event)
            self.said = "Waiting for the program: " + " ".join(typed(one) for one in self._due if typed(one))

    def _show(self, state: str, error: Exception | None = None) -> None:
        self._shown = self.inner.now()
        self._other = self._other and state == self.state
        self.state = state
        self.pictures.show(self.watcher, self, error)
        self._put_ahead()

    def _show_wait(self, m: Machine, timeout: float | None) -> None:
        """Show a program that waits, at once if it may be long."""
        waits = m.keyboard.wanted and (timeout is None or timeout >= WAITS)
        if waits or self.inner.now() - self._shown >= LIVELY:
            self._show(WAITING if waits else SLOW if self._slow else RUNS)

    def _do(self, action: str, event: Event) -> None:
        """Do what a key says."""
        self._stroke = key_of(event)
        getattr(self, f"do_{action}")()
