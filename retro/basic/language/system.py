"""The operating system: `*` commands, CALL and USR of its entry points, graphics and sound."""

from __future__ import annotations

import re

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import wrap
from retro.basic.language.disc_commands import DiscCommands
from retro.basic.language.memory import SCREENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.basic.language.control import Control
    from retro.basic.language.files import Files
    from retro.basic.language.host import Host
    from retro.basic.language.memory import Memory

OSASCI, OSNEWL, OSWRCH, OSBYTE = 0xFFE3, 0xFFE7, 0xFFEE, 0xFFF4
CURSOR_POSITION, READ_CHARACTER = 134, 135
FLAGS = 0x30  # the processor's flags that USR gives: none of interest is set
NUMBERS = re.compile(r"\s*(\d+)\s*(?:,?\s*(\d+))?\s*(?:,?\s*(\d+))?\s*$")
COMMAND = re.compile(r"[* ]*([A-Za-z]*\.?)(.*)", re.DOTALL)
UNKNOWN_CALLS = range(22, 117)  # OSBYTE calls that OS 1.00 refuses


class System:
    """The operating system as BASIC sees it.

    Attributes:
        commands: What obeys each `*` command, given the text behind its name.
    """

    def __init__(self, machine: Host, memory: Memory, control: Control, files: Files) -> None:
        self.machine, self.memory, self.control = machine, memory, control
        self.commands = DiscCommands(machine, memory, files).commands() | {
            "FX": self._fx,
            **dict.fromkeys(("KEY", "TV", "MOTOR", "OPT", "TAPE"), self._nothing),
        }

    # commands

    def oscli(self, line: str) -> None:
        """Obey a `*` command. Raises Bad command."""
        found = COMMAND.match(line.partition("\r")[0])
        name, rest = (found[1].upper(), found[2]) if found else ("", "")
        if not name and (not rest.strip() or rest.lstrip().startswith("|")):
            return
        for command, action in self.commands.items():
            if name == command or (name.endswith(".") and command.startswith(name[:-1])):
                action(rest)
                return
        raise BasicError.named("Bad command")

    def _fx(self, rest: str) -> None:
        found = NUMBERS.match(rest)
        if found is None:
            raise BasicError.named("Bad command")
        a, x, y = (int(number or 0) & 0xFF for number in found.groups())
        if not a:
            raise BasicError.named("OS 1.00")
        self.osbyte(a, x, y)

    def osbyte(self, a: int, x: int, y: int) -> None:
        """Make an OSBYTE call. Those that have no effect on this machine are ignored. Raises Bad command."""
        try:
            self.machine.fx(a, x, y)
        except BasicError:
            if a in UNKNOWN_CALLS:
                raise

    def _nothing(self, rest: str) -> None:
        """Commands without an effect on this machine."""

    # machine code

    def _registers(self) -> tuple[int, int, int]:
        variables = self.memory.variables
        a, x, y = (variables[name] & 0xFF for name in ("A_i", "X_i", "Y_i"))
        return a, x, y

    def usr(self, address: int) -> int:
        """USR of an entry point: the registers A, X, Y and P in one integer. Raises No machine code here."""
        a, x, y = self._registers()
        a, x, y = self._enter(address & 0xFFFF, a, x, y)
        return a | x << 8 | y << 16 | FLAGS << 24

    def call_address(self, address: int) -> None:
        """CALL of an entry point. Raises No machine code here."""
        self._enter(address & 0xFFFF, *self._registers())

    def _enter(self, address: int, a: int, x: int, y: int) -> tuple[int, int, int]:
        if address not in ENTRY_POINTS:
            raise BasicError.named("No machine code here")
        return ENTRY_POINTS[address](self, a, x, y)

    def _oswrch(self, a: int, x: int, y: int) -> tuple[int, int, int]:
        self.machine.vdu(a)
        return a, x, y

    def _osnewl(self, a: int, x: int, y: int) -> tuple[int, int, int]:
        self.machine.vdu(10, 13)
        return 13, x, y

    def _osasci(self, a: int, x: int, y: int) -> tuple[int, int, int]:
        return self._osnewl(a, x, y) if a == 13 else self._oswrch(a, x, y)

    def _osbyte_call(self, a: int, x: int, y: int) -> tuple[int, int, int]:
        if a == CURSOR_POSITION:
            return a, self.machine.pos & 0xFF, self.machine.vpos & 0xFF
        if a == READ_CHARACTER:
            return a, self.machine.read_character(), min(self.machine.screen.mode.number, 6)  # an Electron has no 7
        self.osbyte(a, x, y)
        return a, x, y

    # the screen

    def mode(self, n: int) -> None:
        """MODE. Raises Bad MODE."""
        himem = SCREENS[n & 7]
        if self.control.frames or self.memory.heap + 256 > himem:
            raise BasicError.named("Bad MODE")
        self.memory.himem = himem
        if n & 0xFF < 8:
            self.machine.mode(n & 0xFF)
        else:
            self.machine.vdu(22, n)

    def random(self, n: int | None = None) -> float:
        """RND."""
        return self.machine.rnd(n)

    def analogue(self, n: int) -> int:
        """ADVAL: nothing is connected; ADVAL(-1) and below are the free places of a buffer."""
        return 0

    def set_time(self, value: int) -> None:
        """TIME=."""
        self.machine.time = value

    def words(self) -> dict[str, object]:
        """Return what compiled programs call by these names."""
        machine = self.machine
        names = "oscli usr call_address mode random analogue set_time"
        return {
            **{name: getattr(self, name) for name in names.split()},
            "colour": machine.colour,
            "gcol": machine.gcol,
            "plot": machine.plot,
            "move": machine.move,
            "draw": machine.draw,
            "point": machine.point,
            "cls": machine.cls,
            "clg": machine.clg,
            "sound": machine.sound,
            "envelope": machine.envelope,
            "get_time": lambda place: wrap(machine.time_at(place)),
        }


ENTRY_POINTS: dict[int, Callable[[System, int, int, int], tuple[int, int, int]]] = {
    OSASCI: System._osasci,
    OSNEWL: System._osnewl,
    OSWRCH: System._oswrch,
    OSBYTE: System._osbyte_call,
}
