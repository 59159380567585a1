"""A session connects one machine with one view. The machine calls nothing else.

The log of a game is its timeline: every wait returns the events at its position in the log, or after the log's end
the user's, which are added to it. To go back, to resume and to show a game, its program is run again with its log.

The machine's clock moves only in waits. A wait that times out moves the game's clock by exactly its timeout, and the
log only counts it. The user's clock runs ahead of the game's by the time that the program computed; the next waits are
shorter by as much. So a replayed game is the same in every view, to the last bit of its clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from retro.basic.errors import Escape, error_message
from retro.display.vdu import VDU
from retro.input.events import AllUp, Event, Rewind, Wanted
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.speed import CONTENTION, FAST_FACTOR, PacedVDU, TimedVDU
from retro.machine.tape import GameTape
from retro.machine.view import Leave, Program, View
from retro.session.clock import Clock
from retro.session.entries import first_page
from retro.session.event_log import DONE, ESCAPED, FAILED, OFF, End, EventLog, LogEntry, is_press
from retro.session.format import LONGEST_TEXT
from retro.session.game import Game, Player
from retro.session.log_reader import MILLISECOND, LogReader, ReplayDiverged, screen_checksum
from retro.session.log_writer import LogWriter
from retro.session.overlay import Overlay
from retro.session.replay import FastForward, Replay, ScreenMute, Viewer
from retro.session.settings import SettingsStore
from retro.sound.notes import Note

LARGEST_LAG = 0.02  # seconds that the game's clock may be behind
TIME_TOLERANCE = 1e-6  # seconds: clocks are sums of fractions

# The kinds of end, of ENDS, that exceptions are; others are failures.
KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (Escape, ESCAPED),
    (PowerOff, OFF),
    (KeyboardInterrupt, OFF),
    (SystemExit, DONE),
)


class Restart(BaseException):
    """Raised to restart the program, which then replays its log up to the point where it continues."""


class Session(Player):
    """The connection of one machine with one view, and the player of games on it.

    Attributes:
        view, machine: the view that shows the machine, and the machine.
        clock: the user's clock, which stops while a page is open.
        overlay: the pages over the picture; None if the session has no pages.
        game: the game that is played.
        events: returns the user's events for the program: the method `user`, or a method of live study or of the
            watcher of program files, which calls `user`.
        tape: the tape as the game sees it.
        on_events: called with the events of each wait.
    """

    machine: Machine
    tape: GameTape

    def __init__(
        self, view: View, title: str = "", store: SettingsStore | None = None, *, has_pages: bool = True
    ) -> None:
        self.view, self.clock = view, Clock(view.now)
        self._game = Game(title=title)
        self.overlay = Overlay(self, store or SettingsStore(), first_page) if has_pages else None
        self.events: Callable[[float | None, Wanted | None], Sequence[Event]] = self.user
        self.on_events: Callable[[Sequence[Event]], None] = lambda events: None
        self._mode, self._file, self._writer = Replay(), "", LogWriter()
        self.screen_mute = ScreenMute()
        self.replay: Replay | None = None
        self._closed = True  # nothing is recorded
        self._restarting = self._wait_has_raised = False
        self._now = self._origin = 0.0

    def run(self, program: Program, seed: int = 1) -> Machine:
        """Switch a machine on at the view, run a program to its end, and return the machine."""

        def begin(m: Machine) -> object:
            self.switch_on(m)
            return program(m)

        return self.view.run(begin, seed)

    def switch_on(self, m: Machine) -> None:
        """Connect a machine to the view."""
        self.machine, m.front, m.advise = m, self, self.say
        self.clock = Clock(self.view.now)
        if self.overlay:
            self.overlay.begin(m)

    # what the machine calls

    def now(self) -> float:
        """Return the seconds since power-on, as of the last wait."""
        return self.replay.now if self.replay else self._now

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the log's events at this position, or after its end the user's, which are added to it."""
        if self._restarting:
            raise Restart
        m = self.machine
        if self._closed:
            events = self.ask(timeout, wanted)
            self._now = max(self._now, self.time())
            return events
        try:
            replayed = self.replay.read(m, timeout) if self.replay else None
            if replayed is None:
                self.cut_here(m)
                events = self._live(m, timeout, wanted)
            else:
                events = replayed
        except BaseException:
            self._wait_has_raised = True
            raise
        self.on_events(events)
        return events

    def note(self, note: Note) -> None:
        """Play a note, whose start is by the game's clock."""
        offset = self.replay.offset() if self.replay else self._origin
        if offset is not None:
            self.sound(note._replace(start=note.start + offset))

    # the user

    def ask(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the user's events for the program, after study or the watcher of files has handled its own."""
        return self.events(timeout, wanted)

    def user(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the user's events, after the pages have handled theirs. timeout: by the user's clock."""
        if self.overlay:
            return self.overlay.events(timeout, wanted)
        return self.view.wait(self.clock.until(timeout), wanted)

    def sound(self, note: Note) -> None:
        """Play a note, whose start is by the user's clock."""
        if self.overlay:
            self.overlay.note(note)
        elif sounding := self.clock.sounding(note):
            self.view.note(sounding)

    def say(self, sentence: str) -> None:
        """Show a sentence as a notice for some seconds."""
        (self.overlay or self.view).say(sentence)

    def show(self, m: Machine, seconds: float) -> None:
        """Show the screen for some seconds in which the game's clock stands still; a replay shows it as long.

        The next wait returns the keys typed meanwhile.
        """
        if self._closed or self._restarting:
            return
        if self.replay:
            self.replay.show_until(m, self.replay.now + seconds)
            return
        with self.time_out() as start:
            while (left := start + seconds - self.clock.now()) > 0:
                self._mode.ahead += self._ask_in_game(m, left, None)

    def time(self) -> float:
        """Return the time in the game, in seconds, that the user's clock has reached."""
        return self.clock.now() - self._origin

    @contextmanager
    def time_out(self) -> Iterator[float]:
        """Exclude the time spent in the block from the game's time; yield the user's time at its start."""
        start = self.clock.now()
        try:
            yield start
        finally:
            self._origin += self.clock.now() - start

    # a game

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game
        self.view.set_title(game.title)

    def play(self, game: Game) -> object:
        """Play a game to its end; return its result, or the `Next` program if the user has left it for another.

        Raises ReplayDiverged, and what the program raises.
        """
        before, self.game = self.game, game
        try:
            with game.context(self):
                return game.load()(self.machine) if game.header is None else self._play(game, game.header.seed)
        except Leave as leave:
            return leave.next
        finally:
            self.game = before

    def _play(self, game: Game, seed: int) -> object:
        m = self.machine
        m.power_on(seed)
        for sink in game.sinks:
            sink.machine = m
        self._writer, self._mode, self._file, self._closed = LogWriter(game.sinks), game.mode, game.path, False
        self.tape = m.tape = GameTape(game.tape, self._record_tape_read)
        if game.pace:

            def spend(seconds: float) -> None:
                if m.paced:
                    self.show(m, game.pace * seconds)

            m.use_driver(lambda screen, bell, _: PacedVDU(screen, bell, spend))
        try:
            while True:
                self._begin(m)
                try:
                    return self._run(m, game)
                except Restart:
                    m.power_on(seed)
        finally:
            for failure in (*(sink.failure for sink in game.sinks), self.tape.failure):
                if failure:
                    game.tell(failure)

    def _run(self, m: Machine, game: Game) -> object:
        try:
            result = game.load()(m)
        except Restart:
            raise
        except ReplayDiverged:
            self.close(m)
            raise
        except BaseException as error:
            kind = next((kind for type_, kind in KINDS if isinstance(error, type_)), FAILED)
            self._end(m, kind, f"{type(error).__name__}: {error_message(error)}")
            raise
        self._end(m, DONE)
        return result

    def _begin(self, m: Machine) -> None:
        """Start the replay of the game's log on a machine that has just been switched on."""
        self._now, self._origin = 0.0, self.clock.now()
        self._restarting = self._wait_has_raised = False
        self.tape.begin({tape_read.name: tape_read.text for tape_read in self.log.tape_reads})
        replay, game = self._mode, self.game
        self.replay = replay
        program = game.header.program if game.header else ""
        replay.begin(self, self.log, LogReader(self.log, self._file, program, game.other_version))
        if replay.plays_on and not self.log.entries:
            self.tape.go_live()  # so that the program learns of a failed save before its first wait

    def _end(self, m: Machine, kind: str, message: str = "") -> None:
        """Record how the program ended. Raises ReplayDiverged if it ended otherwise in the log."""
        if kind != OFF and not self._wait_has_raised:
            if self.replay:
                if self._mode.changed is None:
                    self.replay.reader.check_end(m, kind)
                if self._mode.plays_on:
                    self._go_live()
            self.log.finish(
                End(kind, self.log.timeouts, m.statements, screen_checksum(m), message=message[:LONGEST_TEXT])
            )
        if self._writer.begun and self.log.end is not None:
            self._writer.end(self.log.end)
        self.close(m)

    def close(self, m: Machine) -> None:
        """Stop recording the game, without an end in its log; the program goes on."""
        self._stop_replay(m)
        self._closed = True
        self._writer.close(finished=False)

    # the log

    @property
    def log(self) -> EventLog:
        """The log of the game that is played."""
        return self._game.log

    @property
    def viewer(self) -> Viewer | None:
        """The replay if it is shown to the user, or None."""
        return self.replay if isinstance(self.replay, Viewer) else None

    @property
    def live(self) -> bool:
        """Whether a game is played and recorded now."""
        return self.replay is None and not self._closed

    @property
    def catching_up(self) -> bool:
        """Whether events of the game's log are still to be replayed."""
        return self.replay is not None and not self.replay.reader.ended

    @property
    def writes_file(self) -> bool:
        """Whether the log is written to any sink."""
        return self._writer.written

    def _live(self, m: Machine, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        due = None if timeout is None else self._now + timeout
        events, self._mode.ahead = self._mode.ahead, []
        if not events:
            events = self._ask_in_game(m, None if due is None else max(0.0, due - self.time()), wanted)
        events = self._without_rewinds(m, events)
        if events or not m.interrupting:
            self._record(m, due, events)
        return events

    def _ask_in_game(self, m: Machine, timeout: float | None, wanted: Wanted | None) -> list[Event]:
        try:
            return [*self.ask(timeout, wanted)]
        except Restart:
            raise
        except BaseException:
            self.log.finish(End(OFF, self.log.timeouts, m.statements, screen_checksum(m), m.interrupting))
            raise

    def _record(self, m: Machine, due: float | None, events: Sequence[Event]) -> None:
        time = self.time()
        if not events and due is not None and -TIME_TOLERANCE <= time - due <= LARGEST_LAG:
            self.log.timeouts += 1
            self._now = due
            return
        moment = max(0, int(time / MILLISECOND + TIME_TOLERANCE))
        screen = screen_checksum(m) if any(map(is_press, events)) else None
        entry = LogEntry(self.log.timeouts, m.statements, moment, events, m.interrupting, screen=screen)
        self._now = max(self._now, moment * MILLISECOND)
        self.log.add(entry)
        self._writer.add(entry)

    def _without_rewinds(self, m: Machine, events: list[Event]) -> list[Event]:
        """Take back a key press for each rewind event, and return the other events."""
        rewinds = [number for number, event in enumerate(events) if isinstance(event, Rewind)]
        if not rewinds:
            return events
        before, after = events[: rewinds[0]], [event for event in events[rewinds[0] :] if not isinstance(event, Rewind)]
        if not self.log.presses and not any(map(is_press, before)):
            return after
        if before:
            self._record(m, None, before)
        self.rewind_keys(m, min(len(rewinds), self.log.presses), after)
        return after

    def _record_tape_read(self, name: str, text: str | None) -> None:
        tape_read = self.log.add_tape_read(name, text)
        if self._writer.begun:
            self._writer.add_tape_read(tape_read)

    # other positions in the log

    def restart(self, m: Machine) -> None:
        """Raise Restart, to run the program again with its log."""
        self.screen_mute.hide(m)
        self._restarting = True
        raise Restart

    def rewind_keys(self, m: Machine, presses: int, typed: Sequence[Event] = ()) -> None:
        """Take back some key presses, if there are any, and type these events: raise Restart. Not in a replay."""
        if self.log.presses:
            self.log.back(presses)
            self._writer.back(presses)
            self._mode, self._file = FastForward(typed), ""
            self.restart(m)

    def replay_from_start(self, m: Machine, mode: Replay | None = None) -> None:
        """Replay the log from its start, hidden unless the mode shows it: raise Restart."""
        ahead, self._mode, self._file = self._mode.ahead, mode or FastForward(), ""
        self._mode.ahead = ahead
        self.restart(m)

    def cut_here(self, m: Machine) -> None:
        """End the replay, if there is one: drop the rest of the log, and play on from here."""
        if self.replay is None:
            return
        entries, timeouts = self.replay.reader.index, self.replay.reader.timeouts_read
        if self._writer.begun and entries < len(self.log.entries):
            self._writer.cut(entries, timeouts)
        self.log.cut_at(entries, timeouts)
        self._stop_replay(m)
        self._go_live()
        if self.log.holding:
            self._mode.ahead.insert(0, AllUp())

    def departed(self, presses: int) -> None:
        """Tell the user at which key press this version of the program diverges from the recording."""
        rest = "You play on from here" if self._mode.plays_on else "RETURN plays on from here"
        sentence = f"Another version played this: it was another game from key {presses + 1} on. {rest}"
        if self.overlay:
            self.overlay.say(sentence)
        self.game.tell(sentence)

    def _stop_replay(self, m: Machine) -> None:
        """End the replay, if there is one, with the game's clock at the replay's time."""
        if self.replay:
            self._now, self.replay = self.replay.now, None
            self._origin = self.clock.now() - self._now
        m.interrupt_at(None)
        self.screen_mute.lift(m)

    def _go_live(self) -> None:
        if not self._writer.begun and self.game.header:
            self._writer.begin(self.game.header, self.log)
        self.tape.go_live()


def session_of(m: Machine) -> Session:
    """Return the machine's session; without one, connect the machine to a new session that has no pages."""
    if not isinstance(m.front, Session):
        assert isinstance(m.front, View)
        Session(m.front, has_pages=False).switch_on(m)
    assert isinstance(m.front, Session)
    return m.front


def played(game: Game) -> Program:
    """Return a program that plays a game in the session of its machine."""
    return lambda m: session_of(m).play(game)


def use_times(m: Machine, timed: bool) -> None:
    """Choose whether drawing and computing take the time that they take on the Electron, or none."""
    if timed == (m.take_time is not None):
        return
    if timed:
        m.use_driver(TimedVDU)
        m.take_time = lambda seconds: m.delay(seconds * CONTENTION.get(m.screen.mode.number, 1.0))
    else:
        m.use_driver(lambda screen, bell, spend: VDU(screen, bell))
        m.take_time = None


def at_speed(program: Program, speed: str) -> Program:
    """Make a program run at one of SPEEDS.

    normal: only waits take time, and in a game with a pace drawing. authentic: every VDU code, and the statements of a
    BASIC program, take as long as on the Electron. fast: as normal, but all times are divided by FAST_FACTOR.
    """

    def run(m: Machine) -> object:
        was_timed = m.take_time is not None
        use_times(m, speed == "authentic")
        if speed == "fast":
            session_of(m).clock.speed = FAST_FACTOR
        try:
            return program(m)
        finally:
            use_times(m, was_timed)  # of the menu, or of the program before

    return run
