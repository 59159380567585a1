"""A plugin for pytest: record which test calls which function of retro/ and programs/, and which fail; run only some.

`CALLS_FILE` names a file to which a line `test TAB file TAB function` is appended for each function that a test calls,
in pytest's process and in those that it starts. `FAILED_FILE` names one for the tests that fail, a line each.
`CHOSEN_FILE` names one with the tests to run, in this order, of those that are given: of some names pytest's own
arguments know nothing. Code that sets a trace function of its own is not seen while it has it.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType

import pytest

CALLS, FAILED, CHOSEN, TEST = "CALLS_FILE", "FAILED_FILE", "CHOSEN_FILE", "PYTEST_CURRENT_TEST"
ROOT = f"{Path(__file__).resolve().parents[1]}{os.sep}"
FOLDERS = ("retro/", "programs/")
_recorded: set[tuple[str, CodeType]] = set()


def _called(frame: FrameType, event: str, argument: object) -> None:
    """Append the function to the file when the test calls it for the first time."""
    code, test = frame.f_code, os.environ.get(TEST, "")
    if (test, code) in _recorded:
        return
    _recorded.add((test, code))
    name = code.co_filename.removeprefix(ROOT)
    if test and name.startswith(FOLDERS):
        append(os.environ[CALLS], f"{test.rpartition(' (')[0]}\t{name}\t{code.co_name}")


def append(file: str, line: str) -> None:
    """Append a line to a file to which other processes write as well."""
    with open(file, "ab", buffering=0) as opened:
        opened.write(line.encode(errors="replace") + b"\n")


def start() -> None:
    """Record from now on, in all threads, until Python takes its modules apart."""
    atexit.register(sys.settrace, None)
    threading.settrace(_called)
    sys.settrace(_called)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the chosen tests."""
    if CHOSEN in os.environ:
        chosen = Path(os.environ[CHOSEN]).read_text(encoding="utf-8").splitlines()
        order = {name: number for number, name in enumerate(chosen)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


def pytest_runtest_protocol() -> None:
    """Record the calls of each test, also after one that has removed the trace function."""
    if CALLS in os.environ:
        sys.settrace(_called)


def pytest_sessionstart() -> None:
    """Begin to record."""
    if CALLS in os.environ:
        start()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that has failed."""
    if report.failed and FAILED in os.environ:
        append(os.environ[FAILED], report.nodeid)


if (
    __name__ == "sitecustomize"
):  # copied to a folder of PYTHONPATH: this is one of the processes that a test has started
    ROOT = os.environ["CALLS_ROOT"]
    start()
