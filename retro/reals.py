"""BBC BASIC's numbers: 32-bit integers, five-byte reals, and the way between them and decimal digits.

A real is a power of two (one byte) and a mantissa of 32 bits. While BASIC works on it the mantissa has eight
bits more, and here a number under way is such a pair (power, mantissa), worth mantissa * 2 ** (power - 40),
the mantissa in [2 ** 39, 2 ** 40). The original multiplies and divides by ten by adding shifted copies; the
digits it prints and the numbers it reads carry the small errors of that, so the same additions are made here.
All 689 statements measured on the machine agree.
"""

from __future__ import annotations

from retro.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    Real = tuple[int, int]

GENERAL, EXPONENT, FIXED = 0, 1, 2

AT_PERCENT = 0x90A  # @% at power-on: general format, 9 digits, a field of 10

MOST_DIGITS = 10
EXACT = (*(10**digits for digits in range(MOST_DIGITS)), 1 << 32)  # integers below print as they are
TEN = 0xA0 << 32  # the mantissa of 10, whose power is 4, and of 5, whose power is 3
ONE = (1, 1 << 39)
DIGITS = "0123456789"
FULL = 0x18  # a number being read takes no more digits once its top byte is this


# numbers


def integer(x: float) -> int:
    """Make a number a 32-bit integer as BASIC does: cut towards zero; "Too big" from 2 ** 31 on.

    The integers 2 ** 31 to 2 ** 32 - 1 are taken as the bits of a negative number, as in &FFFFFFFF.
    """
    most = 0x7FFFFFFF if isinstance(x, float) else 0xFFFFFFFF
    try:
        n = x.__trunc__()
    except (AttributeError, TypeError):
        raise BasicError.named("Type mismatch", f"{x!r} given, a number expected") from None
    except (OverflowError, ValueError):
        n = most + 1
    if not -0x80000000 <= n <= most:
        raise BasicError.named("Too big", f"{x!r} given, a number of 32 bits expected")
    return n - 0x100000000 if n > 0x7FFFFFFF else n


def _unpack(x: float) -> Real:
    try:
        above, below = x.as_integer_ratio()
    except (OverflowError, ValueError):
        raise BasicError.named("Too big", f"{x!r} given, a finite number expected") from None
    length = above.bit_length()
    mantissa = above << 40 - length if length <= 40 else above >> length - 40
    return _tidy(length - below.bit_length() + 1, mantissa)


def _tidy(power: int, mantissa: int) -> Real:
    """Round to 32 bits (exactly half: the lowest bit is set) and check the range. Zero is (0, 0)."""
    low = mantissa & 0xFF
    power, mantissa = _plus(power, mantissa - low, 0x100 if low > 0x80 else 0)
    if low == 0x80:
        mantissa |= 0x100
    if power > 127:
        raise BasicError.named("Too big", "a number below 1.7E38 expected")
    return (power, mantissa) if power >= -128 else (0, 0)


def _plus(power: int, mantissa: int, more: int) -> Real:
    mantissa += more
    return (power + 1, mantissa >> 1) if mantissa >> 40 else (power, mantissa)


def _times_ten(power: int, mantissa: int) -> Real:
    return _plus(power + 3, mantissa, (mantissa >> 2) + (mantissa >> 1 & 1))


def _tenth(power: int, mantissa: int) -> Real:
    """Take a sixteenth, times 1.5, 1 + 1/16, 1 + 1/256 ...: each copy is added with the last bit shifted out."""
    power -= 4
    for shift in (1, 4, 8, 16, 32):
        power, mantissa = _plus(power, mantissa, (mantissa >> shift) + (mantissa >> shift - 1 & 1))
    return power, mantissa


# numbers to text


def decimal(x: float, at: int = AT_PERCENT) -> str:
    """Give the digits PRINT ;x prints, `at` being @%: bytes for format, digits and (unused here) field.

    Format 0 general, 1 exponent, 2 fixed, anything else general. Digits 1 to 10; 0 or more than 10 is 10,
    but fixed with 0 is none after the point.
    """
    style, digits = _format(at)
    if isinstance(x, bool):
        x = -int(x)
    if style == GENERAL and isinstance(x, int) and abs(x) < EXACT[digits]:
        return str(int(x))
    real = _unpack(abs(x))
    if not real[1]:
        return _zero(style, digits)
    return ("-" if x < 0 else "") + _number(*_scaled(real), style, digits)


def _format(at: int) -> tuple[int, int]:
    style, digits = at >> 16 & 0xFF, at >> 8 & 0xFF
    if style > FIXED:
        style = GENERAL
    if digits > MOST_DIGITS or (digits == 0 and style != FIXED):
        digits = MOST_DIGITS
    return style, digits


