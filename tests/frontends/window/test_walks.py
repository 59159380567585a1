"""Windows that are drawn in and used at random: what is drawn, where, when, and what the program gets was accepted."""

import json
import os
import subprocess
import sys

import pytest

from tests.support.transcripts import check
from tests.support.window_walk import WINDOWS
from tests.support.x11 import serve

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)


@pytest.mark.parametrize("seed", "01")
@pytest.mark.parametrize("name", WINDOWS)
def test_a_window_does_what_was_accepted(server, name, seed, accept):
    walk = [sys.executable, "-m", "tests.support.window_walk", name, seed, "150"]
    environment = os.environ | {"DISPLAY": server.name}
    result = subprocess.run(walk, env=environment, capture_output=True, text=True, check=True)
    check(json.loads(result.stdout), f"window_{name}_{seed}", accept)
