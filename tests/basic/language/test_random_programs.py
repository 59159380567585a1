"""Random and mutated programs: no Python error, and ESCAPE ends them."""

import random

import pytest

from bench.fuzz.basic_programs import corpus_programs, made, mutated, run


@pytest.mark.parametrize("seed", [*range(4), 1993])
def test_random_programs_raise_no_python_error(seed):
    run(made(random.Random(seed)))


@pytest.mark.parametrize("seed", [*range(4), 1698])
def test_mutated_programs_raise_no_python_error(seed):
    run(mutated(random.Random(seed), corpus_programs()))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10000, 10400, 100))
def test_many_programs_raise_no_python_error(first):
    programs = corpus_programs()
    for seed in range(first, first + 100):
        chance = random.Random(seed)
        run(made(chance) if seed % 2 else mutated(chance, programs))
