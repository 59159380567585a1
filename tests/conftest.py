"""What all tests share: their own data directory, and in CI no test is skipped."""

import os
import shutil
import sys
import tempfile

import pytest

from retro.recording.storage import VARIABLE

OWN_DATA = pytest.StashKey[str]()


def pytest_configure(config):
    """Keep the tests out of the user's saved games and tapes, and have Python cache what it compiles.

    Tests start Python hundreds of times; where it caches nothing it spends most of their time on compiling.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    config.stash[OWN_DATA] = os.environ[VARIABLE] = tempfile.mkdtemp(prefix="retro-tests-")


def pytest_unconfigure(config):
    """Remove what the tests have saved."""
    shutil.rmtree(config.stash[OWN_DATA], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI a test that would be skipped fails: everything it needs is installed there."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI, where nothing may be: {call.excinfo.value if call.excinfo else ''}"
    return report


def pytest_addoption(parser):
    parser.addoption("--accept", action="store_true", help="rewrite the golden pictures of tests/accepted")


@pytest.fixture
def accept(request):
    """Whether golden pictures are written instead of compared."""
    return request.config.getoption("--accept")
