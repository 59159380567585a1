"""The recorder: a front end around a front end. It writes down what came through the seam, and gives it again.

The machine's clock moves only in waits. A wait that ends as it was asked to, with nothing, moves the recorder's clock
by exactly what was asked for, and is only counted; the clock of the front end inside runs ahead of it by what the
program took to compute, and the next waits are shorter for it. So a game is the same again, to the last bit of its
clock, whatever it is replayed in.
"""

from __future__ import annotations

from retro.frontend import PowerOff
from retro.notes import Note
from retro.recording.feed import MILLISECOND, Feed, look
from retro.recording.log import OFF, End, Entry, is_press
from retro.tape import GameTape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from retro.frontend import FrontEnd, Program
    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.recording.file import Header
    from retro.recording.journal import Journal
    from retro.recording.log import Log
    from retro.tape import Tape

    class Screening(Protocol):
        """How a log is shown while it is read.

        goes_on: when it is over, the game is played on at once.
        """

        goes_on: bool

        def hides(self, feed: Feed) -> bool:
            """Is what happens now not to be seen?"""

        def passes(self, recorder: Recorder, m: Machine, until: float) -> bool:
            """Time passes from `recorder.now()` until then; the screen is what it was. True: play on from here."""

        def over(self, recorder: Recorder, m: Machine) -> bool:
            """The log is over: play on from here? Else the machine is switched off."""

        def typed(self, recorder: Recorder, m: Machine, events: list[Event]) -> None:
            """Take what was typed meanwhile."""

        def offset(self, recorder: Recorder) -> float | None:
            """How far the clock of the front end inside is ahead; None: no notes are played."""


LATE = 0.02  # seconds that the recorder's clock may be behind
NEARLY = 1e-6  # seconds: clocks are sums of fractions
OFTEN = 1000  # waits that are read unseen between two looks at the front end


class Rewind(BaseException):
    """The program is to be begun again, and read its log up to where it is to go on."""


class Unseen:
    """Read the log as fast as it goes, without showing it, and play on."""

    goes_on = True

    def hides(self, feed: Feed) -> bool:
        """All of it."""
        return True

    def passes(self, recorder: Recorder, m: Machine, until: float) -> bool:
        """No time."""
        return False

    def over(self, recorder: Recorder, m: Machine) -> bool:
        """Play on."""
        return True

    def typed(self, recorder: Recorder, m: Machine, events: list[Event]) -> None:
        """It is for later."""
        recorder.ahead += events

    def offset(self, recorder: Recorder) -> float | None:
        """No notes."""
        return None


