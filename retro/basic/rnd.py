"""BBC BASIC's random number generator, equal to all 4,400 values measured on the ROM."""

from __future__ import annotations

from retro.basic.reals import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, overload

POWER_ON = 0x575241
STATES = 1 << 33


class Rnd:
    """A shift register of 33 bits. For each number it shifts left 32 times, each time taking in bit 19 EOR bit 32."""

    __slots__ = ("_state",)

    def __init__(self) -> None:
        self._state = POWER_ON

    @property
    def state(self) -> int:
        """The generator's shift register: 0 to 2 ** 33 - 1."""
        return self._state

    @state.setter
    def state(self, state: int) -> None:
        if not 0 <= state < STATES:
            raise ValueError(f"{state!r} given as the state of RND, a whole number of 33 bits expected")
        self._state = state

    if TYPE_CHECKING:

        @overload
        def __call__(self, n: None = None) -> int: ...
        @overload
        def __call__(self, n: Literal[0, 1]) -> float: ...  # type: ignore[overload-overlap]
        @overload
        def __call__(self, n: int) -> int: ...
        @overload
        def __call__(self, n: float) -> float: ...

    def __call__(self, n: float | None = None) -> float:
        """Return RND: any 32-bit integer; RND(n): 1 to n; RND(1): 0 to 1; RND(0): the last RND(1) again.

        RND(-n) seeds the generator and returns -n. n is cut to an integer; "Too big" if it has more than 32 bits.
        """
        if n is None:
            return (self._step() ^ 0x80000000) - 0x80000000
        if n.__class__ is not int or not -0x80000000 <= n <= 0x7FFFFFFF:
            n = integer(n)
        if n > 1:
            fraction = _reversed(self._step())
            product = int(n) * fraction
            if product & 0xFFFFFFFF < n:  # so close to an integer that _cut_product may round it differently
                return _cut_product(int(n), fraction) + 1
            return (product >> 32) + 1
        if n < 0:
            self._state = int(n) & 0xFFFFFFFF
            return int(n)
        return _reversed(self._step() if n else self._state & 0xFFFFFFFF) / 0x100000000

    def _step(self) -> int:
        """Shift the register 32 times at once: 20 bits that depend on the present ones, then 12."""
        state = self._state
        twenty = (state ^ state >> 13) & 0xFFFFF
        low = twenty << 12 | (twenty >> 8 ^ state >> 1) & 0xFFF
        self._state = (state & 1) << 32 | low
        return low


def _reversed(low: int) -> int:
    return int.from_bytes(low.to_bytes(4, "little"), "big")


def _cut_product(n: int, fraction: int) -> int:
    """Multiply as the original does: n is shifted down 40 bits and added for every set bit of the fraction."""
    whole, shift = n.bit_length(), 32 - fraction.bit_length()
    n <<= 40 - whole
    fraction <<= shift
    total = sum(n >> 32 - bit for bit in range(32) if fraction >> bit & 1)
    return total >> 40 - whole + shift
