"""The operating system for BASIC: `*` commands, CALL and USR of entry points, graphics and sound."""

from __future__ import annotations

import re
from collections.abc import Callable

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import wrap
from retro.basic.language.control import Control
from retro.basic.language.disc_commands import DiscCommands
from retro.basic.language.files import Files
from retro.basic.language.host import Host
from retro.basic.language.memory import PAGE, Memory
from retro.basic.language.memory_map import SCREENS
from retro.basic.language.names import methods
from retro.basic.line_input import read_line
from retro.basic.words import NL, codes

FLAGS, CARRY = 0x30, 0x01  # the processor's flags that USR gives: but for the carry none of interest is set
NUMBERS = re.compile(r"\s*(\d+)\s*(?:,?\s*(\d+))?\s*(?:,?\s*(\d+))?\s*$")
COMMAND = re.compile(r"[* ]*([A-Za-z]*\.?)(.*)", re.DOTALL)
KEY = re.compile(r"[ ,]*(\d+)[ ,]*(.*)", re.DOTALL)
SPECIAL = re.compile(r"(\|!)?(?:\|(.)|([^|]))", re.DOTALL)  # a character of *KEY
LAST_KEY = 15
UNKNOWN_CALLS = range(22, 117)  # OSBYTE calls that OS 1.00 refuses
HIGHEST_MODE = 6  # an Electron has no 7
TAB_CODE, SHIFTED_KEYS = 9, 128  # the settings in memory after those that OSBYTE 218 and 225 return
SOUND_BUFFERS = range(-8, -4)  # of ADVAL: channels 3 to 0
OS = "OS 1.00"

Registers = tuple[int, int, int]  # A, X and Y


class System:
    """The operating system, as BASIC calls it.

    Attributes:
        commands: The function that runs each `*` command, given the text after its name.
    """

    def __init__(
        self, machine: Host, memory: Memory, control: Control, files: Files, chain: Callable[[str], None]
    ) -> None:
        self.machine, self.memory, self.control = machine, memory, control
        self._disc = DiscCommands(machine, memory, files, chain)
        self.commands = self._disc.commands() | {
            "FX": self._fx,
            "KEY": self._key,
            "HELP": lambda rest: machine.print(NL, OS),
            **dict.fromkeys(("TV", "MOTOR", "OPT", "TAPE", "ROM"), lambda rest: None),
        }
        self._carry = False

    # commands

    def oscli(self, line: str) -> None:
        """Run a `*` command. Raises Bad command."""
        match = COMMAND.match(line.partition("\r")[0])
        name, rest = (match[1].upper(), match[2]) if match else ("", "")
        if not name and (not rest.strip() or rest.lstrip().startswith("|")):
            return
        for command, action in self.commands.items():
            if name == command or (name.endswith(".") and command.startswith(name[:-1])):
                action(rest)
                return
        if not self._disc.run_command(f"{name}{rest}".removeprefix("/")):
            raise BasicError.named("Bad command")

    def _fx(self, rest: str) -> None:
        match = NUMBERS.match(rest)
        if match is None:
            raise BasicError.named("Bad command")
        self.osbyte(*(int(number or 0) & 0xFF for number in match.groups()))

    def _key(self, rest: str) -> None:
        """*KEY N TEXT. Raises Bad key, Bad string."""
        match = KEY.match(rest)
        if match is None or int(match[1]) > LAST_KEY:
            raise BasicError.named("Bad key")
        self.machine.keyboard.texts[int(match[1])] = key_text(match[2])

    def osbyte(self, a: int, x: int, y: int) -> Registers:
        """Make an OSBYTE call; calls without an effect on this machine are ignored. Raises Bad command, OS 1.00."""
        if a in OSBYTES:
            return a, *OSBYTES[a](self, x, y)
        try:
            self.machine.fx(a, x, y)
        except BasicError:
            if a in UNKNOWN_CALLS:
                raise
        return a, x, y

    # machine code

    def usr(self, address: int) -> int:
        """USR: call an entry point; return the registers A, X, Y and P in one integer. Raises No machine code here."""
        variables = self.memory.variables
        a, x, y = (variables[name] & 0xFF for name in ("A_i", "X_i", "Y_i"))
        if address & 0xFFFF not in ENTRY_POINTS:
            raise BasicError.named("No machine code here")
        self._carry = False
        a, x, y = ENTRY_POINTS[address & 0xFFFF](self, a, x, y)
        return a | x << 8 | y << 16 | (FLAGS | CARRY * self._carry) << 24

    def _print(self, registers: Registers, *characters: int) -> Registers:
        self.machine.vdu(*characters)
        return registers

    def _oscli(self, a: int, x: int, y: int) -> Registers:
        self.oscli(self.memory.text_at(x | y << 8))
        return a, x, y

    def _osword(self, a: int, x: int, y: int) -> Registers:
        """Make an OSWORD call with its parameter block in memory; calls without an effect are ignored."""
        block, memory, machine = x | y << 8, self.memory, self.machine
        words = [memory.word_at(block + at) for at in range(0, 8, 2)]
        numbers = [(word & 0xFFFF ^ 0x8000) - 0x8000 for word in words]
        if a == 0:
            line = codes(read_line(machine.get, machine.vdu, *(memory.byte_at(block + at) for at in (2, 3, 4))))
            machine.vdu(10, 13)
            memory.set_text(words[0] & 0xFFFF, line.decode("latin-1"))
            return 0, 0, len(line)
        if a == 1:
            memory.put(block, (machine.time & 0xFFFFFFFFFF).to_bytes(5, "little"))
        elif a == 2:
            machine.time = words[0]
        elif a == 7:
            machine.sound(*numbers)
        elif a == 8:
            machine.envelope(*(memory.byte_at(block + at) for at in range(14)))
        elif a == 9:
            memory.set_byte(block + 4, machine.point(*numbers[:2]))
        elif a == 10:
            memory.put(block + 1, machine.screen.characters.shape(memory.byte_at(block)))
        return a, x, y

    def _inkey(self, x: int, y: int) -> tuple[int, int]:
        """OSBYTE 129: wait some time for a key, or test one, as INKEY does."""
        time = x | y << 8
        code = self.machine.inkey(time if time < 0x8000 else time - 0x10000)
        self._carry = code < 0
        return code & 0xFF, 0xFF * (code < 0)

    def _set_function_keys(self, x: int, y: int) -> tuple[int, int]:
        keyboard = self.machine.keyboard
        before = keyboard.function_base
        keyboard.function_base = before & y ^ x
        return before, SHIFTED_KEYS

    def _insert(self, x: int, y: int) -> tuple[int, int]:
        if not x:
            self.machine.keyboard.insert(y)
        return x, y

    def _version(self, x: int, y: int) -> tuple[int, int]:
        if not x:
            raise BasicError.named(OS)
        return 0, y

    # the screen

    def mode(self, n: int) -> None:
        """MODE: set a screen MODE, which moves HIMEM. Raises Bad MODE."""
        himem = SCREENS[n & 7]
        if self.control.frames or self.memory.heap + 256 > himem:
            raise BasicError.named("Bad MODE")
        self.memory.himem = himem
        if n & 0xFF < 8:
            self.machine.mode(n & 0xFF)
        else:
            self.machine.vdu(22, n)

    def analogue(self, n: int) -> int:
        """ADVAL: the number of typed keys (-1), free bytes of sound queues (-5 to -8); no joystick is connected."""
        n = (n & 0xFFFF ^ 0x8000) - 0x8000
        if n in SOUND_BUFFERS:
            return int(self.machine.sound_system.free(-5 - n, self.machine.worked_until))
        return len(self.machine.keyboard) if n == -1 else 0

    def words(self) -> dict[str, object]:
        """Return the operating system's functions by the names that compiled programs use."""
        machine = self.machine
        return methods(self) | {
            "random": machine.rnd,
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
            "set_time": lambda value: setattr(machine, "time", value),
            "call_address": self.usr,
            "get_time": lambda place: wrap(machine.time_at(place)),
        }


