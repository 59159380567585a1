"""Games in real front ends, killed while they start and while someone types fast: the kept game is whole."""

import sys

import pytest

from tests.support import browser, x11
from tests.support.killed_games import kill_in_browser, kill_in_terminal, kill_in_window

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")]
KILLS, PAGES = 5, 2


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))


def played(figures):
    """Whether most games had begun when they were killed."""
    return figures["taken"] > figures["kills"]


def test_in_a_terminal(tmp_path):
    assert played(kill_in_terminal(KILLS, tmp_path))


@pytest.mark.skipif(bool(x11.missing()), reason=x11.missing())
def test_in_a_window(tmp_path):
    assert played(kill_in_window(KILLS, tmp_path))


@pytest.mark.timeout(400)
@pytest.mark.skipif(bool(browser.missing()), reason=browser.missing())
def test_in_a_browser(tmp_path):
    """One game is killed while someone types, another one while it is loaded too."""
    figures = kill_in_browser(PAGES, tmp_path, seed=2)
    assert played(figures)
    assert figures["starting"] == 1
