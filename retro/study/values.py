"""Values of a program's variables as a reader likes to see them, and what has changed in them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST, LONGEST = 8, 24


def differences(name: str, before: object, after: object) -> list[str]:
    """What has changed: `T% 16 → 15`, `R(1,3) 4 → 6`; no more than eight elements of an array.

    Of values that look alike in short only the name is given.
    """
    found = list(_differences(name.partition("(")[0], (), before, after))
    return found[:MOST] + ([f"and {len(found) - MOST} more"] if len(found) > MOST else [])


def _differences(name: str, place: tuple[int, ...], before: object, after: object) -> Iterator[str]:
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, pair in enumerate(zip(before, after)):
            yield from _differences(name, (*place, at), *pair)
    elif before != after:
        subscripts = f"({','.join(map(str, place))})" if place else ""
        texts = shown(before), shown(after)
        yield f"{name}{subscripts}" + (f" {texts[0]} → {texts[1]}" if texts[0] != texts[1] else "")


def shown(value: object) -> str:
    """A value, short; characters that only the program can show are given by their codes."""
    if isinstance(value, str):
        text = "".join(c if " " <= c <= "~" else f"‹{ord(c)}›" for c in value)
        return f'"{text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"}"'
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
