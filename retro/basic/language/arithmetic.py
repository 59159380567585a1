"""The four operations on BASIC's reals, with the rounding of the ROM.

A real is held as a Python float that has at most 32 significant bits and lies within the range of five bytes. The
ROM works with eight bits more, its guard bits, and drops whatever is shifted out below them. At the end it rounds to
32 bits: guard bits above &80 round up, below &80 down, and exactly &80 sets the lowest bit.

Compiled programs try the float operation first (see `compiled_reals`): where its result has 32 bits it is the ROM's
result too. The functions here are for all other results.
"""

from math import frexp, ldexp

from retro.basic.errors import BasicError

BITS = 32
LARGEST_POWER = 127
SMALLEST_POWER = -128
MANTISSA = 4294967296.0  # 2 ** BITS
HALF_RANGE = 0x80000000
GUARDED = 1099511627776.0  # 2 ** 40
DROPPED = 33  # the most guard units that the shifted copies of a multiplication lose
TINY = 1e-38  # results below may have to become 0

# A float s has at most 32 bits and is in range if t - (t - u) == u, where t = s * SPLIT and u = s * SCALE: Veltkamp's
# splitting gives back u itself, and t is infinite where s is too big for a real.
SCALE = 2.0**876
SPLIT = (2.0**21 + 1) * SCALE
UNSCALE = 2.0**-876
# Otherwise (t - (t - u)) * UNSCALE is the nearest real.
CLEAR = 2.0**-33 * 15 / 16  # the most by which it may be above or below, as a share of s, to be the ROM's result
CLEAR_ABOVE = 2.0**-33 * 0.45  # the most by which it may be above a product, of which the ROM drops more bits
HUGE = 1e38  # results above may be too big


def too_big() -> BasicError:
    """Return BASIC's error Too big, for a number out of range."""
    return BasicError.named("Too big")


def pack(negative: bool, mantissa: int, power: int) -> float:
    """Round a 40-bit mantissa, worth mantissa * 2 ** (power - 40), to a real. Raises Too big."""
    low = mantissa & 0xFF
    mantissa >>= 8
    if low > 0x80:
        mantissa += 1
        if mantissa >> BITS:
            mantissa >>= 1
            power += 1
    elif low == 0x80:
        mantissa |= 1
    if power > LARGEST_POWER:
        raise too_big()
    if power < SMALLEST_POWER:
        return 0.0
    value = ldexp(mantissa, power - BITS)
    return -value if negative else value


def rounded(x: float) -> float:
    """Round a Python float to a real of BASIC. Raises Too big."""
    if not x:
        return 0.0
    if x in (float("inf"), float("-inf")) or x != x:
        raise too_big()
    fraction, power = frexp(abs(x))
    return pack(x < 0, int(fraction * 2.0**40), power)


def halves(x: float) -> tuple[int, int]:
    """Return the 32-bit mantissa of a real, without its sign, and its power."""
    fraction, power = frexp(x)
    return abs(int(fraction * MANTISSA)), power


# The operations proper. Those that end in _inexactly take it that the result of the float operation has over 32 bits.


def add(a: float, b: float) -> float:
    """Return the sum of two of BASIC's reals. Raises Too big."""
    result = a + b
    split = result * SPLIT
    scaled = result * SCALE
    return result if split - (split - scaled) == scaled else add_inexactly(a, b)


def subtract(a: float, b: float) -> float:
    """Return the difference of two of BASIC's reals. Raises Too big."""
    return add(a, -b)


def multiply(a: float, b: float) -> float:
    """Return the product of two of BASIC's reals. Raises Too big."""
    result = a * b
    split = result * SPLIT
    scaled = result * SCALE
    return result if split - (split - scaled) == scaled and not -TINY <= result <= TINY else multiply_inexactly(a, b)


def divide(a: float, b: float) -> float:
    """Return the quotient of two of BASIC's reals. Raises Division by zero, Too big."""
    result = a / b
    split = result * SPLIT
    scaled = result * SCALE
    return result if split - (split - scaled) == scaled and not -TINY <= result <= TINY else divide_inexactly(a, b)


def _clear_result(result: float, above: float) -> float:
    """Round a float result; return 0 if it is out of range, or if bits that the ROM drops may change it."""
    size = abs(result)
    if not TINY < size < HUGE:
        return 0.0
    split = result * SPLIT
    near = (split - (split - result * SCALE)) * UNSCALE
    return near if -size * above <= size - abs(near) <= size * CLEAR else 0.0


