"""A function that pauses and is resumed by its caller, in a thread of its own: only one of the two runs at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from retro.machine.frontend import PowerOff


class Coroutine:
    """A function that can pause in the middle of its work and continue at the next `resume`.

    Attributes:
        ended: whether the function has returned or raised an exception.
        closed: whether `close` was called.
        error: the exception that it has raised, except PowerOff; or None.
    """

    def __init__(self, function: Callable[[], object]) -> None:
        self.ended = self.closed = False
        self.error: BaseException | None = None
        self._resumed, self._paused = threading.Lock(), threading.Lock()  # locked until it happens
        self._resumed.acquire()
        self._paused.acquire()
        threading.Thread(target=self._run, args=(function,), daemon=True, name="coroutine").start()

    def resume(self) -> None:
        """Let the paused function run until it pauses again or ends."""
        if not self.ended:
            self._resumed.release()
            self._paused.acquire()

    def close(self) -> None:
        """End the paused function: raise PowerOff in it."""
        if not self.closed:
            self.closed = True
            self._resumed.release()

    # in the function's thread

    def pause(self) -> None:
        """Pause the function, and let the caller run. Raises PowerOff when the caller closes it."""
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
