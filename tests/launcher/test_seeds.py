"""Seeds are 32-bit numbers: the limits, wherever one is given or drawn."""

import os

import pytest

from retro.launcher.launcher import random_seed
from retro.launcher.options import play_command
from retro.library.errors import OptionError
from retro.library.options import LARGEST_SEED
from retro.web.worker import parse_seed


@pytest.mark.parametrize("seed", [LARGEST_SEED, -LARGEST_SEED])
def test_the_largest_seed_is_accepted(seed):
    assert play_command().parse(["--seed", str(seed)]).seed == seed
    assert parse_seed(str(seed)) == seed


@pytest.mark.parametrize("seed", [LARGEST_SEED + 1, -LARGEST_SEED - 1])
def test_a_larger_seed_is_refused(seed):
    with pytest.raises(OptionError, match=f"--seed {seed}"):
        play_command().parse(["--seed", str(seed)])
    with pytest.raises(OptionError, match=f"seed={seed}"):
        parse_seed(str(seed))


def test_a_seed_that_is_no_number_is_refused():
    with pytest.raises(OptionError, match="seed=x"):
        parse_seed("x")


@pytest.mark.parametrize(
    ("drawn", "seed"), [(0, 1), (LARGEST_SEED - 1, LARGEST_SEED), (LARGEST_SEED, 1), (2**32 - 1, 2)]
)
def test_random_seeds_are_from_1_to_the_largest(drawn, seed, monkeypatch):
    monkeypatch.setattr(os, "urandom", lambda size: drawn.to_bytes(size, "little"))
    assert random_seed() == seed
