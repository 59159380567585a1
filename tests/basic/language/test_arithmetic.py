"""The operations on reals: the ways that are tried first against the ROM's own, step by step."""

import random
from math import ldexp

import pytest

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import (
    _add_mantissas,
    _shifted_sum,
    add,
    cut,
    div,
    divide,
    divide_inexactly,
    from_bytes,
    halves,
    mod,
    multiply,
    multiply_inexactly,
    pack,
    rounded,
    subtract,
    to_bytes,
    wrap,
)
from retro.basic.language.functions import arctangent, power, sine


def reals(seed, count, spread):
    """Yield random reals; some have few bits."""
    chance = random.Random(seed)
    for _ in range(count):
        mantissa = chance.getrandbits(32) | 0x80000000
        mantissa &= -1 << chance.choice([0, 0, 0, 8, 20, 28])
        yield chance.choice([1, -1]) * ldexp(mantissa, chance.randrange(-spread, spread) - 32)


def pairs(seed, count=2000, spread=40):
    return zip(reals(seed, count, spread), reals(seed + 1, count, spread))


def test_sums_are_those_of_the_mantissas():
    for a, b in pairs(1):
        large, small = (a, b) if abs(a) >= abs(b) else (b, a)
        assert add(a, b) == _add_mantissas(large, small)


@pytest.mark.parametrize("operation", [add, subtract, multiply, divide])
def test_results_that_are_clear_are_the_roms(operation, monkeypatch):
    chosen = [
        *pairs(21),
        *((a, a * (1 + (seed % 7 - 3) * 2.0**-24)) for seed, (a, _) in enumerate(pairs(23, spread=120))),
    ]
    operands = [(a, rounded(b)) for a, b in chosen if abs(a * b) < 1e36]
    tried_first = [operation(a, b) for a, b in operands]
    monkeypatch.setattr("retro.basic.language.arithmetic._clear_result", lambda s, above: 0.0)
    assert tried_first == [operation(a, b) for a, b in operands]


def test_products_are_those_of_shifted_mantissas():
    for a, b in pairs(3):
        (first, power_a), (second, power_b) = halves(a), halves(b)
        total, exponent = _shifted_sum(first, second), power_a + power_b
        if not total >> 39:
            total, exponent = total << 1, exponent - 1
        assert multiply(a, b) == multiply_inexactly(a, b) == pack((a < 0) != (b < 0), total, exponent)


def test_quotients_that_are_exact_need_no_second_way():
    for a, b in pairs(5):
        assert divide(a, b) == divide_inexactly(a, b)


def test_a_real_is_five_bytes():
    assert to_bytes(0.1 + 0) != to_bytes(1.0) == bytes([0x81, 0, 0, 0, 0])
    for value in reals(7, 500, 120):
        assert from_bytes(to_bytes(value)) == value


@pytest.mark.parametrize(
    ("operation", "a", "b"), [(add, 1.7e38, 1.7e38), (multiply, 1e20, 1e20), (divide, 1e30, 1e-30)]
)
def test_results_out_of_range_are_too_big(operation, a, b):
    with pytest.raises(BasicError, match="Too big"):
        operation(a, b)


def test_results_that_are_too_small_are_zero():
    assert multiply(1e-30, 1e-30) == divide(1e-30, 1e30) == 0


def test_integers_wrap_round():
    assert [wrap(n) for n in (2**31, -(2**31) - 1, 2**32 + 5)] == [-(2**31), 2**31 - 1, 5]


def test_div_and_mod_cut_towards_zero():
    assert [(div(a, 2), mod(a, 2)) for a in (7, -7, -(2**31))] == [(3, 1), (-3, -1), (0, 0)]


@pytest.mark.parametrize("value", [2.0**31, -(2.0**31)])
def test_an_integer_has_32_bits(value):
    with pytest.raises(BasicError, match="Too big"):
        cut(value)


def test_whole_powers_are_exact_products():
    assert [power(2, n) for n in (0, 1, 10, -1)] == [1, 2, 1024, 0.5]
    assert power(0, 0) == 1


def test_sine_refuses_what_it_cannot_reduce():
    with pytest.raises(BasicError, match="Accuracy lost"):
        sine(8388608)


def test_there_is_no_negative_nothing():
    assert str(arctangent(0.0)) == "0.0"