def add_inexactly(a: float, b: float) -> float:
    """Return a + b as the ROM does: bits of the smaller number below the guard bits are dropped before."""
    if abs(a) < abs(b):
        a, b = b, a
    total = a + b
    if abs(a) < 2 * abs(total) and (near := _clear_result(total, CLEAR)):
        return near
    if total - a != b or not total:
        return _add_mantissas(a, b)
    if (a < 0) == (b < 0):
        fraction, power = frexp(total)
        return pack(total < 0, abs(int(fraction * GUARDED)), power)
    power = frexp(a)[1]
    exact = abs(ldexp(total, 40 - power))
    mantissa = int(exact)
    mantissa += mantissa != exact
    shift = 40 - mantissa.bit_length()
    return pack(total < 0, mantissa << shift, power - shift)


def _add_mantissas(a: float, b: float) -> float:
    """Return the sum of two reals, |a| ≥ |b|, where a float cannot hold it."""
    if not b:
        return rounded(a)
    large, power = halves(a)
    small, small_power = halves(b)
    large, small = large << 8, small << 8 >> min(power - small_power, 64)
    total = large + small if (a < 0) == (b < 0) else large - small
    if not total:
        return 0.0
    shift = 40 - total.bit_length()
    return pack(a < 0, total << shift if shift > 0 else total >> -shift, power - shift)


def subtract_inexactly(a: float, b: float) -> float:
    """Return a - b as the ROM does, see `add_inexactly`."""
    return add_inexactly(a, -b)


def multiply_inexactly(a: float, b: float) -> float:
    """Return a * b as the ROM does: one mantissa is shifted down and added for each bit of the other."""
    if not a or not b:
        return 0.0
    if near := _clear_result(a * b, CLEAR_ABOVE):
        return near
    first, power = halves(a)
    second, second_power = halves(b)
    power += second_power
    negative = (a < 0) != (b < 0)
    total = first * second >> 24
    half = 0x80 if total >> 39 else 0x40
    if half <= total & 2 * half - 1 <= half + DROPPED:
        total = _shifted_sum(first, second)
    if total >> 39:
        return pack(negative, total, power)
    return pack(negative, total << 1, power - 1)


def _shifted_sum(bits: int, mantissa: int) -> int:
    """Multiply two 40-bit mantissas: add one, shifted down by n, for each set bit n of the other; drop lower bits."""
    mantissa <<= 8
    return sum(mantissa >> BITS - bit for bit in range(BITS) if bits >> bit & 1)


def divide_inexactly(a: float, b: float) -> float:
    """Return a / b as the ROM does: the quotient of the mantissas is cut to 39 bits. Raises Division by zero."""
    if not b:
        raise BasicError.named("Division by zero")
    if near := _clear_result(a / b, CLEAR):
        return near
    if not a:
        return 0.0
    first, first_power = halves(a)
    second, second_power = halves(b)
    quotient = (first << 38) // second
    shift = 40 - quotient.bit_length()
    return pack((a < 0) != (b < 0), quotient << shift, first_power - second_power + 2 - shift)


# integers


def wrap(n: int) -> int:
    """Reduce an integer to BASIC's 32 bits, two's complement."""
    return (n + HALF_RANGE & 0xFFFFFFFF) - HALF_RANGE


def cut(x: float | str) -> int:
    """Cut a number towards zero to a 32-bit integer. Raises Type mismatch, Too big."""
    if x.__class__ is int:
        return x
    if not isinstance(x, float):
        raise BasicError.named("Type mismatch")
    if -2147483648.0 < x < 2147483648.0:
        return int(x)
    raise too_big()


def multiply_integers(a: int, b: int) -> float:
    """Return the product of two of BASIC's integers: an integer if it fits 32 bits, else a real."""
    product = a * b
    return product if -HALF_RANGE < product < HALF_RANGE else multiply(float(a), float(b))


def div(a: int, b: int) -> int:
    """Return a DIV b, the quotient cut towards zero; 0 if a is &80000000. Raises Division by zero."""
    if not b:
        raise BasicError.named("Division by zero")
    if a == -HALF_RANGE:
        return 0
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def mod(a: int, b: int) -> int:
    """Return a MOD b, with the sign of a; 0 if a is &80000000. Raises Division by zero."""
    if not b:
        raise BasicError.named("Division by zero")
    if a == -HALF_RANGE:
        return 0
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


# the five bytes of a real in memory


def to_bytes(x: float) -> bytes:
    """Return a real as its five bytes: the exponent, then the mantissa, its top bit the sign."""
    if not x:
        return bytes(5)
    mantissa, power = halves(x)
    return bytes([power + 128]) + (mantissa & 0x7FFFFFFF | HALF_RANGE * (x < 0)).to_bytes(4, "big")


def from_bytes(data: bytes) -> float:
    """Return the real for five bytes."""
    if not any(data):
        return 0.0
    mantissa = int.from_bytes(data[1:5], "big")
    value = ldexp(mantissa | HALF_RANGE, data[0] - 128 - BITS)
    return -value if mantissa & HALF_RANGE else value
