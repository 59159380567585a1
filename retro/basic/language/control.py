"""The stacks of BASIC: FOR, REPEAT, GOSUB, and the calls of PROC and FN.

A GOSUB, PROC or FN runs its statements in a Python call of `run`. A RETURN that belongs to it ends that call. All else
is as on the real machine, whose stacks know nothing of each other: a RETURN inside a PROC that goes back to a GOSUB
outside is a jump, and ENDPROC inside a GOSUB ends the calls in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import add, wrap
from retro.basic.language.memory import Memory

MOST_FORS, MOST_REPEATS, MOST_GOSUBS = 10, 20, 26
CALL_SIZE, SAVED_SIZE = 24, 9  # bytes of BASIC's stack that a call and a value saved take

# What a region returns in place of an address.
RETURNED, ENDED, RESULT = -1, -2, -3


class ProgramEnded(Exception):
    """Raised at the end of the program: by END, or after its last line."""


class ProcedureEnded(Exception):
    """Raised by ENDPROC or an FN's result inside a GOSUB: ends all calls up to that of the PROC or FN."""

    def __init__(self, call: int) -> None:
        self.call = call


class Loop:
    """An open FOR loop: its variable, end, step, and the address of its body."""

    __slots__ = ("body", "container", "key", "last", "step")

    def __init__(self, container: Any, key: Any, last: float, step: float, body: int) -> None:
        self.container, self.key, self.last, self.step, self.body = container, key, last, step, body


class Routine:
    """A PROC or FN.

    Attributes:
        create: Creates its parameters, before the arguments are evaluated.
        bind: Saves the old values of its parameters, and sets the new ones.
        count: The number of its parameters.
        body: The address of its first statement.
        line: The line of its DEF.
    """

    __slots__ = ("bind", "body", "count", "create", "line")

    def __init__(self, create: Callable[[], None], bind: Callable[..., None], count: int, body: int, line: int) -> None:
        self.create, self.bind, self.count, self.body, self.line = create, bind, count, body, line


class Frame:
    """A running PROC or FN: its number, its kind, and the values to restore at its end."""

    __slots__ = ("call", "kind", "saved")

    def __init__(self, call: int, kind: str) -> None:
        self.call, self.kind = call, kind
        self.saved: list[tuple[Any, Any, Any]] = []


