"""Format, lint and types: part of the tests, so that there is one command for everything."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
}
SLOW = {"types": pytest.mark.slow}


@pytest.mark.parametrize(
    "arguments", [pytest.param(words, id=name, marks=SLOW.get(name, ())) for name, words in CHECKS.items()]
)
def test_is_clean(arguments):
    result = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
