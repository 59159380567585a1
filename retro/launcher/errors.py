"""Errors that keep a program from being started."""

from collections.abc import Iterator
from contextlib import contextmanager


class LaunchError(Exception):
    """Something cannot be started as it was asked for; str() is one sentence that says why."""


class LibraryError(LaunchError):
    """A program cannot be found or loaded."""


@contextmanager
def loading(path: str) -> Iterator[None]:
    """Raise LibraryError if a program's file cannot be read or used: for each OSError and ValueError."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise LibraryError(f"{path} cannot be loaded: {getattr(error, 'strerror', None) or error}") from error


class OptionError(LaunchError):
    """An option of a program or of a front end has a value that it cannot have."""


class FrontEndError(LaunchError):
    """A front end cannot be opened."""
