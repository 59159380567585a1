"""Going back and on in the time of a game."""

from retro.display.slider import Slider
from retro.study.live.state import StudyState
from retro.study.live.timeline import Seek, Timeline
from retro.study.tracer import FIRST, Position


class TimeTravel(StudyState):
    """The actions of the keys that go to another time of the game."""

    def do_back(self, presses: int = 1) -> None:
        """Go back to before the last key press, or so many."""
        self._pause_next = True
        self.tracer.step()
        self._for_program.clear()
        self._recorder.rewind_keys(self.machine, presses)
        self._pause_next = False
        self.message = "No key has been pressed yet that can be rewound."

    def do_undo(self) -> None:
        """Return to the previous pause, or to the beginning."""
        position = self._stops[-1] if self._stops else FIRST
        if position <= self.tracer.position != FIRST:
            self._keep_future()
            self._seek(position, self.timeline)

    @property
    def slider(self) -> Slider:
        """The time of the game, also of what comes after the present."""
        timeline = self.future or self.timeline.until(self.tracer.position)
        name = next(iter(self.study.moments), "") if self.tracer.turns else "key"
        return Slider(name, len(timeline.turns), len(timeline.stops), timeline.stop_at(self.tracer.position))

    def do_turn(self, by: str) -> None:
        """Go to another turn, so many further on, also of what comes after the present."""
        timeline = self.future or self.timeline.until(self.tracer.position)
        here = timeline.stop_at(self.tracer.position)
        between = timeline.stops[here] < self.tracer.position
        self.go_to_stop(here + int(by) + (between and int(by) < 0))

    def point_at(self, place: str) -> None:
        """Go to the stop of the timeline at a column and row of the study screen, if it shows one there."""
        column, row = map(int, place.split())
        if row == self.study_screen.slider_row:
            self.go_to_stop(self.slider.stop_at(column - self.study_screen.left, self.study_screen.width))

    def go_to_stop(self, index: int) -> None:
        """Go to a stop of the timeline."""
        self._keep_future()
        if self.future is not None and 0 <= index < len(self.future.stops):
            position = self.future.stops[index]
            if position != self.tracer.position:
                self._seek(position, self.future)

    def _keep_future(self) -> None:
        """Keep the game as it is now, to come back to it until a key is pressed for the program."""
        if self.future is None:
            self.future = self.timeline.until(self.tracer.position)
            self.future.log = self._recorder.log.copy()

    def _seek(self, position: Position, timeline: Timeline) -> None:
        """Replay a game up to a position, and pause there."""
        recorder = self._recorder
        if recorder.writes_file:
            self.message = "This game is recorded to a file, key by key: only PAGE UP and A go back."
            return
        if timeline.log is not None:
            recorder.log.become(timeline.log)
        self.timeline = timeline.until(position)
        self._for_program.clear()
        self._pause_next, self.tracer.sought = True, position
        self._seeking = Seek(timeline, self.tracer)
        recorder.replay_from_start(self.machine, self._seeking)

    def do_again(self) -> None:
        """Begin again from the start, with no key pressed."""
        if self._recorder.writes_file:
            self.do_back(self._recorder.log.presses)
        else:
            self.tracer.step()
            self._for_program.clear()
            self._recorder.log.clear()
            self._recorder.replay_from_start(self.machine)