def _zero(style: int, digits: int) -> str:
    count = (1, digits, digits + 1)[style]
    return _LAYOUTS[style]("0" * count, 0)


def _number(real: Real, exponent: int, style: int, digits: int) -> str:
    """Give the digits of a number from 1 to 9.99, times a power of ten."""
    wanted = digits + exponent + 1 if style == FIXED else digits
    if wanted > MOST_DIGITS:
        style, wanted = GENERAL, MOST_DIGITS
    nibbles = _rounded(real, wanted) if wanted >= 0 else 0
    if nibbles >= TEN:
        return _number(ONE, exponent + 1, style, digits)
    if wanted <= 0:
        return _zero(style, digits)
    return _LAYOUTS[style](_digits(nibbles, wanted), exponent)


def _scaled(real: Real) -> tuple[Real, int]:
    """Bring a number into 1 to 9.99, and give the exponent of ten that undoes it."""
    exponent = 0
    while not (1, 0) <= real < (4, TEN):
        if real[0] < 1:
            exponent, real = exponent - 1, _times_ten(*real)
        else:
            exponent, real = exponent + 1, _tenth(*real)
    return real, exponent


def _rounded(real: Real, digits: int) -> int:
    """Half a unit of the last digit added; the point of the result is below its top four bits."""
    half: Real = (3, TEN)
    for _ in range(digits):
        half = _tenth(*half)
    small, large = sorted((real, half))
    power, mantissa = _plus(large[0], large[1], small[1] >> large[0] - small[0])
    return mantissa >> 4 - power


def _digits(nibbles: int, count: int) -> str:
    text = ""
    for _ in range(count):
        text += DIGITS[nibbles >> 36]
        nibbles = (nibbles & 0xFFFFFFFFF) * 10
    return text


def _general(digits: str, exponent: int) -> str:
    if exponent == -1:
        text, tail = "0." + digits, ""
    elif 0 <= exponent < len(digits):
        text, tail = _fixed(digits, exponent), ""
    else:
        text, tail = _fixed(digits, 0), f"E{exponent}"
    return text.rstrip("0").rstrip(".") + tail


def _exponent(digits: str, exponent: int) -> str:
    return f"{_fixed(digits, 0)}E{exponent:<3}"


def _fixed(digits: str, exponent: int) -> str:
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


_LAYOUTS = (_general, _exponent, _fixed)


def str_s(x: float, at: int = AT_PERCENT) -> str:
    """STR$: ten digits in the general format, unless the top byte of @% says to use @%."""
    return decimal(x, at if at >> 24 & 0xFF else MOST_DIGITS << 8)


def hexa(x: float) -> str:
    """STR$~: a number cut to an integer, in hexadecimal; negative ones as eight digits."""
    return f"{integer(x) & 0xFFFFFFFF:X}"


# text to numbers


def val(text: str) -> int | float:
    """VAL: the number a text begins with, or 0. An int unless it has a point or an exponent or 32 bits."""
    text = text.lstrip(" ")
    sign = -1 if text.startswith("-") else 1
    if text.startswith(("-", "+")):
        text = text[1:].lstrip(" ")
    return sign * _unsigned_val(text)


def _unsigned_val(text: str) -> int | float:
    mantissa, exponent, pointed, rest = _read(text)
    if rest.startswith("E") and rest != text:
        exponent += _read_exponent(rest[1:])
    if not (pointed or exponent or mantissa >> 31):
        return mantissa
    if not mantissa:
        return 0
    return _pack(_shifted(mantissa, exponent))


def _read(text: str) -> tuple[int, int, bool, str]:
    """Digits as a 40-bit integer, the power of ten it lacks, was there a point, and the rest of the text."""
    mantissa, exponent, pointed = 0, 0, False
    for place, character in enumerate(text):
        if character == "." and not pointed:
            pointed = True
        elif character not in DIGITS:
            return mantissa, exponent, pointed, text[place:]
        elif mantissa >> 32 < FULL:
            mantissa = mantissa * 10 + int(character)
            exponent -= pointed
        else:
            exponent += not pointed
    return mantissa, exponent, pointed, ""


def _read_exponent(text: str) -> int:
    """At most two digits, and a sign before them."""
    sign = -1 if text.startswith("-") else 1
    digits = text[1:] if text.startswith(("-", "+")) else text
    size = 2 if digits[:2].isdigit() else 1
    return sign * int(digits[:size]) if digits[:size].isdigit() else 0


def _shifted(mantissa: int, exponent: int) -> Real:
    length = mantissa.bit_length()
    real = length, mantissa << 40 - length
    for _ in range(abs(exponent)):
        real = _tenth(*real) if exponent < 0 else _times_ten(*real)
    return _tidy(*real)


def _pack(real: Real) -> float:
    power, mantissa = real
    return mantissa * 2.0 ** (power - 40)
