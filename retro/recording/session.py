"""A program that is recorded while it runs, that can be begun from a log, and taken back key by key."""

from __future__ import annotations

from contextlib import suppress

from retro.errors import Escape
from retro.frontend import PowerOff
from retro.machine import said
from retro.recording.feed import Astray
from retro.recording.journal import Journal
from retro.recording.log import DONE, ESCAPED, FAILED, OFF, Log
from retro.recording.recorder import Recorder, Rewind, Unseen
from retro.tape import MemoryTape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.frontend import FrontEnd, Program
    from retro.machine import Machine
    from retro.recording.file import Header
    from retro.recording.journal import Sink
    from retro.recording.recorder import Screening
    from retro.tape import Tape

KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (Escape, ESCAPED),
    (PowerOff, OFF),
    (KeyboardInterrupt, OFF),
    (SystemExit, DONE),
)


class Session:
    """A program for a front end: it plays another one, and keeps its log.

    load: gives the program itself, and is called again for each rewind. header: what to call it in a recording.
    log: what has been played already, of the file of that name. sinks: where the log is written.
    tape: what the program's tape is. screening: how the log is shown as far as it goes. tell: called at the end
    with a sentence for each thing that could not be written.
    """

    def __init__(
        self,
        load: Callable[[], Program],
        header: Header,
        *,
        log: Log | None = None,
        name: str = "",
        sinks: Sequence[Sink] = (),
        tape: Tape | None = None,
        screening: Screening | None = None,
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._load, self._header = load, header
        self.log, self._name = log or Log(), name
        self._sinks = sinks
        self._tape = tape or MemoryTape()
        self._screening = screening or Unseen()
        self._tell = tell

    def __call__(self, m: Machine) -> object:
        """Run it, from power-on, until it ends or is switched off. Raises Astray, and what the program raises."""
        m.power_on(self._header.seed)
        recorder = m.front = self._recorder(m.front)
        m.tape = recorder.tape
        try:
            while True:
                recorder.begin(m)
                with suppress(Rewind):
                    return self._run(m, recorder)
                m.power_on(self._header.seed)
        finally:
            for trouble in (*(sink.trouble for sink in self._sinks), recorder.tape.trouble):
                if trouble:
                    self._tell(trouble)

    def _recorder(self, front: FrontEnd) -> Recorder:
        # The menu plays one program after the other, each with a recorder of its own.
        inner = front.inner if isinstance(front, Recorder) else front
        journal = Journal(self._sinks)
        return Recorder(inner, self._header, self.log, journal, self._tape, self._screening, self._name)

    def _run(self, m: Machine, recorder: Recorder) -> object:
        try:
            result = self._load()(m)
        except Rewind:
            raise
        except Astray:
            recorder.close(m)
            raise
        except BaseException as error:
            recorder.end(m, kind_of(error), f"{type(error).__name__}: {said(error)}")
            raise
        recorder.end(m, DONE)
        return result


def kind_of(error: BaseException) -> str:
    """How a game ends that ends like this."""
    return next((kind for type_, kind in KINDS if isinstance(error, type_)), FAILED)
