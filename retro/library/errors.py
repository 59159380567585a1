"""Errors that keep a program from being started."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager


class LaunchError(Exception):
    """Something cannot be started as it was asked for; str() is one sentence that says why."""


class LibraryError(LaunchError):
    """A program cannot be found or loaded."""


def unknown_name(name: str, kind: str, owner: str, names: Collection[str]) -> LaunchError:
    """Return the error for an unknown name, with the most similar names of the owner, or else the first three."""
    from difflib import get_close_matches

    known = {one.upper().removeprefix("PROC"): one for one in names}
    near = [known[one] for one in get_close_matches(name.upper().removeprefix("PROC"), known)] or list(names)[:3]
    return LaunchError(
        f"{owner} has no {kind} {name!r}: " + (f"expected one such as {', '.join(near)}" if near else "it has none")
    )


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
