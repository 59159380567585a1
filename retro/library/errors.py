"""Errors that keep a program from being started."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager


class LaunchError(Exception):
    """A program cannot be started as asked; str() is a sentence with the reason."""


class LibraryError(LaunchError):
    """A program cannot be found or loaded."""


def unknown_name(name: str, kind: str, owner: str, names: Collection[str]) -> LaunchError:
    """Return the error for an unknown name: with the most similar known names, or the first three."""
    from difflib import get_close_matches

    known = {known_name.upper().removeprefix("PROC"): known_name for known_name in names}
    near = [known[close] for close in get_close_matches(name.upper().removeprefix("PROC"), known)] or list(names)[:3]
    return LaunchError(
        f"{owner} has no {kind} {name!r}: " + (f"expected one such as {', '.join(near)}" if near else "it has none")
    )


@contextmanager
def loading(path: str) -> Iterator[None]:
    """Return a context that raises LibraryError for each OSError and ValueError: a file cannot be read or used."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise LibraryError(f"{path} cannot be loaded: {getattr(error, 'strerror', None) or error}") from error


class OptionError(LaunchError):
    """An option of a program or front end has an invalid value."""


class FrontEndError(LaunchError):
    """A front end cannot be opened."""