def key_text(text: str) -> bytes:
    """Decode a text of *KEY: |M is CTRL-M, |! adds 128, |? is 127. Raises Bad string."""
    if text.startswith('"'):
        text, quote, _ = text[1:].partition('"')
        if not quote:
            raise BasicError.named("Bad string")
    if text.replace("||", "").endswith("|"):
        raise BasicError.named("Bad string")
    return bytes(_key_code(*match.groups("")) for match in SPECIAL.finditer(text.rstrip("\r")))


def _key_code(high: str, controlled: str, plain: str) -> int:
    code = ord(plain or controlled)
    if controlled:
        code = 127 if controlled == "?" else code & 31 if controlled.isalpha() or controlled in "@[]^_\\" else code
    return code | 128 if high else code


def halves(address: int) -> tuple[int, int]:
    """Split an address into its low and its high byte."""
    return address & 0xFF, address >> 8 & 0xFF


ENTRY_POINTS: dict[int, Callable[[System, int, int, int], Registers]] = {
    0xFFE0: lambda system, a, x, y: (system.machine.get(), x, y),
    0xFFE3: lambda system, a, x, y: system._print((a, x, y), *((10, 13) if a == 13 else (a,))),
    0xFFE7: lambda system, a, x, y: system._print((13, x, y), 10, 13),
    0xFFEE: lambda system, a, x, y: system._print((a, x, y), a),
    0xFFF1: System._osword,
    0xFFF4: System.osbyte,
    0xFFF7: System._oscli,
}
# OSBYTE calls of BASIC's own; those of the machine are in `retro.machine.osbyte`. Given X and Y they return these.
OSBYTES: dict[int, Callable[[System, int, int], tuple[int, int]]] = {
    0: System._version,
    117: lambda system, x, y: (system.machine.vdu_driver.status, y),
    128: lambda system, x, y: halves(system.analogue(x | y << 8)),
    129: System._inkey,
    130: lambda system, x, y: (0xFF, 0xFF),
    131: lambda system, x, y: halves(PAGE),
    132: lambda system, x, y: halves(SCREENS[system.machine.screen.mode.number]),
    133: lambda system, x, y: halves(SCREENS[x & 7]),
    134: lambda system, x, y: (system.machine.pos & 0xFF, system.machine.vpos & 0xFF),
    135: lambda system, x, y: (system.machine.read_character(), min(system.machine.screen.mode.number, HIGHEST_MODE)),
    138: System._insert,
    218: lambda system, x, y: (-system.machine.vdu_driver.awaited & 0xFF, TAB_CODE),
    225: System._set_function_keys,
}
