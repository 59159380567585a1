"""A function that runs by turns with its caller, in a thread of its own: only one of the two runs at a time."""

from __future__ import annotations

import threading

from retro.machine.frontend import PowerOff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Turns:
    """A function that pauses in the middle of its work, and goes on at the next `resume`.

    Attributes:
        ended: whether it has returned, or raised an exception.
        closed: whether `close` was called.
        error: the exception; None if there was none, or PowerOff.
    """

    def __init__(self, function: Callable[[], object]) -> None:
        self.ended = self.closed = False
        self.error: BaseException | None = None
        self._own, self._caller = threading.Lock(), threading.Lock()  # held by whose turn it is not
        self._own.acquire()
        self._caller.acquire()
        threading.Thread(target=self._run, args=(function,), daemon=True, name="turns").start()

    def resume(self) -> None:
        """Let the function run until it pauses or ends."""
        if not self.ended:
            self._own.release()
            self._caller.acquire()

    def close(self) -> None:
        """End the function where it has paused: raise PowerOff there."""
        if not self.closed:
            self.closed = True
            self._own.release()

    # in the function's thread

    def pause(self) -> None:
        """Give the turn back. Raises PowerOff if the caller has closed the function."""
        self._caller.release()
        self.await_turn()

    def await_turn(self) -> None:
        """Wait for the first turn, or the next one."""
        self._own.acquire()
        if self.closed:
            raise PowerOff

    def _run(self, function: Callable[[], object]) -> None:
        try:
            self.await_turn()
            function()
        except PowerOff:
            pass
        except BaseException as error:
            self.error = error
        finally:
            self.ended = True
            self._caller.release()
