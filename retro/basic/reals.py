"""BBC BASIC's numbers: 32-bit integers, five-byte reals, and their conversion to and from decimal digits.

A real is a power of two (one byte) and a mantissa of 32 bits, with eight bits more during a calculation. Here it is a
pair (power, mantissa), worth mantissa * 2 ** (power - 40), with the mantissa in [2 ** 39, 2 ** 40). The original
multiplies and divides by ten by adding shifted copies. The same additions are made here, so that printed digits and
read numbers have the same small errors. All 689 measured statements agree.
"""

from __future__ import annotations

from retro.basic.errors import BasicError, type_mismatch

Real = tuple[int, int]

GENERAL, EXPONENT, FIXED = 0, 1, 2

AT_PERCENT = 0x90A  # @% at power-on: general format, 9 digits, a field of 10

MAX_DIGITS = 10
EXACT = (*(10**digits for digits in range(MAX_DIGITS)), 1 << 32)  # integers below print as they are
TEN = 0xA0 << 32  # the mantissa of 10, whose power is 4, and of 5, whose power is 3
ONE = (1, 1 << 39)
DIGITS = "0123456789"
FULL = 0x18  # the top byte at which a number being read ignores further digits


# numbers


def integer(x: float, word: str = "") -> int:
    """Cut a number to a 32-bit integer, towards zero, as BASIC does.

    The integers 2 ** 31 to 2 ** 32 - 1 are the bits of a negative number, as in &FFFFFFFF. An error names `word`.

    Raises:
        Too big: 2 ** 31 or more.
        Type mismatch: no number.
    """
    most = 0x7FFFFFFF if isinstance(x, float) else 0xFFFFFFFF
    try:
        whole = x.__trunc__()
    except (AttributeError, TypeError):
        raise type_mismatch(x, "a number", word) from None
    except (OverflowError, ValueError):
        whole = most + 1
    if not -0x80000000 <= whole <= most:
        raise BasicError.named("Too big", f"{word}: {x!r} given, a number of 32 bits expected".removeprefix(": "))
    return whole - 0x100000000 if whole > 0x7FFFFFFF else whole


def _unpack(x: float) -> Real:
    try:
        above, below = x.as_integer_ratio()
    except (OverflowError, ValueError):
        raise BasicError.named("Too big", f"{x!r} given, a finite number expected") from None
    length = above.bit_length()
    mantissa = above << 40 - length if length <= 40 else above >> length - 40
    return _tidy(length - below.bit_length() + 1, mantissa)


def _tidy(power: int, mantissa: int) -> Real:
    """Round a real to 32 bits (exactly half sets the lowest bit), and check the range. Zero is (0, 0)."""
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
    """Divide a real by ten: a sixteenth, times 1.5, 1 + 1/16, 1 + 1/256 …; bits shifted out of a copy are added."""
    power -= 4
    for shift in (1, 4, 8, 16, 32):
        power, mantissa = _plus(power, mantissa, (mantissa >> shift) + (mantissa >> shift - 1 & 1))
    return power, mantissa


# numbers to text


def decimal(x: float, at: int = AT_PERCENT) -> str:
    """Return the text that PRINT ;x prints with this @%.

    Its format: 0 general, 1 exponent, 2 fixed, others general. Its digits: 1 to 10; 0 and more than 10 mean 10, but 0
    in fixed format means none after the point.
    """
    if at == AT_PERCENT and x.__class__ is int and -EXACT[9] < x < EXACT[9]:
        return str(x)
    style, digits = at >> 16 & 0xFF, at >> 8 & 0xFF
    if style > FIXED:
        style = GENERAL
    if digits > MAX_DIGITS or (digits == 0 and style != FIXED):
        digits = MAX_DIGITS
    if isinstance(x, bool):
        x = -int(x)
    if style == GENERAL and isinstance(x, int) and abs(x) < EXACT[digits]:
        return str(int(x))
    real = _unpack(abs(x))
    if not real[1]:
        return _zero(style, digits)
    return ("-" if x < 0 else "") + _number(*_scaled(real), style, digits)


def _zero(style: int, digits: int) -> str:
    count = (1, digits, digits + 1)[style]
    return _LAYOUTS[style]("0" * count, 0)


