"""A function that pauses and is resumed by its caller, in a thread of its own: only one of the two runs at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from retro.machine.frontend import PowerOff


class Coroutine:
    """A function that pauses in the middle of its work, and goes on at the next `resume`.

    Attributes:
        ended: whether it has returned, or raised an exception.
        closed: whether `close` was called.
        error: the exception; None if there was none, or PowerOff.
    """

    def __init__(self, function: Callable[[], object]) -> None:
        self.ended = self.closed = False
        self.error: BaseException | None = None
        self._resumed, self._paused = threading.Lock(), threading.Lock()  # locked until it happens
        self._resumed.acquire()
        self._paused.acquire()
        threading.Thread(target=self._run, args=(function,), daemon=True, name="coroutine").start()

    def resume(self) -> None:
        """Let the function run until it pauses or ends."""
        if not self.ended:
            self._resumed.release()
            self._paused.acquire()

    def close(self) -> None:
        """End the function where it has paused: raise PowerOff there."""
        if not self.closed:
            self.closed = True
            self._resumed.release()

    # in the function's thread

    def pause(self) -> None:
        """Let the caller run. Raises PowerOff if the caller closes the function."""
        self._paused.release()
        self.await_resume()

    def await_resume(self) -> None:
        """Wait until the caller resumes the function. Raises PowerOff if it closes it."""
        self._resumed.acquire()
        if self.closed:
            raise PowerOff

    def _run(self, function: Callable[[], object]) -> None:
        try:
            self.await_resume()
            function()
        except PowerOff:
            pass
        except BaseException as error:
            self.error = error
        finally:
            self.ended = True
            self._paused.release()
