"""Wait for what another process does."""

import time

PATIENCE = 60.0  # seconds for anything to happen: a busy machine is slow


def until(condition):
    """Wait until a condition is true and return its value; fail if it stays false."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)
    return value