class Control:
    """BASIC's stacks, and the loop that runs regions one after the other.

    Attributes:
        regions: The regions by their addresses.
        routine: Returns a PROC or FN by its name.
    """

    def __init__(
        self,
        regions: dict[int, Callable[[], int]],
        memory: Memory,
        routine: Callable[[str], Routine],
    ) -> None:
        self.regions, self.memory, self.routine = regions, memory, routine
        self.fors: list[Loop] = []
        self.repeats: list[int] = []
        self._gosubs: list[tuple[int, int]] = []
        self.frames: list[Frame] = []
        self._call = self._calls = 0
        self._result: float | str = 0
        self._reading: list[tuple[int, int]] = []

    def clear(self) -> None:
        """Empty the stacks of loops and subroutines, but not the calls of PROC and FN."""
        self.fors.clear()
        self.repeats.clear()
        self._gosubs.clear()

    def reset(self) -> None:
        """Empty the stacks of loops, subroutines, PROCs and FNs."""
        self.clear()
        self.frames.clear()
        self._reading.clear()
        self._call = self._calls = 0
        self.memory.stack = 0

    def run(self, address: int) -> int:
        """Run compiled regions from an address on, until one returns a code that ends this call, not an address."""
        regions = self.regions
        while address > 0:
            address = regions[address]()
        return address

    # GOSUB

    def gosub(self, address: int, following: int) -> None:
        """GOSUB: call the subroutine at an address. following: the address for RETURN. Raises Too many GOSUBs."""
        if len(self._gosubs) >= MOST_GOSUBS:
            raise BasicError.named("Too many GOSUBs")
        outer = self._call
        self._calls += 1
        self._call = self._calls
        self._gosubs.append((following, self._call))
        self.run(address)
        self._call = outer

    def return_address(self) -> int:
        """RETURN: return the address to continue at, or the code that ends a GOSUB's call. Raises No GOSUB."""
        if not self._gosubs:
            raise BasicError.named("No GOSUB")
        following, call = self._gosubs.pop()
        return RETURNED if call == self._call else following

    # PROC and FN

    def call_procedure(self, name: str, *arguments: float | str) -> None:
        """Call a PROC. Raises Arguments, No room."""
        self._enter("PROC", name, arguments)

    def call_function(self, name: str, *arguments: float | str) -> float | str:
        """Call an FN and return its result. Raises Arguments, No room."""
        self._enter("FN", name, arguments)
        return self._result

    def defining(self, name: str) -> str:
        """Begin to read a routine's arguments, and return its name; errors now have the line of its DEF."""
        routine = self.routine(name)
        self._reading.append((len(self.frames), routine.line))
        routine.create()
        return name

    def defining_line(self, error: BasicError) -> int:
        """Return the line of the DEF whose arguments raised an error; 0 if the error was raised elsewhere."""
        reading = self._reading[:-1] if error.message == "Arguments" else self._reading
        depth, line = reading[-1] if reading else (-1, 0)
        return line if depth == len(self.frames) else 0

    def _enter(self, kind: str, name: str, arguments: tuple[float | str, ...]) -> None:
        routine = self.routine(name)
        if len(arguments) != routine.count:
            raise BasicError.named("Arguments")
        outer, stack = self._call, self.memory.stack
        self._calls += 1
        self._call = call = self._calls
        frame = Frame(call, kind)
        self.memory.push(CALL_SIZE + SAVED_SIZE * len(arguments))
        routine.bind(frame.saved, *arguments)
        if arguments:
            self._reading.pop()
        self.frames.append(frame)
        try:
            self.run(routine.body)
        except ProcedureEnded as ended:
            if ended.call != call:
                raise
        self.frames.pop()
        for container, key, value in reversed(frame.saved):
            container[key] = value
        self._call, self.memory.stack = outer, stack

    def end_procedure(self) -> int:
        """ENDPROC: return the code that ends a call. Raises No PROC."""
        self.check_routine("PROC")
        return self._leave(ENDED)

    def check_routine(self, kind: str) -> None:
        """Raise No PROC outside a PROC, No FN outside an FN."""
        if not self.frames or self.frames[-1].kind != kind:
            raise BasicError.named(f"No {kind}")

    def give_result(self, value: float | str) -> int:
        """`=`: set the result of an FN; return the code that ends the call."""
        self._result = value
        return self._leave(RESULT)

    def _leave(self, code: int) -> int:
        call = self.frames[-1].call
        if call != self._call:
            raise ProcedureEnded(call)
        return code

    def local_values(self) -> list[tuple[Any, Any, Any]]:
        """Return the list in which LOCAL saves values. Raises Not LOCAL."""
        if not self.frames:
            raise BasicError.named("Not LOCAL")
        self.memory.push(SAVED_SIZE)
        return self.frames[-1].saved

    # FOR

    def check_for(self) -> None:
        """Raise Too many FORs if the stack has no room for one more loop."""
        if len(self.fors) >= MOST_FORS:
            raise BasicError.named("Too many FORs")

    def enter_for(self, container: Any, key: Any, last: float, step: float, body: int) -> None:
        """FOR: open a loop, after its variable has its first value."""
        self.fors.append(Loop(container, key, last, step, body))

    def next_loop(self, container: Any = None, key: Any = None) -> int:
        """NEXT: return the address of the body, or 0 after the loop. Raises No FOR, Can't Match FOR, Syntax error."""
        if not self.fors:
            raise BasicError.named("No FOR")
        if container is not None:
            if container is self.memory.variables and key not in container:
                raise BasicError.named("Syntax error")
            while self.fors and not (self.fors[-1].container is container and self.fors[-1].key == key):
                self.fors.pop()
            if not self.fors:
                raise BasicError.named("Can't Match FOR")
        loop = self.fors[-1]
        value, step = loop.container[loop.key], loop.step
        value = wrap(value + int(step)) if isinstance(value, int) else add(value, step)
        loop.container[loop.key] = value
        if value > loop.last if step >= 0 else value < loop.last:
            self.fors.pop()
            return 0
        return loop.body

    def leave_for(self) -> None:
        """Remove the innermost FOR from its stack."""
        self.fors.pop()

    # REPEAT

    def enter_repeat(self, body: int) -> None:
        """REPEAT: open a loop. Raises Too many REPEATs."""
        if len(self.repeats) >= MOST_REPEATS:
            raise BasicError.named("Too many REPEATs")
        self.repeats.append(body)

    def until_loop(self, done: object) -> int:
        """UNTIL: return the address of the body, or 0 if the loop is over. Raises No REPEAT."""
        if not self.repeats:
            raise BasicError.named("No REPEAT")
        if done:
            self.repeats.pop()
            return 0
        return self.repeats[-1]

    def leave_repeat(self) -> None:
        """Remove the innermost REPEAT from its stack."""
        self.repeats.pop()
