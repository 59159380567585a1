"""RND against the ROM: every measured value and fact."""

import json
import math
import random
from pathlib import Path

import pytest

from retro.basic import BasicError, hexa, num
from retro.basic.print_format import Printer
from retro.basic.rnd import POWER_ON, Rnd

MODEL = json.loads((Path(__file__).parents[1] / "model" / "basic-rnd.json").read_text())
OTHER = MODEL["other"]


def seeded(seed):
    rnd = Rnd()
    if seed != "power-on":
        assert rnd(int(seed)) == int(seed)
    return rnd


def argument(call):
    return int(call[4:-1]) if "(" in call else None


def shown(x):
    """Return the text that PRINT ;x prints."""
    return Printer().render((x,), "").decode()


def five_bytes(x):
    """A positive real as BASIC stores it: exponent + 128, then the mantissa without its top bit."""
    mantissa, exponent = math.frexp(x)
    bits = int(mantissa * 2**32)
    assert bits == mantissa * 2**32
    return bytes([exponent + 128, *(bits & 0x7FFFFFFF).to_bytes(4, "big")]).hex()


WHOLE = [(seed, call) for seed, calls in MODEL["seeds"].items() for call in calls if call != "RND(1)"]


def test_the_file_has_the_claimed_number_of_values():
    values = sum(len(calls[call]) for calls in MODEL["seeds"].values() for call in calls if call != "RND(1)")
    assert values + sum(len(calls["RND(1)"]["bytes"]) for calls in MODEL["seeds"].values()) == 4400


@pytest.mark.parametrize(("seed", "call"), WHOLE)
def test_whole_numbers(seed, call):
    rnd = seeded(seed)
    values = MODEL["seeds"][seed][call]
    assert [rnd(argument(call)) for _ in values] == values


@pytest.mark.parametrize("seed", MODEL["seeds"])
def test_fractions(seed):
    rnd = seeded(seed)
    expected = MODEL["seeds"][seed]["RND(1)"]
    values = [rnd(1) for _ in expected["bytes"]]
    assert [five_bytes(value) for value in values] == expected["bytes"]
    assert [value * 2**32 for value in values] == expected["numerator_over_2_32"]


def test_fractions_as_printed():
    rnd = seeded("-1")
    assert [shown(rnd(1)) for _ in MODEL["printed"]] == MODEL["printed"]


def test_the_value_and_the_state_after_seeding():
    rnd = Rnd()
    assert [shown(rnd(-7))] == OTHER["value of RND(-7)"]
    words, last = OTHER["state after RND(-7): hex of &0D-&10, then &11"][0].split()
    assert hexa(rnd.state & 0xFFFFFFFF) == words
    assert rnd.state >> 32 == int(last) & 1  # only bit 0 of &11 is part of the register


def test_the_state_at_power_on():
    words, last = OTHER["state at power on"][0].split()
    assert hexa(Rnd().state) == words == hexa(POWER_ON)
    assert Rnd().state >> 32 == int(last)


def test_rnd_0_repeats():
    rnd = seeded("-1")
    values = [rnd(n) for n in (1, 0, 0, 0, 1, 0)]
    assert [shown(value) for value in values] == OTHER["RND(1) then three RND(0), RND(1), RND(0) after RND(-1)"]
    assert [shown(seeded("-1")(0))] == OTHER["RND(0) straight after RND(-1)"]


def test_arguments_are_truncated():
    rnd = seeded("-1")
    values = [shown(rnd(n)) for n in (1.9, 6.9, -7.9)]
    assert [*values, hexa(rnd.state)] == OTHER["RND(1.9), RND(6.9), RND(-7.9) (arguments are truncated)"]
    assert seeded("-1")(-0.9) == seeded("-1")(0)


def test_rnd_without_an_argument_beside_a_number():
    line = Printer().render((seeded("-1")(), num(6)), "").decode()
    assert [line] == OTHER["PRINT RND (6): with a space it is RND, then (6)"]


def test_a_second_program_continues_the_sequence():
    rnd = seeded("-1")
    first, second = f"{rnd(6)}{rnd(6)}", f"{rnd(6)}"
    assert [first, second] == OTHER["does RUN reset the seed? RND before and in a second program"]


def one_bit_at_a_time(state):
    for _ in range(32):
        state = (state << 1 | (state >> 19 ^ state >> 32) & 1) % 2**33
    return state


def test_the_step_is_32_single_shifts():
    rnd = Rnd()
    states = random.Random(1)
    for state in [1 << bit for bit in range(33)] + [states.getrandbits(33) for _ in range(200)]:
        rnd.state = state
        rnd()
        assert rnd.state == one_bit_at_a_time(state)


def test_the_state_can_be_saved_and_restored():
    rnd = Rnd()
    kept = rnd.state
    first = [rnd(6) for _ in range(10)]
    rnd.state = kept
    assert [rnd(6) for _ in range(10)] == first


def test_types_of_the_results():
    rnd = Rnd()
    assert [type(rnd(n)) for n in (None, 6, 6.5, -7.5, 1, 0)] == [int, int, int, int, float, float]


@pytest.mark.parametrize("state", [-1, 1 << 33])
def test_a_state_of_more_than_33_bits_is_refused(state):
    rnd = Rnd()
    with pytest.raises(ValueError, match="33 bits"):
        rnd.state = state


@pytest.mark.parametrize(("n", "error"), [(1 << 32, "Too big"), (1e10, "Too big"), ("6", "Type mismatch")])
def test_arguments_that_are_no_32_bit_integers(n, error):
    with pytest.raises(BasicError, match=error):
        Rnd()(n)
