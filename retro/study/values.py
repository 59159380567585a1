"""Changed values of a program's variables as short texts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST, LONGEST = 8, 24


def differences(name: str, before: object, after: object) -> list[str]:
    """Return what has changed: `T% 16 → 15`, `R(1,3) 4 → 6`; at most eight elements of an array.

    Values whose short forms are equal appear by name only.
    """
    found = list(_differences(name.partition("(")[0], (), before, after))
    return found[:MOST] + ([f"and {len(found) - MOST} more"] if len(found) > MOST else [])


def _differences(name: str, subscripts: tuple[int, ...], before: object, after: object) -> Iterator[str]:
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, pair in enumerate(zip(before, after)):
            yield from _differences(name, (*subscripts, index), *pair)
    elif before != after:
        element = f"({','.join(map(str, subscripts))})" if subscripts else ""
        texts = shown(before), shown(after)
        yield f"{name}{element}" + (f" {texts[0]} → {texts[1]}" if texts[0] != texts[1] else "")


def shown(value: object) -> str:
    """Return a value as a short text, with the codes of characters that only the program can show."""
    if isinstance(value, str):
        text = "".join(c if " " <= c <= "~" else f"‹{ord(c)}›" for c in value)
        return f'"{text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"}"'
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
