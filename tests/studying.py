"""Programs that are studied without a screen: a player steers study and the program, by virtual time."""

from functools import lru_cache

from retro.font import default
from retro.frontends.headless import Headless
from retro.library import load, main_of
from retro.recording.file import Header
from retro.recording.log import Log
from retro.recording.session import Session
from retro.screen import Screen
from retro.second import Second
from retro.study.live import Live
from retro.study.source import study_of

reading, loading = lru_cache(study_of), lru_cache(load)
HEADER = Header("x", "0" * 64, 3, "normal", {})


class Studied:
    """One studied run. sinks: where it is recorded; log: what was played before; conduct: for all that comes after;
    rows, both: what the front end says of the second screen.
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
        conduct=None,
        rows=0,
        both=True,
        **choices,
    ):
        self.second = Second(Screen(default()))
        self.second.rows, self.second.both = rows, both
        self.live = Live(reading(name), self.second, **choices)
        self.log = log or Log()
        program = main_of(loading(name), options or {})
        session = Session(lambda: self.live.watched(program), HEADER, log=self.log, sinks=sinks)
        self.front = front(lambda m: player(self, m))
        whole = self.live.around(session)
        self.m = self.front.run((lambda m: conduct(m, whole)) if conduct else whole, 3)

    # what the study screen says

    @property
    def lines(self):
        return self.second.screen.lines

    @property
    def text(self):
        return self.second.screen.text

    @property
    def state(self):
        return self.lines[0][40:].strip()

    @property
    def procedure(self):
        return self.lines[0][1:60].split("  ")[1].strip()

    @property
    def marked(self):
        """The lines that are marked in the listings: BASIC, if it is there, and the port."""
        return [line[1:].strip() for line in self.lines if line.startswith("▶")]

    @property
    def here(self):
        """The line of the port that is about to run, without its number and remark."""
        return self.marked[-1].split(" ", 1)[1].split("#")[0].strip()

    def value(self, name):
        """What stands in the table of variables behind a name, and whether it is marked as changed."""
        line = next(line for line in self.lines if line[1:].startswith(f"{name} "))
        return " ".join(line[10:51].split()), line[0] == "◆"

    @property
    def stack(self):
        """The procedures that run, the innermost first, with their lines."""
        column = [line[52:] for line in self.lines if line[51] == "│"]
        first, last = ([row.find(word) for row in column] for word in ("Stack", "Last called"))
        rows = column[
            next(n for n, at in enumerate(first) if at > 0) + 1 : next(n for n, at in enumerate(last) if at > 0)
        ]
        return [tuple(row.strip("▶ ").split()) for row in rows]
