"""Wait for what another process does."""

import time

PATIENCE = 60.0  # seconds for anything to happen: a busy machine is slow
REST = 4  # times as long as a look took, so that costly ones leave the processor to what they wait for


def until(condition):
    """Wait until a condition is true and return its value; fail if it stays false."""
    end = time.monotonic() + PATIENCE
    begin = time.thread_time()
    while not (value := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(max(0.005, REST * (time.thread_time() - begin)))
        begin = time.thread_time()
    return value


def typed(key):
    """Type a key, or do what a player yields, when the program asks for a key; wait until it asks for the next one."""
    yield None
    yield key
    yield None
