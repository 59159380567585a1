"""The script with which other emulators run the recordings of the real machine."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "model" / "conformance.py"
RETRO = [sys.executable, "-m", "retro"]
ONE_CASE_IN = 200
# A command for each kind that is right, and one that is wrong: it draws nothing, or prints nothing.
COMMANDS = {
    "vdu": ([*RETRO, "vdu", "--json", "-"], [*RETRO, "vdu", "--json", "/dev/null"]),
    "basic": ([*RETRO, "play", "{}", "--front", "headless", "--stream", "-"], [*RETRO, "--version"]),
}


@pytest.fixture
def conformance():
    """The script as a module, which compares some of the cases only."""
    spec = importlib.util.spec_from_file_location("conformance", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    suite = module.suite
    module.suite = lambda kind: (suite(kind)[0][::ONE_CASE_IN], suite(kind)[1])
    return module


@pytest.mark.parametrize("kind", COMMANDS)
def test_it_tells_a_machine_that_is_right_from_one_that_is_not(kind, conformance, capsys):
    right, wrong = COMMANDS[kind]
    count = len(conformance.suite(kind)[0])
    assert conformance.main([kind, *right]) == 0
    assert capsys.readouterr().out == f"{count} of {count} equal\n"
    assert conformance.main([kind, *wrong]) == 1
    assert f"of {count} equal" in capsys.readouterr().out


def test_it_explains_itself(conformance, capsys):
    assert conformance.main([]) == 2
    assert "python tests/model/conformance.py" in capsys.readouterr().err
