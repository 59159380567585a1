"""Errors that keep a program from being started."""


class LaunchError(Exception):
    """Something cannot be started as it was asked for; str() is one sentence that says why."""


class LibraryError(LaunchError):
    """A program cannot be found or loaded."""


class OptionError(LaunchError):
    """An option of a program or of a front end has a value that it cannot have."""


class FrontEndError(LaunchError):
    """A front end cannot be opened."""
