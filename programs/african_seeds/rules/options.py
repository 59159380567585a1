"""Checks of the options of African Seeds: each raises ValueError with what it expects."""

from __future__ import annotations

from .game_record import RecordError, parse_position, parse_record
from .player import LEVELS


def check_level(text: str) -> None:
    """Check the name of a level."""
    if text.upper() not in LEVELS:
        raise ValueError(f"one of {', '.join(LEVELS)}")


def check_position(text: str) -> None:
    """Check fourteen numbers of seeds."""
    try:
        parse_position(text)
    except RecordError:
        raise ValueError("14 numbers, 48 together: cups A to L, your score, the computer's") from None


def check_record(text: str) -> None:
    """Check the letters of a game."""
    try:
        parse_record(text)
    except RecordError as error:
        raise ValueError(f"the letters of a game, a cup for each move; {str(error).lower()}") from None
