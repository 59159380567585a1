"""Live study: a front end around a front end that can pause the program.

While the program is paused, keys go to study, the program's clock stops, and nothing is recorded. While it runs, all
keys but a few function keys go to the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

from retro.basic.errors import Escape
from retro.frontends.side_screen import SideScreen
from retro.input.events import ANY_KEY, Down, Event, Key, Mouse, Rewind, Side, Text, Up, Wanted, parse_keys
from retro.library.errors import LaunchError
from retro.listing.model import Study
from retro.machine.frontend import FrontEnd, PowerOff
from retro.machine.machine import Machine
from retro.recording.event_log import is_press
from retro.sound.notes import Note
from retro.study.live import keys
from retro.study.live.editing import Editing
from retro.study.live.timeline import Timeline
from retro.study.live.view import StudyScreen
from retro.study.procedure_index import ProcedureIndex
from retro.study.stops import Goal, Stops, turns_of
from retro.study.tracer import Activation, Position, StopReason, Tracer, untraced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.machine.view import Program

POLL = 0.02  # seconds between two polls of the keyboard while the program computes
REDRAW = 0.1  # seconds between two pictures of a program that runs
LONG_WAIT = 1.0  # seconds; a longer wait for a key is shown as a wait
FASTEST = 1000  # lines a second


class LiveStudy(Editing, FrontEnd):
    """The machine's front end while a program is studied.

    until: what to run to at the beginning; script: keys to type as soon as the program asks for them; lines: the number
    of lines a second when the program runs slowly; mode: "stopped", "running" or "slow", at the beginning; with_basic:
    whether the BASIC listing of a port runs beside it.
    """

    inner: FrontEnd

    def __init__(
        self,
        study: Study,
        side_screen: SideScreen,
        *,
        stops: Stops | None = None,
        until: Goal | None = None,
        script: str = "",
        lines: float = 4,
        mode: str = "stopped",
        with_basic: bool = False,
    ) -> None:
        self.index = ProcedureIndex(study, follows=True)
        study_screen = StudyScreen(study, side_screen, self.index)
        tracer = Tracer(self.index, stops or Stops(study))
        tracer.pulse, tracer.arrived, tracer.reached = self.pulse, self.arrived, self.reached
        tracer.entered = self._enter
        super().__init__(study, side_screen, study_screen, tracer, lines)
        self.turns, self._with_basic = turns_of(study), with_basic
        self._slowly, self._pause_next = mode == "slow", mode == "stopped"
        if mode == "running":
            self.tracer.run(until)
        elif mode == "stopped":
            self.message = keys.WELCOME
        side_screen.on_resize = study_screen.redraw
        self.tracer.resumed, self.tracer.passing = self._join, self._follow
        self.lockstep = self._new_lockstep()
        self._announce()
        self._paused_time = self._last_poll = self._last_redraw = 0.0
        self._own_keys: set[str] = set()  # keys that are held and do not concern the program
        self._last_key = ""  # the last key that study took, by its name in "down" events
        self._ended = self._leaves = False  # by Escape, the last key that the program got
        self._script = parse_keys(script)

    # around a program

    def around(self, program: Program) -> Program:
        """Return a program, recorder included, that runs with this front end around the machine's own."""

        def run(m: Machine) -> object:
            self.inner, m.front = m.front, self
            self.machine = m
            return program(m)

        return run

    def watched(self, program: Program) -> Program:
        """Return a program that runs `program` under the tracer."""

        def run(m: Machine) -> object:
            self._ended = False
            self.tracer.quiet = self._catching_up or self.tracer.sought is not None
            try:
                with self._beside(m):
                    self._begin()
                    result = (self._edition or program)(m)
            except Exception as error:
                if not isinstance(error, Escape):
                    self._stand_at(error)
                self._finish(None if isinstance(error, Escape) else error)
                raise
            finally:
                self.tracer.detach()
            self._finish(None)
            return result

        return run

    def _begin(self) -> None:
        """Trace the program from its start, or prepare to from the checkpoint of a seek."""
        seek, self._seeking = self._seeking, None
        if seek is None:
            self.timeline, self.future = Timeline(), None
        if seek and seek.checkpoint:
            self.tracer.prepare()
        else:
            self.tracer.attach()

    def _beside(self, m: Machine) -> AbstractContextManager[None]:
        """Let BASIC run beside the port, if it is to."""
        joins = self._seeking is not None and self._seeking.checkpoint is not None
        return self.lockstep.beside(m, self._recorder, joins) if self.lockstep else nullcontext()

    def _join(self) -> None:
        """Bring BASIC to where the tracer goes on."""
        if self.lockstep and self.tracer.stack:
            self.lockstep.join(self.tracer.stack[-1], self.tracer.position)

    @property
    def _catching_up(self) -> bool:
        return self._recorder.catching_up

    def _stand_at(self, error: Exception) -> None:
        """Pause where the program has failed: one may go back, or change it."""
        self.tracer.listen()
        self.arrived()
        with suppress(PowerOff):
            self._pause(keys.BROKEN, error, inside=True)

    def _finish(self, error: Exception | None) -> None:
        """Show the end of the program; pause there, as one may go back, unless it has failed or was left by Escape."""
        self.tracer.detach()
        self.tracer.listen()
        if self.lockstep and not self.study.base:
            self.message = self.lockstep.difference
        with suppress(PowerOff):
            if error is None and not self._leaves:
                self._pause(keys.ENDED)
        self._ended = True
        self._show(keys.ENDED if error is None else keys.FAILED, error)

    # the front end

    def now(self) -> float:
        """Return the seconds since power-on, without pauses."""
        return self.inner.now() - self._paused_time

    def note(self, note: Note) -> None:
        """Play a note, by the clock of the inner front end."""
        self.inner.note(Note(note.start + self._paused_time, note.length, note.steps, note.repeat_from, note.period))

    @untraced
    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the program's events, and obey the others; no time passes while the program is paused."""
        m = self.machine
        if self._ended:
            raise PowerOff
        if self._catching_up:
            return [event for event in self.inner.wait(timeout, wanted) if not isinstance(event, Side)]
        if self.tracer.quiet and m.interrupting:
            self._unread += self.inner.wait(0, None)
            return []
        if self.tracer.quiet:  # a restarted program has reached the position to go on at
            self.tracer.listen()
            self._stop_requested, self._pause_next = self._pause_next, False
        end = None if timeout is None else self.now() + timeout
        while True:
            if self._stop_requested:
                self._pause(inside=True)
            self._mark_time(m, timeout, wanted)
            if self._script and not self._for_program and (timeout is not None or wanted):
                return self._from_script(timeout or 0, wanted)
            if self._keeps_keys(timeout, wanted):
                self._pause(keys.ASKS, inside=True)
                self._let_wait = self.tracer.position if timeout is not None else None
                continue
            if self._called_last and self.tracer.until and not self._for_program and self._is_long(timeout, wanted):
                self._go_to_call(*self._called_last)
            self._show_wait(timeout, wanted)
            if self._for_program:
                events, self._for_program = self._for_program, []
                self._leaves = self.ends_by_escape and Key("ESCAPE") in events
                self.future = None if any(map(is_press, events)) else self.future
                return events
            events = self._poll(None if end is None else max(0.0, end - self.now()), wanted)
            if not events:
                return []
            self._dispatch(events)

    def _from_script(self, timeout: float, wanted: Wanted | None) -> list[Event]:
        """Return the next key of the script if the program asks for one; any other wait is over at once."""
        if wanted:
            return self._script.pop(0)
        self._paused_time -= timeout
        return []

    def _keeps_keys(self, timeout: float | None, wanted: Wanted | None) -> bool:
        """Return whether a step has ended in a wait for a key, and what is typed next is meant for study."""
        steps = not (self.tracer.runs_freely or self._slowly or self.typing or self._lets_wait)
        return steps and self._is_long(timeout, wanted) and not self._for_program

    @property
    def _lets_wait(self) -> bool:
        """Whether a step goes on with a wait for a key that ends by its time."""
        return self._let_wait == self.tracer.position

    def _mark_time(self, m: Machine, timeout: float | None, wanted: Wanted | None) -> None:
        """Add a wait to the timeline, as a checkpoint; as a turn if it is for a key and the notes name no turns."""
        if not m.interrupting:
            log = self._recorder.log
            self.timeline.add_checkpoint((len(log.entries), log.timeouts), self.tracer)
        if not self.turns and self._is_long(timeout, wanted):
            self.timeline.add_turn(self.tracer.position)

    def _is_long(self, timeout: float | None, wanted: Wanted | None) -> bool:
        return wanted is not None and (timeout is None or timeout >= LONG_WAIT)

    def _poll(self, timeout: float | None, wanted: Wanted | None = None) -> list[Event]:
        events, self._unread = self._unread, []
        return events or [*self.inner.wait(timeout, wanted)]

    def _dispatch(self, events: list[Event]) -> None:
        """Handle the events of a running program; those after a key that stops it are left for later."""
        while events and not self._stop_requested:
            self._dispatch_running(events.pop(0))
        self._unread += events

    def _dispatch_running(self, event: Event) -> None:
        if isinstance(event, Side):
            self.point_at(event)
            return
        name = keys.typed(event)
        if name and self._lets_wait:
            self._let_wait = None
            self._unread.append(event)
        elif name == "ESCAPE":
            self._stop_requested = True
            self.do_escape()
        elif name in keys.FUNCTION:
            self._do(keys.FUNCTION[name], event)
        elif not self._swallowed(event, keys.FUNCTION):
            self._for_program.append(event)

    def _swallowed(self, event: Event, names: Iterable[str]) -> bool:
        """Return whether a key that goes down or up does not concern the program."""
        if isinstance(event, Down) and (event.name in names or event.name == self._last_key):
            self._own_keys.add(event.name)
            return True
        if isinstance(event, Up) and event.name in self._own_keys:
            self._own_keys.discard(event.name)
            return True
        if isinstance(event, (Text, Key)):
            self._last_key = ""
        return False

    # from the tracer

    def pulse(self) -> None:
        """Poll the keyboard while the program computes."""
        now = self.inner.now()
        if now - self._last_poll < POLL:
            return
        self._last_poll = now
        self._dispatch(self._poll(0))
        self._interrupt()
        if self._stop_requested:
            self._slowly = self._stop_requested = False
            self.tracer.step()
        elif now - self._last_redraw >= REDRAW:
            self._show(keys.RUNS)

    def _follow(self, activation: Activation) -> None:
        """Bring BASIC to the line that the port is at, and stop at a difference unless the user has made it."""
        if self.lockstep and self.lockstep.arrive(activation, self.tracer.position):
            if not self.study.base and not self.tracer.quiet:
                self.tracer.stop_here(StopReason(self.lockstep.difference))
            elif self.study.base and (self.tracer.until or not self.tracer.quiet):
                self.news, self.hint = f"Your change shows here: {self.lockstep.difference}", ""

    def _enter(self, name: str, position: Position) -> None:
        """Note in the timeline that a procedure is called."""
        self.timeline.first_calls.setdefault(name, position)
        if name in self.turns:
            self.timeline.add_turn(position)
        if self.tracer.quiet and self.tracer.until and name in self.tracer.until.procedures:
            self._called_last = name, position

    def arrived(self) -> None:
        """Forget the rest of the recording: a new game begins at this position, with the reason to stop there."""
        self._recorder.cut_here(self.machine)
        self.tracer.reason, self.news = self.timeline.reasons.get(self.tracer.position, (StopReason(), ""))
        if self.lockstep:
            self.lockstep.forget_after(self.tracer.position)

    def reached(self) -> None:
        """Pause before a line, or for a moment if the program runs slowly."""
        if self._same_line and not self.tracer.hit:
            return
        if self._slowly and not self.tracer.hit:
            self._delay(1 / self.lines)
        else:
            self._pause()

    def _interrupt(self) -> None:
        """Interrupt a program that does not wait if there are events for it."""
        if self._for_program:
            self.machine.interrupt_pending = True

    # paused

    @contextmanager
    def _stopped_clock(self) -> Iterator[float]:
        """Stop the program's clock, from the time given."""
        stopped_at = self.inner.now()
        try:
            yield stopped_at
        finally:
            self._paused_time += self.inner.now() - stopped_at

    def _pause(self, state: str = keys.STOPPED, error: Exception | None = None, inside: bool = False) -> None:
        """Pause until a key ends the pause; `inside` says whether in the middle of a line."""
        position = self.tracer.position
        self.future = self.future if self.future and position <= self.future.end else None
        self._stops = [*(stop for stop in self._stops if stop < position), *([position] if inside else [])]
        self.news, self.hint, self.refusal = self.news + self.hint * (state == keys.STOPPED), "", ""
        if not inside:
            self.timeline.reasons[position] = self.tracer.reason, self.news
        self._slowly = self._stop_requested = self._pause_next = self.typing = False
        self._paused = True
        self.tracer.stops.watched -= self._watched_once
        try:
            with self._stopped_clock():
                while self._paused:
                    self._show(state, error)
                    events = self._poll(None, ANY_KEY)
                    while events and self._paused:
                        self._dispatch_paused(events.pop(0))
                    self._unread += events
        finally:
            self.typing, self._types_next = self._types_next, False
            self._paused, self._answer, self.helping = False, None, 0
            self.menu = self.prompt = None
        self.message = self.news = ""
        self._stops += [position] if not inside else []
        self._continue()

    def _delay(self, seconds: float) -> None:
        """Pause for some seconds; keys go to the program."""
        with self._stopped_clock() as stopped_at:
            self._show(keys.SLOW)
            while not self._stop_requested and (left := stopped_at + seconds - self.inner.now()) > 1e-6:
                self._dispatch(self._poll(left))
        if self._stop_requested:
            self._pause()
        else:
            self._continue()

    def _continue(self) -> None:
        """Mark what changes from now on, and interrupt a program that does not wait if there are events for it."""
        self.study_screen.compare(self.tracer)
        self._visits = self.lockstep.visits if self.lockstep else 0
        self._interrupt()

    def _dispatch_paused(self, event: Event) -> None:
        """Handle an event of a paused program: what is typed goes to study, or to the program while `typing`."""
        if isinstance(event, Side):
            self.point_at(event)
        elif isinstance(event, Rewind):
            self.do("back")
        elif isinstance(event, (Text, Key)):
            self.refusal = ""
            try:
                self._handle_key(event)
            except LaunchError as error:
                self.refusal = f"{error}."
        elif isinstance(event, Down) and not (self.typing and event.name not in keys.TYPING):
            self._own_keys.add(event.name)
        elif not isinstance(event, Mouse) or not event.buttons:
            self._for_program += [] if self._swallowed(event, ()) else [event]

    def _handle_key(self, event: Text | Key) -> None:
        if self.helping:
            goes_on = keys.typed(event) in (" ", "DOWN")
            self.helping = (self.helping + 1) % (self.study_screen.pages_of_help + 1) if goes_on else 0
            return
        if self.prompt:
            self.type_into(self.prompt, event)
            return
        if self._answer:
            answer, self._answer, self.message = self._answer, None, ""
            answer(keys.typed(event))
            return
        if self.state in keys.OVER_STATES:
            actions = keys.OVER
        else:
            actions = keys.CHOOSING if self.menu else keys.TYPING if self.typing else keys.STANDING
        action = actions.get(keys.typed(event))
        if action is not None:
            self._do(action, event)
        elif self.typing:
            self._for_program.append(event)
            self.message = "Waiting for the program: " + " ".join(filter(None, map(keys.typed, self._for_program)))
        elif actions is keys.STANDING:
            self.refuse(keys.typed(event))

    def refuse(self, key: str) -> None:
        """Say that a key does nothing while the program stands."""
        self.refusal = f"Study has no key {key}. To type it for the program, press RETURN first."

    def _show(self, state: str, error: Exception | None = None) -> None:
        self._last_redraw = self.inner.now()
        self._other_screen = self._other_screen and state == self.state
        self.state = state
        self.study_screen.show(self.tracer, self, error)
        self._choose_screen()

    def _show_wait(self, timeout: float | None, wanted: Wanted | None) -> None:
        """Show a program that waits; at once if the wait may be long."""
        waits = self._is_long(timeout, wanted)
        if waits or self.inner.now() - self._last_redraw >= REDRAW:
            self._show(keys.WAITING if waits else keys.SLOW if self._slowly else keys.RUNS)

    def _do(self, action: str, event: Event) -> None:
        """Do the action of a key."""
        self._last_key = keys.key_of(event)
        self.do(action)