def _number(real: Real, exponent: int, style: int, digits: int) -> str:
    """Format a number, given as 1 to 9.99 times a power of ten, as text in this style and with this many digits."""
    count = digits + exponent + 1 if style == FIXED else digits
    if count > MAX_DIGITS:
        style, count = GENERAL, MAX_DIGITS
    nibbles = _rounded(real, count) if count >= 0 else 0
    if nibbles >= TEN:
        return _number(ONE, exponent + 1, style, digits)
    if count <= 0:
        return _zero(style, digits)
    text = ""
    for _ in range(count):
        text += DIGITS[nibbles >> 36]
        nibbles = (nibbles & 0xFFFFFFFFF) * 10
    return _LAYOUTS[style](text, exponent)


def _scaled(real: Real) -> tuple[Real, int]:
    """Scale a number to 1 to 9.99. Return it and the exponent of ten that reverses the scaling."""
    exponent = 0
    while real[0] < 1:
        exponent, real = exponent - 1, _times_ten(*real)
    while real >= (4, TEN):
        exponent, real = exponent + 1, _tenth(*real)
    return real, exponent


def _rounded(real: Real, digits: int) -> int:
    """Add half a unit of the last digit. The point of the result is below its top four bits."""
    half: Real = (3, TEN)
    for _ in range(digits):
        half = _tenth(*half)
    small, large = sorted((real, half))
    power, mantissa = _plus(large[0], large[1], small[1] >> large[0] - small[0])
    return mantissa >> 4 - power


def _general(digits: str, exponent: int) -> str:
    if exponent == -1:
        text, tail = "0." + digits, ""
    elif 0 <= exponent < len(digits):
        text, tail = _fixed(digits, exponent), ""
    else:
        text, tail = _fixed(digits, 0), f"E{exponent}"
    return text.rstrip("0").rstrip(".") + tail


def _fixed(digits: str, exponent: int) -> str:
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


_LAYOUTS = (_general, lambda digits, exponent: f"{_fixed(digits, 0)}E{exponent:<3}", _fixed)


def str_s(x: float, at: int = AT_PERCENT) -> str:
    """STR$: return a number as text, with up to ten digits.

    Args:
        x: the number.
        at: @%; its format is used if its top byte is not 0.

    Example: A$=STR$(PI) → a = str_s(3.14159265)
    """
    return decimal(x, at if at >> 24 & 0xFF else MAX_DIGITS << 8)


def hexa(x: float) -> str:
    """STR$~: return a number, cut to an integer, in hexadecimal; a negative one with eight digits.

    Example: A$=STR$~(255) → a = hexa(255)
    """
    return f"{integer(x, 'STR$~') & 0xFFFFFFFF:X}"


# text to numbers


def val(text: str) -> int | float:
    """VAL: return the number at the beginning of a text, or 0. An int unless it has a point, an exponent or 32 bits.

    Example: N=VAL("12.5 cm") → n = val("12.5 cm")
    """
    if not isinstance(text, str):
        raise type_mismatch(text, "a string", "VAL")
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
    length = mantissa.bit_length()
    real = length, mantissa << 40 - length
    for _ in range(abs(exponent)):
        real = _tenth(*real) if exponent < 0 else _times_ten(*real)
    power, mantissa = _tidy(*real)
    return mantissa * 2.0 ** (power - 40)


def _read(text: str) -> tuple[int, int, bool, str]:
    """Read a number: return its digits as a 40-bit integer, the power of ten, whether it has a point, and the rest."""
    mantissa, exponent, pointed = 0, 0, False
    for index, character in enumerate(text):
        if character == "." and not pointed:
            pointed = True
        elif character not in DIGITS:
            return mantissa, exponent, pointed, text[index:]
        elif mantissa >> 32 < FULL:
            mantissa = mantissa * 10 + int(character)
            exponent -= pointed
        else:
            exponent += not pointed
    return mantissa, exponent, pointed, ""


def _read_exponent(text: str) -> int:
    """Read an exponent, a sign and at most two digits, and return its value."""
    sign = -1 if text.startswith("-") else 1
    digits = text[1:] if text.startswith(("-", "+")) else text
    size = 2 if digits[:2].isdigit() else 1
    return sign * int(digits[:size]) if digits[:size].isdigit() else 0
