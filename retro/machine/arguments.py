"""The arguments of statements: conversion to integers, and errors that name the statement."""

from collections.abc import Sequence

from retro.basic.errors import BasicError
from retro.basic.reals import integer

MOVE, DRAW = 4, 5  # PLOT codes

# The words for VDU codes that have a statement of their own.
STATEMENT_NAMES = {12: "CLS", 16: "CLG", 17: "COLOUR", 18: "GCOL", 22: "MODE"}


def integers(word: str, *arguments: float) -> list[int]:
    """Cut arguments to 32-bit integers. word: the statement, for the errors "Type mismatch" and "Too big"."""
    try:
        return [integer(argument) for argument in arguments]
    except BasicError as error:
        raise error.raised_by(word, *arguments) from None


def vdu_bytes(codes: Sequence[int]) -> bytes:
    """Convert the arguments of VDU, or of a statement by its VDU code, to bytes."""
    word = STATEMENT_NAMES.get(codes[0]) if isinstance(codes[0], int) else None
    numbers = [codes[0], *integers(word, *codes[1:])] if word else integers("VDU", *codes)
    return bytes([number & 0xFF for number in numbers])


def point_bytes(k: int, x: float, y: float) -> bytes:
    """Convert the coordinates of PLOT, MOVE or DRAW to four bytes; fractions are cut off."""
    words = {MOVE: "MOVE", DRAW: "DRAW"}
    numbers = integers(words[k], x, y) if k in words else integers("PLOT", k, x, y)[1:]
    return bytes(number >> shift & 0xFF for number in numbers for shift in (0, 8))
