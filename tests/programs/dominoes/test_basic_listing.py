"""The BASIC listing on our BASIC against the Python port: the same bytes and the same variables, but for two lines."""

import pytest

from bench.programs.dominoes_lockstep import LOCKSTEP, difference, main
from retro.programs import dominoes


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
def test_listing_and_port_agree(seed):
    assert difference(seed) == ""


@pytest.mark.slow
def test_listing_and_port_agree_in_many_games(capsys):
    """A sample; `python -m bench.programs.dominoes_lockstep` plays 2,000."""
    assert main(20, 4) == 0
    assert capsys.readouterr().out.startswith("20 seeds: no difference")


def test_all_variables_of_the_port_are_compared():
    assert {own for own, _, _ in LOCKSTEP.declared} == set(dominoes.Variables.__slots__)


def test_a_variable_that_differs_is_named(monkeypatch):
    procedure = dominoes.PROCISSUE

    def PROCISSUE(m, v):
        procedure(m, v)
        v.P = 2

    monkeypatch.setattr(dominoes, "PROCISSUE", PROCISSUE)
    assert difference(1).endswith("P% is 3 in BASIC, 2 in the port")
