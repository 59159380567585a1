"""The BASIC listing on our BASIC against the Python port: the same bytes and the same variables, but for two lines."""

import pytest

from bench.programs.both_sides import main, play
from retro.listing.builder import build_study
from retro.listing.procedure import OURS
from retro.programs import dominoes


@pytest.mark.slow
def test_listing_and_port_agree_in_many_games(capsys):
    """A sample; `python -m bench.programs.both_sides dominoes` plays 500."""
    assert main("dominoes", 12, 1) == 0
    assert capsys.readouterr().out.startswith("12 games of dominoes: no difference")


def test_all_variables_of_the_port_are_compared():
    variables = build_study("dominoes").variables.values()
    assert {one.name for one in variables if one.group != OURS} == set(dominoes.Variables.__slots__)


def test_a_variable_that_differs_is_named(monkeypatch):
    procedure = dominoes.PROCISSUE

    def PROCISSUE(m, v):
        procedure(m, v)
        v.P = 2

    monkeypatch.setattr(dominoes, "PROCISSUE", PROCISSUE)
    assert play("dominoes", 1).difference.endswith("BASIC has P%=3, Python P%=2.")
