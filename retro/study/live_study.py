"""Live study: traces the program that a session plays, and can pause it.

While the program is paused, keys go to study, the program's clock stops, and nothing is recorded. While it runs, all
keys but a few function keys go to the program. The stepper decides where the program stops, the timeline holds the
positions to go back to, and a renderer shows the view-model that `view` makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from traceback import walk_tb

from retro.basic.errors import Escape, error_message
from retro.display.text_rows import prose
from retro.input.events import ANY_KEY, Down, Event, Key, Mouse, Rewind, Side, Switch, Text, Wanted, parse_keys
from retro.library import catalogue
from retro.library.errors import LaunchError
from retro.listing.model import Study
from retro.listing.procedure import Procedure, Variable
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import Program
from retro.session.event_log import is_press
from retro.session.game import Game, Player
from retro.session.session import Session, session_of
from retro.study import keys
from retro.study.ask import LineQuery, Query
from retro.study.dialogs import Choice, Dialog, Found, HeldKeys, Help, Menu, Prompt
from retro.study.editing import ReversedChoices, announcement
from retro.study.lockstep import Lockstep
from retro.study.observer import Observer
from retro.study.procedure_index import ProcedureIndex
from retro.study.renderer import Renderer
from retro.study.stepper import Activation, Position, Stepper, StopReason, untraced
from retro.study.stops import Goal, Stops, original_of, turns_of
from retro.study.timeline import Seek, Timeline
from retro.study.view_model import CALM, ActiveProcedure, Showing, StudyView

POLL_INTERVAL = 0.02  # seconds between two polls of the keyboard while the program computes
REDRAW_INTERVAL = 0.1  # seconds between two pictures of a program that runs
LONG_WAIT = 1.0  # seconds; a longer wait for a key is shown as a wait
HIGHEST_SLOW_SPEED = 1000  # lines a second
TIME_TOLERANCE = 1e-6  # seconds: clocks are sums of fractions


Action = Callable[["LiveStudy", str], None]


class LiveStudy:
    """The machine's front end while a program is studied.

    Attributes:
        actions: by their names in `keys`, functions of the study and an argument.
        stepper: decides where the program stops.
        timeline: the positions of the game so far.
        lockstep: the program and its BASIC listing, if both run.
        message: a sentence shown until the program goes on.
        edition_note: a sentence on the user's change at this position, shown after `message`.
        dialog: the dialog that handles keys while it is open: a list, a prompt, a question, help; or None.
        showing: what the user wants to see.
        typing: whether keys go to the program while it is paused.
        slowly, lines: whether the program runs slowly, and at how many lines a second.
        state: one of the states in `keys`.
        paused: whether the program is paused, and keys go to study.
        shown: the view that is shown.
        for_program: events to pass to the program at its next wait.
        unread: events that have not been handled yet.
        target: the last goal that the program was to run to, or None.
        choices: the choices of the study that are reversed.
        exercises: leaves for the exercises on the program; None: there are none, or it is not to be left.
        edition: the program that runs instead, after a change.
        called_last: the last call of the procedure that the replay after a change is to reach.
        file_named: the path of the user's file that the last message of `edit` has named.
        stop_requested: whether the program is to pause at the next line.
    """

    session: Session
    machine: Machine

    def __init__(
        self,
        study: Study,
        renderer: Renderer,
        actions: Mapping[str, Action],
        *,
        stops: Stops | None = None,
        until: Goal | None = None,
        script: str = "",
        lines: float = 4,
        mode: str = "stopped",
        with_basic: bool = False,
        ends_by_escape: bool = True,
        detail: int = 0,
    ) -> None:
        """Prepare to study a program.

        until: the goal to run to first; script: keys that are typed at the program's first waits for keys; lines: lines
        a second when it runs slowly; mode: "stopped", "running" or "slow", at the beginning; with_basic: whether the
        BASIC listing of a port runs in lockstep with it; ends_by_escape: whether study ends when Escape ends the
        program; detail: the level of detail, 0 for that of the settings.
        """
        self.renderer, self.actions = renderer, actions
        self.lines, self.ends_by_escape, self._with_basic = lines, ends_by_escape, with_basic
        self.showing = Showing(detail)
        self.message = self.edition_note = ""
        self.dialog: Dialog | None = None
        self.typing = self.paused = self.stop_requested = False
        self.state = keys.STOPPED
        self.for_program: list[Event] = []
        self.unread: list[Event] = []
        self.timeline = Timeline()
        self._seeking: Seek | None = None
        self.query: Query | LineQuery | None = None  # what this replay is to answer
        self.target = until
        self.choices = ReversedChoices(study)
        self.exercises: Callable[[], None] | None = None
        self.edition: Program | None = None
        self.called_last: tuple[str, Position] | None = None
        self.file_named = ""
        self.slowly, self.pause_next = mode == "slow", mode == "stopped"
        self._let_wait: Position | None = None  # the position of a wait for a key that the next step lets time out
        self._last_poll, self._last_redraw, self._visits = 0.0, 0.0, 0  # `lockstep.visits` at the last pause
        self.held_keys = HeldKeys()
        self._wanted: Wanted | None = None  # what the program waits for, or waited for last
        self._ended = self._leaves = False  # by Escape, the last key that the program got
        self._script = parse_keys(script)
        stepper = self.stepper = Stepper(ProcedureIndex(study, follows=True), stops or Stops(study))
        stepper.pulse, stepper.arrived, stepper.reached = self.pulse, self.arrived, self.reached
        stepper.entered, stepper.left = self._enter, self._observe
        stepper.resumed, stepper.passing = self._join, self._follow
        self._original = original_of(study)  # what an edition does before is no part of it
        self.use(study, stepper.index)
        if mode == "running":
            stepper.go("run", until)
        elif mode == "stopped":
            self.message = renderer.welcome
            if self._original:
                stepper.go("run", Goal("the original begins", self._original))
        self.shown = StudyView("", "", [])

    def use(self, study: Study, index: ProcedureIndex) -> None:
        """Study this program from now on; say which versions are compared if it is the user's edition."""
        self.study, self.index, self.stepper.index = study, index, index
        self.turns, self.observer = turns_of(study), Observer(study, self.index)
        follows = study.listing and not study.is_basic and not (study.base and catalogue.is_own(study.path))
        self.lockstep = Lockstep(study, self.index) if self._with_basic and follows else None
        self.edition_note = announcement(study, self.lockstep is not None, self.renderer.out)

    @property
    def recorder(self) -> Session:
        """The session, which records the game and replays it."""
        return session_of(self.machine)

    @property
    def procedure(self) -> Procedure | None:
        """The procedure of the studied program that runs, or None."""
        return self.index.place_of(self.stepper.stack[-1].frame).procedure if self.stepper.stack else None

    # around a program

    def join(self, game: Game) -> None:
        """Study a game: trace its program, and handle the session's events first."""
        load = game.load
        game.load, game.context = lambda: self.watched(load()), self.beside

    @contextmanager
    def beside(self, player: Player) -> Iterator[None]:
        """Return the context in which the session's events are handled by study first; a game's `context`."""
        self.machine = player.machine
        self.session = session_of(self.machine)
        self.session.events = self.events
        overlay = self.session.overlay
        self.showing.detail = self.showing.detail or (overlay.settings.study_detail if overlay else CALM)
        try:
            yield
        finally:
            self.choices.close()
            if not self.ends_by_escape:  # another program follows in the same session
                self.session.events = self.session.user

    def watched(self, program: Program) -> Program:
        """Return a program that runs another one traced, from its start or from the checkpoint of a seek."""

        def run(m: Machine) -> object:
            self._ended = False
            self.stepper.quiet = self.recorder.catching_up or self.stepper.sought is not None
            seek, self._seeking = self._seeking, None
            self.query = seek.query if seek else None
            joins = bool(seek and seek.checkpoint)
            beside = self.lockstep.beside(m, self.recorder, joins) if self.lockstep else nullcontext()
            self.timeline = self.timeline if seek else Timeline()
            try:
                with beside:
                    self.stepper.prepare() if joins else self.stepper.attach()
                    result = (self.edition or program)(m)
            except Exception as error:
                if not isinstance(error, Escape):  # pause where it has failed: one may go back, or change it
                    self.stepper.listen()
                    self.arrived()
                    with suppress(PowerOff):
                        self._pause(keys.BROKEN, error, inside=True)
                self._finish(None if isinstance(error, Escape) else error)
                raise
            finally:
                self.stepper.detach()
            self._finish(None)
            return result

        return run

    def _finish(self, error: Exception | None) -> None:
        """Pause at the end of the program, from where one can go back, unless an error or Escape has ended it."""
        self.stepper.detach()
        self.stepper.listen()
        if self.lockstep and not self.study.base:
            self.message = self.lockstep.difference
        with suppress(PowerOff):
            if error is None and not self._leaves:
                self._pause(keys.ENDED)
        self._ended = True
        self._show(keys.ENDED if error is None else keys.FAILED, error)

    # between the session and the user

    @untraced
    def events(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the program's events, and handle those of study. The program's clock stops while it is paused."""
        m = self.machine
        if self._ended:
            raise PowerOff
        if self.recorder.catching_up:
            return [event for event in self.session.user(timeout, wanted) if not isinstance(event, (Side, Switch))]
        if self.stepper.quiet and m.interrupting:
            self.unread += self.session.user(0, None)
            return []
        if self.stepper.quiet:  # a restarted program has reached the position to go on at
            self.stepper.listen()
            self.stop_requested, self.pause_next = self.pause_next, False
        end = None if timeout is None else self.session.time() + timeout
        while True:
            if self.stop_requested:
                self._pause(inside=True)
            self._wanted = wanted
            is_long = wanted is not None and (timeout is None or timeout >= LONG_WAIT)
            if not m.interrupting:
                log = self.recorder.log
                self.timeline.add_checkpoint((len(log.entries), log.timeouts), self.stepper)
            if not self.turns and is_long:  # the notes name no turns
                self.timeline.add_turn(self.stepper.position)
            steps = not (self.stepper.runs_freely or self.slowly)
            if not self.for_program and wanted and self._script:
                return self._script.pop(0)
            if not self.for_program and not wanted and timeout is not None and (self._script or steps):
                self.session.clock.skip(timeout)  # a pause of the program's is over at once
                return []
            if not self.for_program and is_long and steps and not (self.typing or self._lets_wait):
                self._pause(keys.ASKS, inside=True)  # the keys typed next are for study
                self._let_wait = self.stepper.position if timeout is not None else None
                continue
            if not self.for_program and is_long and self.called_last and self.stepper.until:
                self.do("go_to_last_call")
            if is_long or self.session.view.now() - self._last_redraw >= REDRAW_INTERVAL:
                self._show(keys.WAITING if is_long else keys.SLOW if self.slowly else keys.RUNS)
            if self.for_program:
                events, self.for_program = self.for_program, []
                self._leaves = self.ends_by_escape and Key("ESCAPE") in events
                if any(map(is_press, events)):
                    self.timeline.future = None
                return events
            events = self._poll(None if end is None else max(0.0, end - self.session.time()), wanted)
            if not events:
                return []
            self._dispatch(events)

    @property
    def _lets_wait(self) -> bool:
        """Whether the program's present wait for a key is to time out, as study has paused in it once already."""
        return self._let_wait == self.stepper.position

    def _poll(self, timeout: float | None, wanted: Wanted | None = None) -> list[Event]:
        """Return the next events, without study's keys while the program runs to a goal and waits for no key."""
        if self.stepper.until and not wanted:
            return self._without_keys(self.session.user(timeout, wanted))
        events, self.unread = self.unread, []
        return events or [*self.session.user(timeout, wanted)]

    def _without_keys(self, events: Sequence[Event]) -> list[Event]:
        """Keep typed keys that have an effect at a stop in `unread`, and return the other events.

        The keys are for the program if it waits for a key next, and for study if it stops first.
        """
        kept = keys.STANDING.keys() - {"ESCAPE", *keys.FUNCTION_KEYS}
        self.unread += [event for event in events if keys.typed(event) in kept]
        return [event for event in events if keys.typed(event) not in kept]

    def _dispatch(self, events: list[Event]) -> None:
        """Handle the events of a running program; keep those after a key that pauses it in `unread`."""
        while events and not self.stop_requested:
            event = events.pop(0)
            name = keys.typed(event)
            if isinstance(event, (Side, Switch)):
                self._point_or_press(event)
            elif name and self._lets_wait:
                self._let_wait = None
                self.unread.append(event)
            elif name == "ESCAPE":
                self.stop_requested = True
                self.unread.append(event)
            elif name in keys.FUNCTION_KEYS:
                self._obey(keys.FUNCTION_KEYS[name], event)
            elif not self.held_keys.swallows(event, keys.FUNCTION_KEYS):
                self.for_program.append(event)
        self.unread += events

    # from the stepper

    def pulse(self) -> None:
        """Poll the keyboard while the program computes."""
        now = self.session.view.now()
        if now - self._last_poll < POLL_INTERVAL:
            return
        self._last_poll = now
        self._dispatch(self._without_keys(self.session.user(0, None)))
        self._interrupt()
        if self.stop_requested:
            self.slowly = self.stop_requested = False
            self.stepper.go("step")
        elif now - self._last_redraw >= REDRAW_INTERVAL:
            self._show(keys.RUNS)

    def _enter(self, name: str, position: Position) -> None:
        """Add the call of a procedure to the timeline."""
        if name in self._original and self._original.isdisjoint(self.timeline.first_calls):
            self.timeline.start = position
        self.timeline.add_call(name, position)
        if name in self.turns:
            self.timeline.add_turn(position)
        if self.stepper.quiet and self.stepper.until and name in self.stepper.until.procedures:
            self.called_last = name, position

    def _join(self) -> None:
        """Bring the BASIC listing to the stepper's position."""
        if self.lockstep and self.stepper.stack:
            self.lockstep.join(self.stepper.stack[-1], self.stepper.position)

    def _follow(self, activation: Activation) -> None:
        """Bring BASIC to the port's line, and stop at a difference unless the user's change causes it."""
        self._observe(self.stepper.position)
        if self.lockstep and self.lockstep.arrive(activation, self.stepper.position):
            if not self.study.base and not self.stepper.quiet:
                self.stepper.stop_here(StopReason(self.lockstep.difference))
            elif self.study.base and (self.stepper.until or not self.stepper.quiet):
                self.edition_note = f"Your change shows here: {self.lockstep.difference}"

    def _observe(self, position: Position | None = None) -> None:
        """Let the query that a replay is to answer look for changes, before a statement or where a call has returned.

        The innermost procedure's statement makes the next ones.
        """
        if self.query and self.stepper.stack:
            innermost = self.stepper.stack[-1]
            self.query.observe(position, innermost.frame.f_code.co_filename, innermost.statement)

    def arrived(self) -> None:
        """End a replay at the position that was sought, and restore the reason for the stop there."""
        self.recorder.cut_here(self.machine)
        self.stepper.reason, self.edition_note = self.timeline.reasons.get(self.stepper.position, (StopReason(), ""))
        if self.lockstep:
            self.lockstep.forget_after(self.stepper.position)

    def reached(self) -> None:
        """Pause before a line, or wait a moment if the program runs slowly; then keys go to the program."""
        both = self.lockstep
        same_line = both and self.showing.by_basic and both.active and (both.waits or both.visits == self._visits)
        if same_line and not self.stepper.hit:
            return  # the user steps by lines of BASIC, and BASIC has reached no other line since the last pause
        if self.slowly and not self.stepper.hit:
            with self.session.time_out() as start:
                self._show(keys.SLOW)
                end = start + 1 / self.lines
                while not self.stop_requested and (left := end - self.session.clock.now()) > TIME_TOLERANCE:
                    self._dispatch(self._poll(left))
            if not self.stop_requested:
                self._continue()
                return
        self._pause()

    def _interrupt(self) -> None:
        """Make a computing program poll at once if there are events for it."""
        if self.for_program:
            self.machine.interrupt_pending = True

    # paused

    def _pause(self, state: str = keys.STOPPED, error: Exception | None = None, inside: bool = False) -> None:
        """Pause until a key ends the pause. inside: whether the program is in the middle of a line."""
        position, timeline = self.stepper.position, self.timeline
        if timeline.future and position > timeline.future.end:
            timeline.future = None
        timeline.pauses = [*(pause for pause in timeline.pauses if pause < position), *([position] if inside else [])]
        self.dialog = None
        if query := self.query:
            self._observe()  # what the statement in which the program waits has done so far
            self.query, answer = None, query.answer(self.index)
            sentence, where = answer or (query.unchanged, position)
            at_turn = f", in turn {sum(turn <= where for turn in self.timeline.turns)}" * bool(self.turns)
            answers = {"RETURN": (f"go there{at_turn}", lambda: self.do(f"go_to_position {where[0]} {where[1]}"))}
            self.dialog = Choice(sentence, answers if answer else {})
        if not inside:
            timeline.reasons[position] = self.stepper.reason, self.edition_note
        self.slowly = self.stop_requested = self.pause_next = self.typing = False
        self.paused = self.machine.screen.answers_clicks = True
        try:
            with self.session.time_out():
                while self.paused:
                    self._show(state, error)
                    events = self._poll(None, ANY_KEY)
                    while events and self.paused:
                        self._dispatch_paused(events.pop(0))
                    self.unread += events
        finally:
            self.typing &= not self.paused  # still paused: the game is replayed
            self.paused = self.machine.screen.answers_clicks = False
            self.dialog = None
        self.message = self.edition_note = ""
        self.timeline.pauses += [position] if not inside else []
        self._continue()

    def _continue(self) -> None:
        """Resume the program. Store its variables, to mark changes at the next pause."""
        self.observer.compare(self.stepper.frames)
        self._visits = self.lockstep.visits if self.lockstep else 0
        self._interrupt()

    def _dispatch_paused(self, event: Event) -> None:
        """Handle an event while the program is paused; while `typing`, pass it to the program."""
        if isinstance(event, (Side, Switch)):
            self._point_or_press(event)
        elif isinstance(event, Rewind):
            self.do("back")
        elif isinstance(event, (Text, Key)):
            try:
                self._handle_key(event)
            except LaunchError as error:
                self.tell(f"{error}.")
        elif isinstance(event, Down) and not (self.typing and event.name not in keys.TYPING):
            self.held_keys.hold(event)
        elif isinstance(event, Mouse) and event.buttons and not self.typing:
            self.do(f"ask_pixel {event.x} {event.y}")
        elif not isinstance(event, Mouse) or not event.buttons:
            self.for_program += [] if self.held_keys.swallows(event, ()) else [event]

    def _handle_key(self, event: Text | Key) -> None:
        """Do the action of a key in the open dialog, or else in the paused program."""
        key = keys.typed(event)
        match self.dialog:
            case Help(page=page, below=below):
                more = key in (" ", "DOWN") and page < self.renderer.help_pages
                self.dialog = Help(page + 1, below) if more else below
                return
            case Prompt():
                self._type_into(self.dialog, event)
                return
            case Choice(answers=answers):
                if key in answers:
                    self.answer(key)
                    return
                self.dialog = None
            case Menu() if found := self.dialog.beginning_with(key):
                self.dialog = found
                return
        actions = keys.CHOOSING if self.dialog else keys.TYPING if self.typing else keys.STANDING
        actions = keys.END_KEYS if self.state in keys.OVER_STATES else actions
        if key in actions:
            self._obey(actions[key], event)
        elif self.typing:
            self.for_program.append(event)
            self.message = "Waiting for the program: " + " ".join(filter(None, map(keys.typed, self.for_program)))
        elif actions is keys.STANDING:
            self.refuse(key)

    def _type_into(self, prompt: Prompt, event: Text | Key) -> None:
        """Handle a key that is typed into a prompt: a character, DELETE, RETURN or ESCAPE. Raises LaunchError."""
        self.message = ""
        if isinstance(event, Text):
            prompt.text += event.characters
        elif event.name == "DELETE":
            prompt.text = prompt.text[:-1]
        elif event.name in ("RETURN", "ESCAPE"):
            self.dialog = None
            if event.name == "RETURN" and prompt.text.strip():
                prompt.accept(prompt.text)

    def _point_or_press(self, event: Side | Switch) -> None:
        """Handle a button of the page, or the mouse at a key, at a stop of the slider, or at a call."""
        if isinstance(event, Switch):
            self.do(f"button {event.words}")
        elif label := self.renderer.key_at(event.column, event.row):
            self.unread += keys.pressed(label) if event.pressed else []
        elif action := self.renderer.action_at(event.column, event.row):
            self.do(action)

    def _obey(self, action: str, event: Event) -> None:
        """Do the action of a key of live study."""
        self.held_keys.take(event)
        self.do(action)

    def do(self, action: str) -> None:
        """Do an action of live study by its name, one of `keys`."""
        name, _, argument = action.partition(" ")
        self.actions[name](self, argument)

    def answer(self, key: str) -> None:
        """Answer the question that live study asks by one of its keys."""
        choice, self.dialog = self.dialog, None
        if isinstance(choice, Choice):
            choice.answers[key][1]()

    def refuse(self, key: str = "") -> None:
        """Show that a key, by default the last one, has no effect while the program is paused."""
        self.tell(f"Study has no key {key or self.held_keys.last}. To type it for the program, press RETURN first.")

    def tell(self, sentence: str) -> None:
        """Show a sentence until the next key, as a dialog without answers."""
        self.dialog = Choice(sentence)

    def resume(self, slow: bool = False, typing: bool = False) -> None:
        """Let the program go on after a pause. typing: whether keys at its next wait go to it, not to study."""
        self.paused, self.slowly, self.typing = False, slow, typing

    def ask(self, query: Query | LineQuery) -> None:
        """Replay the game up to the present position to answer a query: raise Restart."""
        self.seek(self.stepper.position, query)

    def seek(self, position: Position, query: Query | LineQuery | None = None) -> None:
        """Replay the game up to a position, and pause there; the rest of the game is kept: raise Restart.

        query: what the replay is to answer; then the whole game is traced.
        """
        game = self.timeline.whole(self.stepper.position)
        game.log = self.recorder.log.copy() if game.log is None else game.log
        self.recorder.log.become(game.log)
        before, self.timeline = self.timeline, game.until(position)
        self.timeline.pauses, self.timeline.future = before.pauses, game
        self.for_program.clear()
        self.pause_next, self.stepper.sought = True, position
        self._seeking = Seek(game, self.stepper, query)
        self.recorder.replay_from_start(self.machine, self._seeking)

    # the view-model

    def _show(self, state: str, error: Exception | None = None) -> None:
        self._last_redraw = self.session.view.now()
        self.showing.other_screen = self.showing.other_screen and state == self.state
        self.state = state
        before, self.shown = self.shown, self.view(error)
        self.renderer.show(self.shown)
        if self.shown.instead is not before.instead:
            self.machine.screen.changed()

    def view(self, error: Exception | None = None) -> StudyView:
        """Return the view-model of the program in its present state, or in the state in which `error` was raised."""
        stepper, observer, both = self.stepper, self.observer, self.lockstep
        levels = [(level.frame, level.frame.f_lineno) for level in stepper.stack]
        if error is not None:
            levels = [level for level in walk_tb(error.__traceback__) if self.index.place_of(level[0]).name]
        frames, stack = [frame for frame, _ in levels], observer.stack(levels)
        within = [at for at, level in enumerate(stack, 1) if level.name in self._original]
        stack = stack[: max(within, default=None)]  # without what an edition runs around its original
        current = stack[0] if stack else ActiveProcedure(None, "", 0)
        menu = self.dialog if isinstance(self.dialog, Menu) else None
        substitute = None if menu else observer.substitute(current, self.showing.compares, *stepper.reason.cause)
        says_where = bool(both and (both.difference in (stepper.reason.sentence, self.message) or self.edition_note))
        listing = observer.listing(
            (substitute or current).procedure, current.procedure, self.showing.compares, both, says_where
        )
        if listing.basic and self.showing.by_basic and both and both.together and current.procedure:
            stack[0] = replace(current, others=current.procedure.runs(both.line))
        basic = both.basic if both and self.showing.basic_screen else None
        moment = "".join(f"next {name}" for name in list(self.study.moments)[:1])
        kind = type(menu.selected if menu else self.dialog).__name__
        return StudyView(
            title=self.study.title,
            state=self.state,
            stack=stack,
            substitute=substitute,
            message=self._sentence(current, error),
            alarming=error is not None,
            at_breakpoint=stepper.reason.at_breakpoint,
            variables=observer.variables(frames, current.procedure, stepper.stops.before),
            calls=[call.name + (f" ×{call.count}" if call.count > 1 else "") for call in reversed(stepper.calls)],
            stops=stepper.stops.marks(stepper.reason.cause),
            listing=listing,
            description=self.study.description,
            flow=self.study.flow(menu.selected) if menu and isinstance(menu.selected, Procedure) else "",
            beside=observer.explanations.beside(frames),
            picture=observer.picture(frames, current, self.machine.screen) if stack else ("", ()),
            slider=self.timeline.slider(stepper.position, next(iter(self.study.moments), "") if self.turns else "key"),
            turn=self.timeline.turn_at(stepper.position) if self.paused else (),
            pace=self.pace,
            lines=self.lines,
            keys=keys.foot(kind, self.state, self.typing, self.lines, moment),
            dialog=self.dialog,
            detail=self.showing.detail,
            in_front=(self.state in keys.IN_FRONT or basic is not None) != self.showing.other_screen,
            instead=basic.machine.screen if basic else None,
        )

    @property
    def pace(self) -> str:
        """How the user lets the program go on: pause, slowly, run, or step (run until it pauses again)."""
        if self.paused:
            return "pause"
        return "slowly" if self.slowly else "run" if self.stepper.runs_freely else "step"

    def _sentence(self, current: ActiveProcedure, error: Exception | None) -> str:
        """Return the question or message to show, or else why the program has stopped."""
        if error is not None:
            return f"{error_message(error)}, in the line that is marked."
        if isinstance(self.dialog, Prompt):
            return f"{self.dialog.question}: {self.dialog.text}_"
        if isinstance(self.dialog, Choice):
            return self.dialog.question
        if isinstance(self.dialog, Menu) and isinstance(found := self.dialog.selected, Found):
            text = found.text
            if found.procedure and found.position[0]:  # a call of this turn
                text = prose(found.procedure.summary) + "." * bool(found.procedure.summary)
            return " ".join(filter(None, [self.message, text]))
        if isinstance(self.dialog, Menu) and isinstance(self.dialog.selected, Procedure):
            return self.message
        if isinstance(self.dialog, Menu) and isinstance(self.dialog.selected, Variable):
            users = self.study.users(self.dialog.selected.name).items()
            lists = (f"{label} {', '.join(one.key for one in found) or 'nobody'}" for label, found in users)
            return f"{self.dialog.selected.title} is {'; '.join(lists)}."
        until = self.stepper.until if self.state not in keys.OVER_STATES else None
        about, why = self.observer.why(self.stepper, current)
        if (
            self.showing.detail == CALM
            and self.state == keys.STOPPED
            and about
            and not (self.message or self.edition_note)
        ):
            why = f"{prose(about.summary)}. {why}"
        waits = ""
        if until and self.state == keys.WAITING:
            means = ", ".join(f"{key} ({effect})" for key, effect in self._wanted.keys) if self._wanted else ""
            waits = f"Runs until {until.name}. Before that the program waits for a key{': ' * bool(means)}{means}."
        message = "" if waits and self.message == self.renderer.welcome else self.message
        said = (message, self.edition_note, waits, why)
        return " ".join(filter(None, said)) or (f"Runs until {until.name}." if until else "")
