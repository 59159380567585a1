"""BASIC's mathematical functions, by the ROM's formulas.

The ROM reduces an argument to a small interval and computes a continued fraction there. So does this module, each
operation rounded as the ROM rounds. The terms are not the ROM's: they were fitted, from the expansions of the
functions, to 10,000 values of each that the ROM gave. The sine of x is x times a fraction of x², the arctangent x times
one of x - 0.5, the logarithm y + y² times one of y = x - 1, the exponential one of x itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import (
    HALF_RANGE,
    add,
    divide,
    from_bytes,
    multiply,
    rounded,
    subtract,
    too_big,
    wrap,
)


def _terms(text: str) -> list[float]:
    return [rounded(float(term)) for term in text.split()]


PI = from_bytes(bytes.fromhex("82490FDAA2"))
HALF_PI_HIGH, HALF_PI_LOW = 1.57080078125, rounded(4.45445511e-6)  # their difference is half of PI
HALF_PI = subtract(HALF_PI_HIGH, HALF_PI_LOW)
LN_2 = from_bytes(bytes.fromhex("80317217F8"))
LOG_E = from_bytes(bytes.fromhex("7F5E5BD8AA"))
E_CUT = from_bytes(bytes.fromhex("822DF85458"))  # e, cut to 32 bits
RADIANS = from_bytes(bytes.fromhex("7B0EFA3512"))
DEGREES = from_bytes(bytes.fromhex("86652EE0D3"))

# The terms of the continued fractions a + x / (b + x / (c + …)), the innermost first.
SINE_TERMS = _terms("-8.36760839820 9.67730516195 11.4544447102 -3.33333385643 -6.00000000931 1")
ARCTANGENT_TERMS = _terms(
    "-20.4197871163 0.611774602206 0.842700909823 -0.791416797088 -8.79584928602 -1.16864093998 1.08421091270 "
    "0.495464820066 -3.92787723150 0.927295218222"
)
LOGARITHM_TERMS = _terms(
    "0.00893594338777 249.064635932 0.0416676521709 45.0015954375 0.444444425753 2.99999994040 -0.5"
)
EXPONENTIAL_TERMS = _terms(
    "-6.99138719023 -2.00513184083 4.99998095733 2.00000800135 -2.99999998367 -2.00000001114 1 1"
)

LN_FROM = 0xB5 / 0x100  # LN halves its argument until it is below twice this
LARGEST_ANGLE = 8388608.0
EXP_RANGE = 89.5
ATN_FROM = 2.0**-14  # smaller numbers are their own arctangents
WHOLE_POWERS = 64


def number(x: float | str) -> float:
    """Check that a function's argument is a number, and return it. Raises Type mismatch for a text."""
    if x.__class__ is float or x.__class__ is int:
        return x
    raise BasicError.named("Type mismatch")


def real(x: float | str) -> float:
    """Return a function's argument as a float. Raises Type mismatch for a text."""
    if x.__class__ is float:
        return x
    return float(number(x))


def integer_part(x: float | str) -> int:
    """INT: the largest integer not above x. Raises Too big."""
    if x.__class__ is int:
        return x
    value = number(x)
    if -HALF_RANGE < value < HALF_RANGE:
        return math.floor(value)
    raise too_big()


def absolute(x: float | str) -> float:
    """ABS; ABS of &80000000 is itself."""
    return wrap(abs(x)) if isinstance(x, int) else abs(number(x))


def sign(x: float | str) -> int:
    """Return SGN, the sign of a number: -1, 0 or 1."""
    value = number(x)
    return (value > 0) - (value < 0)


def continued_fraction(x: float, terms: Sequence[float]) -> float:
    """Return the value of a continued fraction, computed from its innermost term outwards."""
    result = terms[0]
    for term in terms[1:]:
        result = add(divide(x, result), term)
    return result


