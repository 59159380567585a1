"""The BASIC listing on our BASIC against the Python port: the same bytes but for lines 20 and 4010."""

import contextlib
from pathlib import Path

import pytest

from bench.basic_corpus import Feed, machine_with
from retro.basic.language.interpreter import Basic
from retro.machine.frontend import PowerOff
from retro.programs import dominoes
from tests.support.dominoes_styles import ANSWERS, STYLES, keys

LISTING = Path(dominoes.__file__).with_suffix(".bas").read_text()
# The port's two departures: its own MODE, and no VDU 29, which moves the origin in MODE 1 only.
AS_THE_PORT = LISTING.replace("   20 MODE 1\n", "   20 MODE 7\n").replace(" 4010 VDU 29,0;224;", " 4010 REM")


def sent(program, seed, pressed):
    """Return the bytes that a program sends to the screen."""
    m = machine_with(Feed([pressed]))
    m.rnd(-seed)
    m.vdu_driver.sent.clear()
    with contextlib.suppress(PowerOff):
        program(m)
    return bytes(m.vdu_driver.sent)


def run_listing(m):
    basic = Basic(m)
    basic.load_text(AS_THE_PORT)
    assert basic.run() is None


def check(seed):
    pressed = keys([*STYLES.values()][seed % len(STYLES)], seed, ANSWERS[seed % len(ANSWERS)])
    assert sent(run_listing, seed, pressed) == sent(dominoes.main, seed, pressed)


@pytest.mark.parametrize("seed", range(1, 4))
def test_listing_and_port_send_the_same_bytes(seed):
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(4, 124, 20))
def test_listing_and_port_send_the_same_bytes_in_many_games(first):
    for seed in range(first, first + 20):
        check(seed)
