"""What all tests share: their own data directory, and in CI no test is skipped."""

import gc
import os
import shutil
import sys
import tempfile
from collections import Counter

import pytest

from retro.session.storage import FOLDER_VARIABLE

LONG = 10  # slow tests that take as much time as one with a time limit of its own
OWN_DATA = pytest.StashKey[str]()
THRESHOLDS = 50_000, 10, 10  # of garbage collection


def pytest_configure(config):
    """Keep the tests out of the user's saved games and tapes, and have Python cache what it compiles.

    Tests start Python hundreds of times; where it caches nothing it spends most of their time on compiling.
    """
    gc.set_threshold(*THRESHOLDS)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    config.stash[OWN_DATA] = os.environ[FOLDER_VARIABLE] = tempfile.mkdtemp(prefix="retro-tests-")


def pytest_unconfigure(config):
    """Remove what the tests have saved. pytest collects garbage five times at its end; once is enough."""
    gc.collect()
    gc.freeze()
    shutil.rmtree(config.stash[OWN_DATA], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config):
    """Return one worker more than there are processors if there are tests of windows and browsers, which often wait."""
    return (yield) + ("not slow" not in config.option.markexpr)


def pytest_collection_modifyitems(items):
    """Deal the modules that have slow tests evenly to the workers, who begin with them and end with fast ones.

    xdist gives each worker a stretch of the list, all of the same length. A module stays whole for its fixtures' sake.
    """
    modules, slow = {}, Counter()
    for item in items:
        modules.setdefault(item.path, []).append(item)
        if item.get_closest_marker("slow"):
            slow[item.path] += LONG if item.get_closest_marker("timeout") else 1
    decks = [[] for _ in range(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]
    loads = [0 for _ in decks]
    for path, count in slow.most_common():
        lightest = loads.index(min(loads))
        decks[lightest] += modules.pop(path)
        loads[lightest] += count
    fast = [item for tests in modules.values() for item in tests]
    for deck in decks:
        room = max(0, -(-len(items) // len(decks)) - len(deck))
        deck += fast[:room]
        del fast[:room]
    items[:] = [item for part in (*decks, fast) for item in part]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Do not look for garbage among the tests themselves: with the usual thresholds that took an eighth of the time."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI a test that would be skipped fails: everything it needs is installed there."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI, where nothing may be: {call.excinfo.value if call.excinfo else ''}"
    return report


def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true", help="rewrite pictures and transcripts of tests/accepted")


@pytest.fixture
def accept(request):
    """Whether golden pictures are written instead of compared."""
    return request.config.getoption("--accept")
