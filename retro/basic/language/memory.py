"""The 32K that a program sees: `?`, `!` and `$`, PAGE, LOMEM, HIMEM, and the heap of variables.

The values of variables are Python's own; the heap is only accounted for, so that DIM gives the addresses of the real
machine and memory runs out where it would there. The integers @% to Z% can be seen at &400.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retro.basic.errors import BasicError
from retro.basic.language import memory_map
from retro.basic.language.arithmetic import to_bytes
from retro.basic.language.host import Host
from retro.basic.language.memory_map import SCREENS
from retro.basic.language.names import RESIDENT_NAMES, basic_name, heap_size, methods, python_name, zero
from retro.basic.language.program import Program

SIZE = 0x8000
PAGE = 0xE00
RESIDENT = 0x400  # @%, A% … Z%, four bytes each
INTEGERS = [python_name(name) for name in RESIDENT_NAMES[1:]]  # A% … Z%
RESIDENT_END = RESIDENT + 4 * len(RESIDENT_NAMES)
POINTERS_END = 0x19  # BASIC's own pointers in page 0
CR = 13
SPARE_BYTES = 8  # bytes that a longer text gets beyond its length
LARGEST_BOUND = 0x3FFF  # of an array
LARGEST_WORD = 0xFFFF  # BASIC measures arrays and blocks in 16 bits
STACK_MARGIN = 256  # bytes that BASIC keeps free for its stack


class Memory:
    """The memory of a program.

    Attributes:
        ram: The bytes; all above 32K are 0.
        program: The program in it.
        himem, lomem, heap: HIMEM, LOMEM and the end of the heap.
        stack: The number of bytes in use by the stack, below HIMEM.
        called: The PROCs and FNs whose addresses are in the heap.
    """

    def __init__(self, variables: dict[str, Any], machine: Host) -> None:
        self.machine = machine
        self.ram = bytearray(0x10000)
        self.ram[PAGE : PAGE + 2] = b"\r\xff"
        self.program = Program(self.ram, PAGE)
        self.variables = variables
        self.himem = SCREENS[6]
        self.lomem_cell = [0]
        self.stack = 0
        self._rooms: dict[object, list[int]] = {}
        self._addresses: dict[str, int] = {}
        self.called: set[str] = set()
        variables.update(dict.fromkeys(INTEGERS, 0))
        self.set_format: Callable[[int], None] = lambda value: None
        self.get_format: Callable[[], int] = lambda: 0
        self.on_change: Callable[[], None] = lambda: None
        self.clear()

    @property
    def lomem(self) -> int:
        """LOMEM: the address at which the heap begins."""
        return self.lomem_cell[0]

    def clear(self, lomem: int | None = None) -> None:
        """Delete all of BASIC's variables but the resident integers, @% and A% to Z%."""
        self.lomem_cell[0] = self.heap = self.program.top if lomem is None else lomem
        self._rooms.clear()
        self._addresses.clear()
        self.called.clear()
        self.stack = 0
        for name in [name for name in self.variables if name not in INTEGERS and basic_name(name)]:
            del self.variables[name]

    # the heap

    def allocate(self, size: int, message: str = "No room") -> int:
        """Allocate bytes in the heap and return their address. Raises the given error if there is no room."""
        address = self.heap
        if address + size + STACK_MARGIN > self.himem - self.stack:
            raise BasicError.named(message)
        self.heap += size
        return address

    def push(self, size: int) -> None:
        """Allocate bytes of the stack. Raises No room."""
        self.stack += size
        if self.heap + STACK_MARGIN > self.himem - self.stack:
            raise BasicError.named("No room")

    def create(self, name: str) -> float | str:
        """Allocate a new variable and return its initial value. Raises No room."""
        self._addresses[name] = self.allocate(heap_size(name))
        return zero(name)

    def show_variables(self) -> int:
        """Write the values of variables to the ROM's addresses, as the program reads LOMEM; return LOMEM."""
        for name, address in self._addresses.items():
            value = self.variables.get(python_name(name), 0)
            if isinstance(value, str):
                room, size = self._rooms.get(name, [0, 0])
                self.ram[room : room + len(value)] = value.encode("latin-1")
                data = room.to_bytes(2, "little") + bytes([size, len(value)])
            else:
                data = to_bytes(value) if isinstance(value, float) else (value & 0xFFFFFFFF).to_bytes(4, "little")
            data = b"\0\0" + name[1:].encode("latin-1") + b"\0" + data
            self.ram[address : address + len(data)] = data
        return self.lomem

    def fit(self, key: object, value: str) -> str:
        """Allocate room for a text in a variable; return the text. Raises No room."""
        room = self._rooms.get(key)
        if room is None or len(value) > room[1]:
            size = len(value) if len(value) < SPARE_BYTES else min(len(value) + SPARE_BYTES, 255)
            address, old = room or [0, 0]
            if old and address + old == self.heap:
                self.allocate(size - old)
            else:
                address = self.allocate(size)
            self._rooms[key] = [address, size]
        return value

    def fit_element(self, array: list[str], index: int, value: str) -> str:
        """Allocate room for a text in an array; return the text. Raises No room."""
        return self.fit((id(array), index), value)

    def dimension(self, name: str, *bounds: int) -> int:
        """DIM: allocate an array; return the size of its elements in bytes. Raises Bad DIM, DIM space."""
        key = python_name(name, len(bounds))
        if self.dimensions(name) or not all(0 <= bound <= LARGEST_BOUND for bound in bounds):
            raise BasicError.named("Bad DIM")
        size = 1
        for count in (*(bound + 1 for bound in bounds), 4 if name[-1] in "%$" else 5):
            _check_product(size & LARGEST_WORD, count)
            size *= count
        self.allocate(2 + len(name) + 1 + 1 + 2 * len(bounds) + size, "DIM space")
        self.variables[key] = _array(bounds, zero(name))
        return size

    def dimensions(self, name: str) -> int:
        """Return the number of dimensions of an array; 0 if it does not exist."""
        stem = python_name(name, 1)[:-1]
        counts = (len(key) - len(stem) for key in self.variables if key.startswith(stem))
        return next((count for count in counts if basic_name(stem + "x" * count) == f"{name}("), 0)

    def reserve(self, container: Any, key: object, last: int) -> None:
        """DIM: allocate a block of bytes 0 to `last`. Raises Bad DIM, DIM space."""
        if not -1 <= last < LARGEST_WORD:
            raise BasicError.named("Bad DIM")
        address = self.allocate(last + 1, "DIM space")
        container[key] = float(address) if isinstance(container.get(key), float) else address

    # bytes, words and texts

    def byte_at(self, address: int) -> int:
        """Return the byte at an address of the program's memory, as `?` does."""
        address &= 0xFFFF
        if RESIDENT <= address < RESIDENT_END:
            self._show_resident()
        elif address < POINTERS_END:
            # LOMEM, the end of the heap, HIMEM, TOP and PAGE, where the ROM keeps them
            pointers = {0: self.lomem, 2: self.heap, 6: self.himem, 0x12: self.program.top, 0x17: self.program.page}
            for place, pointer in pointers.items():
                self.ram[place : place + 2] = pointer.to_bytes(2, "little")
        kept = memory_map.read(self.machine, address)
        return self.ram[address] if kept is None else kept

    def word_at(self, address: int) -> int:
        """Return the integer in the four bytes at an address, as `!` does."""
        address &= 0xFFFF
        if PAGE <= address < memory_map.SCREEN.start - 4:
            return int.from_bytes(self.ram[address : address + 4], "little", signed=True)
        return int.from_bytes(map(self.byte_at, range(address, address + 4)), "little", signed=True)

    def text_address(self, address: int) -> int:
        """Return an address if `$` can use it. Raises $ range."""
        if address & 0xFFFF < 0x100:
            raise BasicError.named("$ range")
        return address & 0xFFFF

    def text_at(self, address: int) -> str:
        """Return the text at an address up to CR, or an empty text without CR. Raises $ range."""
        address = self.text_address(address)
        data = self.ram[address : address + 256]
        return data[: data.find(CR)].decode("latin-1") if CR in data else ""

    def set_byte(self, address: int, value: int) -> None:
        """Set the byte at an address, as `?` does."""
        address &= 0xFFFF
        if memory_map.write(self.machine, address, value & 0xFF):
            return
        if RESIDENT_END <= address < self.program.page:
            self.ram[address] = value & 0xFF
        elif address < SIZE:
            self.put(address, bytes((value & 0xFF,)))

    def set_word(self, address: int, value: int) -> None:
        """Set the four bytes at an address, as `!` does."""
        for offset in range(4):
            self.set_byte(address + offset, value >> 8 * offset)

    def set_text(self, address: int, value: str) -> None:
        """Write a text and CR at an address, as `$` does."""
        for offset, code in enumerate(value.encode("latin-1") + b"\r"):
            self.set_byte(address + offset, code)

    def put(self, address: int, data: bytes) -> None:
        """Write bytes at an address below 32K; they may change resident integers or the program."""
        end = address + len(data)
        resident = address < RESIDENT_END and end > RESIDENT
        if resident:
            self._show_resident()
        self.ram[address:end] = data
        for addresses, _, _ in memory_map.MAP:
            for kept in range(max(address, addresses.start), min(end, addresses.stop)):
                memory_map.write(self.machine, kept, data[kept - address])
        if resident:
            values = memoryview(self.ram)[RESIDENT:RESIDENT_END]
            numbers = [int.from_bytes(values[at : at + 4], "little", signed=True) for at in range(0, len(values), 4)]
            self.set_format(numbers[0])
            self.variables.update(zip(INTEGERS, numbers[1:]))
        if address < self.program.top and end > self.program.page:
            self.on_change()

    def _show_resident(self) -> None:
        """Write the resident integers (A% to Z%, @%) to their addresses."""
        values = [self.get_format(), *map(self.variables.__getitem__, INTEGERS)]
        for index, value in enumerate(values):
            self.ram[RESIDENT + 4 * index : RESIDENT + 4 * index + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")

    def words(self) -> dict[str, object]:
        """Return the memory's functions and objects by the names that compiled programs use."""
        return methods(self) | {
            "ram": self.ram,
            "lomem": self.lomem_cell,
            "variables": self.variables,
            "formats": _ByAddress(lambda _: self.get_format(), lambda _, value: self.set_format(value)),
            "byte_places": _ByAddress(self.byte_at, self.set_byte),
            "word_places": _ByAddress(self.word_at, self.set_word),
            "text_places": _ByAddress(self.text_at, self.set_text),
        }


class _ByAddress:
    """Bytes, words or texts in memory, or @%, as [address] in compiled programs."""

    def __init__(self, get: Callable[[int], Any], put: Callable[[int, Any], None]) -> None:
        self._get, self._put = get, put

    def __getitem__(self, address: int) -> Any:
        return self._get(address)

    def __setitem__(self, address: int, value: Any) -> None:
        self._put(address, value)

    get = __getitem__


def _check_product(size: int, count: int) -> None:
    """Raise Bad DIM if a partial sum of the ROM's multiplication exceeds 16 bits; bits that it shifts out are lost."""
    total = 0
    for bit in range(size.bit_length()):
        total += (count << bit & LARGEST_WORD) * (size >> bit & 1)
        if total > LARGEST_WORD:
            raise BasicError.named("Bad DIM")


def _array(bounds: tuple[int, ...], value: object) -> list[Any]:
    first, *rest = bounds
    if not rest:
        return [value] * (first + 1)
    return [_array(tuple(rest), value) for _ in range(first + 1)]
