"""A program that is recorded while it runs, goes on from a log, and is rewound key by key."""

from __future__ import annotations

from contextlib import suppress

from retro.basic.errors import Escape, error_message
from retro.machine.frontend import PowerOff
from retro.machine.speed import PacedVDU
from retro.machine.tape import MemoryTape
from retro.recording.event_log import DONE, ESCAPED, FAILED, OFF, EventLog
from retro.recording.log_reader import ReplayDiverged
from retro.recording.log_writer import LogWriter
from retro.recording.playback import FastForward
from retro.recording.recorder import Recorder, Restart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.machine.machine import Machine
    from retro.machine.tape import Tape
    from retro.machine.view import Program
    from retro.recording.format import Header
    from retro.recording.log_writer import Sink
    from retro.recording.playback import PlaybackMode

# The kinds of end, of ENDS, that exceptions are; others are failures.
KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (Escape, ESCAPED),
    (PowerOff, OFF),
    (KeyboardInterrupt, OFF),
    (SystemExit, DONE),
)


class RecordedGame:
    """A program for a front end that runs another one in a recorder."""

    def __init__(
        self,
        load: Callable[[], Program],
        header: Header,
        *,
        log: EventLog | None = None,
        name: str = "",
        sinks: Sequence[Sink] = (),
        tape: Tape | None = None,
        mode: PlaybackMode | None = None,
        tell: Callable[[str], None] = lambda sentence: None,
        pace: float = 0.0,
    ) -> None:
        """Record a program, or go on with a log of it, which is from the file `name`.

        pace: How many times as long as on the Electron it takes to draw; 0: no time.

        `load` returns the program itself, and is called again for each rewind. `tell` is called at the end with a
        sentence for each thing that could not be written.
        """
        self._load, self.header, self._name = load, header, name
        self.log, self._tape, self._mode = log or EventLog(), tape or MemoryTape(), mode or FastForward()
        self._sinks, self._tell, self._pace = sinks, tell, pace

    def __call__(self, m: Machine) -> object:
        """Run the program from power-on. Raises ReplayDiverged, and what the program raises."""
        m.power_on(self.header.seed)
        for sink in self._sinks:
            sink.screen = m.screen
        # The menu plays one program after the other, each with a recorder of its own.
        inner = m.front.inner if isinstance(m.front, Recorder) else m.front
        writer = LogWriter(self._sinks)
        recorder = m.front = Recorder(inner, self.header, self.log, writer, self._tape, self._mode, self._name)
        m.tape = recorder.tape
        if self._pace:
            m.use_driver(lambda screen, bell, _: PacedVDU(screen, bell, lambda s: recorder.show(m, self._pace * s)))
        try:
            while True:
                recorder.begin(m)
                with suppress(Restart):
                    return self._run(m, recorder)
                m.power_on(self.header.seed)
        finally:
            for failure in (*(sink.failure for sink in self._sinks), recorder.tape.failure):
                if failure:
                    self._tell(failure)

    def _run(self, m: Machine, recorder: Recorder) -> object:
        try:
            result = self._load()(m)
        except Restart:
            raise
        except ReplayDiverged:
            recorder.close(m)
            raise
        except BaseException as error:
            kind = next((kind for type_, kind in KINDS if isinstance(error, type_)), FAILED)
            recorder.end(m, kind, f"{type(error).__name__}: {error_message(error)}")
            raise
        recorder.end(m, DONE)
        return result
