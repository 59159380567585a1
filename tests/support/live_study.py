"""Programs that are studied without a screen: a player steers study and the program, by virtual time."""

import re
from functools import lru_cache

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.headless import Headless
from retro.frontends.side_screen import SideScreen
from retro.library.loader import load
from retro.session.event_log import EventLog
from retro.session.format import Header
from retro.study.commands import ACTIONS
from retro.study.live_study import LiveStudy
from retro.study.panel.study_panel import StudyPanel
from retro.study.stops import Stops, goal_of
from retro.study.view_model import THOROUGH
from tests.support.recorded_games import RecordedGame
from tests.support.studies import study as reading

loading = lru_cache(load)
SIGN = re.compile(" +[■◧□] |   (?=[DNR]E)")  # a line's status; a line without choice has none
HEADER = Header("x", "0" * 64, 3, "normal", {})


class Studied:
    """One studied run. sinks: where it is recorded; log: what was played before; run_to_end: for all that comes after;
    rows, both, columns, covered: attributes of the side screen; breakpoints, watch, until, script: as options are.
    """

    def __init__(
        self,
        name,
        player,
        *,
        options=None,
        sinks=(),
        log=None,
        front=Headless,
        run_to_end=None,
        rows=0,
        both=True,
        columns=0,
        covered=(0, 0),
        breakpoints=(),
        watch=(),
        until="",
        script="",
        **choices,
    ):
        self.side_screen = SideScreen(Screen(default_font()))
        self._lines, self._version = [], -1
        self.side_screen.rows, self.side_screen.both_visible = rows, both
        self.side_screen.columns, self.side_screen.covered = columns, covered
        stops = Stops(reading(name))
        for text in breakpoints:
            stops.add(text)
        for text in watch:
            stops.watch(text)
        goal = goal_of(reading(name), until) if until else None
        self.panel = StudyPanel(self.side_screen, reading(name).title)
        begins = {"stops": stops, "until": goal, "script": script, "detail": THOROUGH}
        begins |= choices
        self.live = LiveStudy(reading(name), self.panel, ACTIONS, **begins)
        self.log = log or EventLog()
        program = loading(name).run_with(options or {"original": True})
        session = RecordedGame(lambda: program, HEADER, log=self.log, sinks=sinks)
        self.live.join(session)
        self.said, self.front = [], front(lambda m: player(self, m))
        self.front.say = self.said.append
        whole = session
        self.m = self.front.run((lambda m: run_to_end(m, whole)) if run_to_end else whole, 3)

    # what the study screen says

    @property
    def lines(self):
        """The rows of the screen, which are recognised from its pixels only after a change."""
        screen = self.side_screen.screen
        if screen.version != self._version:
            self._lines, self._version = screen.lines, screen.version
        return self._lines

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def beside(self):
        """What stands beside the display."""
        return [line[self.panel.left :] for line in self.lines]

    @property
    def state(self):
        return re.split(r" {2,}", self.beside[0].strip())[-1]

    @property
    def procedure(self):
        return self.beside[0][1:60].split("  ")[1].split("▶")[-1].strip().removeprefix("Breakpoint ")

    @property
    def marked(self):
        """The lines that are marked in the listings: BASIC, if it is there, and the port; without the signs."""
        return [SIGN.sub(" ", line[1:].replace("●", " ")).strip() for line in self.beside if line[0] == "▶"]

    @property
    def here(self):
        """The line of the port that is about to run, without its number and remark."""
        return self.marked[-1].split(" ", 1)[1].split("#")[0].strip()

    def value(self, name):
        """What stands in the table of variables behind a name, and whether it is marked as changed."""
        line = next(line for line in self.lines if line[1:].startswith(f"{name} "))
        return " ".join(line.partition("│")[0][10:].split()), line[0] == "◆"

    @property
    def stack(self):
        """The procedures that run, the innermost first, with their lines."""
        column = [line.rpartition("│")[2] for line in self.lines if "│" in line]
        rules = [number for number, row in enumerate(column) if row.startswith("──")]
        first = next(number for number in rules if "── Stack" in column[number])
        end = next((number for number in rules if number > first), len(column))
        return [tuple(row.strip("▶ ").split()) for row in column[first + 1 : end] if row.strip()]


NOTHING_FITS = "15020 IF D%>N(2)"  # the breakpoint for the computer's knock


def to_the_computers_knock(s):
    """Knock in a run that stops where NOTHING_FITS, until the computer is about to knock, too."""
    while s.state != "STOPPED" or s.here != "v.D_i = 7":
        yield
        if s.state != "STOPPED":
            yield "K"
        elif s.here != "v.D_i = 7":
            yield "s"
