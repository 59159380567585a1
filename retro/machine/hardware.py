"""A machine without BASIC's statements: display, keyboard, sound, tape and random numbers, connected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from retro.basic.pages import Page
from retro.basic.print_format import Printer
from retro.basic.rnd import Rnd
from retro.display.screen import Screen
from retro.display.vdu import VDU, plot_bytes
from retro.input.events import ANY_KEY
from retro.machine.frontend import FrontEnd
from retro.machine.scheduling import Scheduler
from retro.machine.tape import MemoryTape, Tape
from retro.sound.channels import Sound
from retro.sound.notes import Note


class Hardware(Scheduler):
    """A machine without BASIC's statements.

    Attributes:
        screen, keyboard, vdu_driver, sound_system, tape: its parts.
        words: returns the screen described as text; None: the characters on the screen are readable.
        standing: returns how the game stands, in a few words for the menu; "" if there is none.
        own_pages: returns the pages that the program adds to F1's.
        advise: shows the user a notice.
        paced: whether drawing takes time in a program with a pace; a program may set it.
    """

    def __init__(self, front: FrontEnd, font: Mapping[int, bytes], seed: int = 1) -> None:
        super().__init__(front)
        self.tape: Tape = MemoryTape()
        self._envelopes = "electron"
        self.advise: Callable[[str], None] = lambda sentence: None
        self.screen = Screen(font)
        self.screen.pager.wait = self._page_full
        self._copies: list[bytearray] = []
        self._use(VDU(self.screen, self._bell))
        self._reset(seed)

    def _reset(self, seed: int) -> None:
        self._reset_clock()
        self._reset_statements()
        self._rnd = Rnd()
        self._rnd(-seed)

    def _reset_statements(self) -> None:
        """Reset the state of PRINT, SOUND, ENVELOPE and the program's own pages, as BREAK does."""
        self._printer = Printer()
        self.sound_system = Sound(self._envelopes)
        self.words: Callable[[], str] | None = None
        self.whole: Callable[[], str] | None = None
        self.standing: Callable[[], str] = str
        self.own_pages: Callable[[], Sequence[Page]] = tuple
        self._wanted_keys = ANY_KEY
        self.paced = True

    def power_on(self, seed: int) -> None:
        """Restart the machine with a seed. It keeps its screen, tape, VDU driver, `take_time` and front end."""
        self.play(self.sound_system.silence(self.worked_until))
        self._reset(seed)
        self.interrupt_at(None)
        self.vdu_driver.restart()

    def _use(self, driver: VDU) -> None:
        self.vdu_driver = driver
        self.screen.text_plane.ready = {}
        copies = self._copies

        def write_and_copy(data: bytes) -> None:
            for copy in copies:
                copy.extend(data)
            driver.write(data)

        self.write = write = write_and_copy if copies else driver.write
        if driver.has_shortcuts and not copies:
            self._write_one, self._write_plot = driver.write_one, driver.write_plot
        else:
            self._write_one = lambda code: write(bytes((code,)))
            self._write_plot = lambda k, x, y: write(plot_bytes(k, x, y))

    def copy_stream(self, copy: bytearray) -> None:
        """Append all bytes that are sent to the display from now on to `copy`, too."""
        self._copies = [*self._copies, copy]
        self._use(self.vdu_driver)

    def end_copy(self, copy: bytearray) -> None:
        """Stop appending the bytes that are sent to the display to this buffer."""
        self._copies = [other for other in self._copies if other is not copy]
        self._use(self.vdu_driver)

    def use_driver(self, kind: Callable[[Screen, Callable[[], None], Callable[[float], None]], VDU]) -> None:
        """Replace the VDU driver by `kind(screen, bell, delay)`; `delay` takes seconds."""
        self._use(kind(self.screen, self._bell, self.delay))

    def _page_full(self) -> None:
        """In page mode, wait for SHIFT before the page scrolls."""
        self.screen.changed()
        self.keyboard.forget_presses()
        while not self.keyboard.pressed("SHIFT"):
            self._wait(None)

    # sound

    def play(self, notes: Iterable[Note]) -> None:
        """Pass notes of the machine's sound on to the front end."""
        for note in notes:
            self.front.note(note)

    def _bell(self) -> None:
        self.play(self.sound_system.bell(self.worked_until))

    # ESCAPE

    def _abandon_input(self) -> None:
        self.keyboard.flush()
        self.vdu_driver.abandon()
        self.play(self.sound_system.silence(self.worked_until))