class Recorder:
    """The machine's front end while a game is recorded or replayed.

    inner: the front end around which it is. journal: where the log is written down, once the game is live.
    screening: how the log is shown as far as it goes. name: the file it is from, empty if it is from none.
    ahead: what was typed while the log was read.
    """

    def __init__(
        self, inner: FrontEnd, header: Header, log: Log, journal: Journal, tape: Tape, screening: Screening, name: str
    ) -> None:
        self.inner, self.log = inner, log
        self.ahead: list[Event] = []
        self.tape = GameTape(tape, self._found)
        self._header, self._journal = header, journal
        self._screening, self._name = screening, name
        self._alert: Callable[[], None] | None = None
        self._closed = False

    def begin(self, m: Machine) -> None:
        """The machine has just been switched on; what the log has is to be read."""
        self._now, self._origin = 0.0, self.inner.now()
        self.feed = Feed(self.log, self._name)
        self._reading, self._stopped, self._count = True, False, 0
        self._from_outside = False
        self.tape.begin({touch.name: touch.text for touch in self.log.touches})
        self._ready(m)

    # the front end

    def run(self, program: Program, seed: int) -> Machine:
        """Run it in the front end inside."""
        return self.inner.run(program, seed)

    def now(self) -> float:
        """Seconds since power-on, as of the last wait."""
        return self._now

    def note(self, note: Note) -> None:
        """Have a note played, by the clock of the front end inside."""
        offset = self._screening.offset(self) if self._reading else self._origin
        if offset is not None:
            self.inner.note(Note(note.start + offset, note.length, note.steps, note.again, note.period))

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Give what the log says, or what happens, and write that down."""
        if self._stopped:
            raise Rewind
        if self._closed:
            return self._pass(m, timeout)
        try:
            events = self._read(m, timeout) if self._reading else None
            return self._live(m, timeout) if events is None else events
        except BaseException:
            self._from_outside = True
            raise

    def _clock(self) -> float:
        return self.inner.now() - self._origin

    # live

    def _live(self, m: Machine, timeout: float | None) -> list[Event]:
        due = None if timeout is None else self._now + timeout
        events = self._without_rewinds(m, self._news(m, due))
        if events or not m.attending:
            self._note_down(m, due, events)
        return events

    def _news(self, m: Machine, due: float | None) -> list[Event]:
        events, self.ahead = self.ahead, []
        if events:
            return events
        try:
            return self.inner.wait(m, None if due is None else max(0.0, due - self._clock()))
        except Rewind:
            raise
        except BaseException:
            self.log.finish(End(OFF, self.log.calm, m.statements, look(m), m.attending))
            raise

    def _note_down(self, m: Machine, due: float | None, events: list[Event]) -> None:
        clock = self._clock()
        if not events and due is not None and -NEARLY <= clock - due <= LATE:
            self.log.calm += 1
            self._now = due
            return
        entry = Entry(self.log.calm, m.statements, max(0, int(clock / MILLISECOND + NEARLY)), events, m.attending)
        self._now = max(self._now, entry.moment * MILLISECOND)
        self.log.add(entry)
        self._journal.add(entry)

    def _without_rewinds(self, m: Machine, events: list[Event]) -> list[Event]:
        """Take keys back, if that is what was asked for and there are any."""
        first = next((number for number, event in enumerate(events) if event[0] == "rewind"), None)
        if first is None:
            return events
        before = events[:first]
        after = [event for event in events[first:] if event[0] != "rewind"]
        if not self.log.presses and not any(map(is_press, before)):
            return after
        if before:
            self._note_down(m, None, before)
        self._rewind(m, min(len(events) - len(before) - len(after), self.log.presses), after)
        return []

    def _rewind(self, m: Machine, presses: int, typed: list[Event]) -> None:
        self.log.back(presses)
        self._journal.back(presses)
        self.ahead = typed
        self._screening, self._name = Unseen(), ""
        self.restart(m)

    @property
    def catching_up(self) -> bool:
        """Is there something in the log that is still to be read?"""
        return self._reading and not self.feed.over

    @property
    def written_down(self) -> bool:
        """Is the log written to a file?"""
        return self._journal.written

    def take_back(self, m: Machine) -> None:
        """Take the last key press back, if there is one: it raises Rewind. The game must be live."""
        if self.log.presses:
            self._rewind(m, 1, [])

    def begin_again(self, m: Machine) -> None:
        """Begin again, and read the log unseen; it raises Rewind. Not for one that is written to a file."""
        self._screening, self._name = Unseen(), ""
        self.restart(m)

    def cut_here(self, m: Machine) -> None:
        """Forget what the log has from here on, and play on."""
        if self._reading:
            self.log.cut_at(self.feed.index, self.feed.passed)
            self._go_live(m)

    def restart(self, m: Machine) -> None:
        """Begin again, and read the log from its start."""
        self._veil(m)
        self._stopped = True
        raise Rewind

    def _found(self, name: str, text: str | None) -> None:
        touch = self.log.touch(name, text)
        if self._journal.begun:
            self._journal.touch(touch)

    # reading

    def _read(self, m: Machine, timeout: float | None) -> list[Event] | None:
        """Give what the log says; None when the game is played on from here."""
        feed, screening = self.feed, self._screening
        if m.attending and not feed.due(m) and not (feed.over and screening.goes_on):
            self._glance(m)
            return []
        if feed.over:
            self._read_out(m)
            return None
        until = feed.next_moment(m, timeout, self._now)
        if screening.passes(self, m, until):
            self.log.cut_at(feed.index, feed.passed)
            self._go_live(m)
            return None
        self._now = until
        events = feed.take()
        self._ready(m)
        return events

    def _read_out(self, m: Machine) -> None:
        self.feed.check_wait(m)
        if not self._screening.over(self, m):
            raise PowerOff
        self.log.end = None
        self._go_live(m)

    def _ready(self, m: Machine) -> None:
        """Make ready for what comes next in the log."""
        feed = self.feed
        m.attention_at(feed.appointment)
        if feed.read_out:
            self.tape.read_out()
        if feed.over or not self._screening.hides(feed):
            self._unveil(m)
            return
        self._veil(m)
        self._count += 1
        if self._count % OFTEN == 0:
            self._glance(m)

    def _glance(self, m: Machine) -> None:
        """Look whether the user wants something, or the machine is switched off."""
        m.keyboard.wanted = False
        self._screening.typed(self, m, self.inner.wait(m, 0))
        m.attention_at(self.feed.appointment)

    def _go_live(self, m: Machine) -> None:
        self._reading = False
        self._origin = self.inner.now() - self._now
        m.attention_at(None)
        self._unveil(m)
        self._begin_journal()
        self.tape.go_live()
        if self.log.holding:
            self.ahead.insert(0, ("all up", ""))

    def _begin_journal(self) -> None:
        if not self._journal.begun:
            self._journal.begin(self._header, self.log)

    def _veil(self, m: Machine) -> None:
        """Have nobody told that the screen has changed. The front end may ask again meanwhile; it asks the same."""
        if m.screen.alert is not None:
            self._alert, m.screen.alert = m.screen.alert, None

    def _unveil(self, m: Machine) -> None:
        if self._alert is not None:
            m.screen.alert, self._alert = self._alert, None
            m.screen.changed()

    # the end

    def close(self, m: Machine) -> None:
        """The game is over, and how it ended is not written down; the front end inside goes on."""
        if self._reading:
            self._origin = self.inner.now() - self._now
        self._reading, self._closed = False, True
        m.attention_at(None)
        self._unveil(m)
        self._journal.close(finished=False)

    def end(self, m: Machine, kind: str, said: str = "") -> None:
        """The program has ended. Raises Astray if it ended otherwise in the log that was read."""
        if kind != OFF and not self._from_outside:
            if self._reading:
                self.feed.check_end(m, kind)
                if self._screening.goes_on:
                    self._begin_journal()
            self.log.finish(End(kind, self.log.calm, m.statements, look(m), said=said))
        if self._journal.begun and self.log.end is not None:
            self._journal.end(self.log.end)
        self.close(m)

    def _pass(self, m: Machine, timeout: float | None) -> list[Event]:
        events = self.inner.wait(m, timeout)
        self._now = max(self._now, self._clock())
        return events