def square_root(x: float | str) -> float:
    """SQR: five steps of Newton's method from an estimate with half the exponent. Raises -ve root."""
    value = real(x)
    if value <= 0:
        if value:
            raise BasicError.named("-ve root")
        return 0.0
    fraction, power = math.frexp(value)
    guess = math.ldexp(fraction, (power + 128) // 2 + 64 - 128)
    for _ in range(5):
        guess = add(divide(value, guess), guess) / 2
    return guess


def logarithm(x: float | str) -> float:
    """Return LN, the natural logarithm. Raises Log range."""
    value = real(x)
    if value <= 0:
        raise BasicError.named("Log range")
    fraction, power = math.frexp(value)
    if fraction < LN_FROM:
        fraction, power = fraction * 2, power - 1
    y = subtract(fraction, 1.0)
    inner = multiply(multiply(continued_fraction(y, LOGARITHM_TERMS), y), y)
    return add(multiply(float(power), LN_2), add(inner, y))


def common_logarithm(x: float | str) -> float:
    """Return LOG, the logarithm to base 10. Raises Log range."""
    return multiply(logarithm(x), LOG_E)


def exponential(x: float | str) -> float:
    """Return EXP, e to the power of a number. Raises Exp range, Too big."""
    value = real(x)
    if value >= EXP_RANGE:
        raise BasicError.named("Exp range")
    if value <= -EXP_RANGE:
        return 0.0
    whole = nearest(value)
    return multiply(whole_power(E_CUT, whole), continued_fraction(subtract(value, float(whole)), EXPONENTIAL_TERMS))


def nearest(x: float) -> int:
    """Return the integer nearest to a real of BASIC; halves are rounded away from zero."""
    return math.floor(x + 0.5) if x >= 0 else math.ceil(x - 0.5)


def whole_power(x: float, n: int) -> float:
    """Return x ^ n for an integer n, by n multiplications."""
    if n < 0:
        x, n = divide(1.0, x), -n
    result = x if n else 1.0
    for _ in range(n - 1):
        result = multiply(result, x)
    return result


def power(x: float | str, y: float | str) -> float:
    """Return x ^ y. Raises Log range, Division by zero, Too big."""
    base, exponent = real(x), real(y)
    if abs(exponent) >= WHOLE_POWERS:
        return exponential(multiply(logarithm(base), exponent))
    whole = nearest(exponent)
    rest = subtract(exponent, float(whole))
    if not rest:
        return whole_power(base, whole)
    result = whole_power(base, whole)
    return multiply(exponential(multiply(logarithm(base), rest)), result)


def sine(x: float | str) -> float:
    """Return SIN of an angle in radians. Raises Accuracy lost."""
    return _sine(real(x), 0)


def cosine(x: float | str) -> float:
    """Return COS of an angle in radians. Raises Accuracy lost."""
    return _sine(real(x), 1)


def _sine(x: float, quarters: int) -> float:
    """Return the sine of x plus a number of quarter turns."""
    if abs(x) >= LARGEST_ANGLE:
        raise BasicError.named("Accuracy lost")
    turns = nearest(divide(x, HALF_PI))
    if turns:
        x = add(subtract(x, multiply(float(turns), HALF_PI_HIGH)), multiply(float(turns), HALF_PI_LOW))
    quarters += turns
    result = multiply(continued_fraction(multiply(x, x), SINE_TERMS), x)
    if quarters & 1:
        result = square_root(subtract(1.0, multiply(result, result)))
    return -result if quarters & 2 else result


def tangent(x: float | str) -> float:
    """Return TAN of an angle in radians. Raises Accuracy lost, Division by zero."""
    return divide(sine(x), cosine(x))


def arctangent(x: float | str) -> float:
    """Return ATN, the arctangent in radians."""
    value = real(x)
    size = abs(value)
    result = _small_arctangent(size) if size < 1 else _from_half_pi(_small_arctangent(divide(1.0, size)))
    return -result if value < 0 else result


def _small_arctangent(x: float) -> float:
    return multiply(continued_fraction(subtract(x, 0.5), ARCTANGENT_TERMS), x) if x >= ATN_FROM else x


def _from_half_pi(x: float) -> float:
    return subtract(subtract(HALF_PI_HIGH, x), HALF_PI_LOW)


def arcsine(x: float | str) -> float:
    """Return ASN, the arcsine in radians. Raises -ve root."""
    value = real(x)
    cosine_ = square_root(subtract(1.0, multiply(value, value)))
    if not cosine_:
        return math.copysign(HALF_PI, value)
    return arctangent(divide(value, cosine_))


def arccosine(x: float | str) -> float:
    """Return ACS, the arccosine in radians. Raises -ve root."""
    return _from_half_pi(arcsine(x))


def radians(x: float | str) -> float:
    """Return RAD: degrees converted to radians."""
    return multiply(real(x), RADIANS)


def degrees(x: float | str) -> float:
    """Return DEG: radians converted to degrees."""
    return multiply(real(x), DEGREES)
