"""The table of variables on the study screen: names, values, meanings, and what has just changed."""

from collections.abc import Collection, Iterator, Sequence

from retro.display.styles import CHANGED, FAINT, HERE, KEY, PLAIN
from retro.display.text_rows import Row, Segment, fitted, folded, wrapped
from retro.study.view_model import VariableRow

NAME, VALUE = 8, 7  # columns, at least
INDENT = NAME + 2
SHORTEST_REMARK = 4  # columns
ROOMY, MORE = 10, 2  # rows that are many; more rows for a long meaning then


def value_rows(
    variables: Sequence[VariableRow], columns: int, watched: Collection[str] = (), chosen: str = "", room: int = 0
) -> list[list[Row]]:
    """Render the rows of each variable; those of the chosen one stand out, and watched ones are marked.

    room: the rows that there are. Long values and meanings get those to spare. If there are too few for all variables,
        but many, they get what they need, and others fall off the end: at first those that are not used. Their number
        does not depend on what has changed.
    """
    groups: list[list[Row]] = []
    rest, spare = "", max(0, room - len(variables))
    folds = ROOMY <= room < len(variables) and not chosen
    lent = sum(not row.used for row in variables[:room]) if folds else 0
    for variable, below in zip(variables, [*variables[1:], None]):
        extra = spare + (lent if variable.used else MORE * folds)
        *over, value = folded(list(_value(variable, variable.variable in watched)), columns - 1, extra + 1, INDENT)
        taken = sum(len(text) for text, _ in value)
        roomy = below is not None and below.continued and not below.was
        remark = _remark(variable, rest, columns - taken - 1, 1 + max(roomy, extra - len(over)))
        rest = remark[1] if roomy and len(remark) > 1 else ""
        more = [] if roomy else [[(" " * (taken + 1) + text, FAINT)] for text in remark[1:]]
        lines = [fitted(row, columns) for row in (*over, [*value, (f" {remark[0]}", FAINT)], *more)]
        borrowed = min(lent, len(lines) - 1) if variable.used else 0
        lent, spare = lent - borrowed, max(0, spare - (len(lines) - 1 - borrowed))
        stands_out = chosen and variable.variable == chosen
        groups.append([[(text, KEY) for text, _ in row] for row in lines] if stands_out else lines)
    return groups


def _remark(variable: VariableRow, rest: str, columns: int, most: int) -> list[str]:
    """Return what stands behind a value: what it was, and the meaning, or the rest of it; in the rows of that alone."""
    if columns < SHORTEST_REMARK:
        return [""]
    meaning = variable.meaning or rest
    height = len(wrapped(meaning, columns, most))
    remark = " · ".join(filter(None, (f"was {variable.was}" if variable.was else "", meaning)))
    return [*wrapped(remark, columns, height), *[""] * height][:height]


def columns_of_values(variables: Sequence[VariableRow], high: int, columns: int) -> int:
    """Return in how many columns to render values alone, so that all needed ones are seen; 1: with their meanings."""
    needed = [row for row in variables if row.needed]
    if len(needed) <= high:
        return 1
    widest = 2 + max(sum(len(text) for text, _ in _value(row, False)) for row in needed)
    return max(1, min(-(-len(needed) // max(1, high)), columns // widest))


def values_only(
    variables: Sequence[VariableRow], across: int, high: int, columns: int, watched: Collection[str]
) -> list[Row]:
    """Render names and values in so many columns, without meanings."""
    width = columns // across
    cells = [fitted(list(_value(row, row.variable in watched)), width) for row in variables]
    cells += [fitted([], width)] * (high * across - len(cells))
    beside = (cells[high * at : high * (at + 1)] for at in range(across))
    return [fitted([part for cell in row for part in cell], columns) for row in zip(*beside)]


def _value(variable: VariableRow, watched: bool) -> Iterator[Segment]:
    mark = "◆" if variable.changed else "●" if watched else " "
    yield f"{mark}{variable.name:<{NAME}} ", CHANGED if variable.changed else PLAIN
    for index, (text, changed) in enumerate(variable.items):
        yield " " if index else "", PLAIN
        yield text, HERE if index in variable.pointed else CHANGED if changed else PLAIN
    yield " " * (VALUE - len(" ".join(text for text, _ in variable.items))), PLAIN
