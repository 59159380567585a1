"""Errors that end a command with a sentence."""

from __future__ import annotations

from retro.launcher.errors import LaunchError


class CommandError(LaunchError):
    """A command cannot be carried out as it was given."""
