"""The table of variables on the study screen: names, values, meanings, and what has just changed."""

from collections.abc import Collection, Iterator, Sequence

from retro.display.styles import CHANGED, FAINT, HERE, KEY, PLAIN, Row, Segment
from retro.display.text_rows import fitted, folded, wrapped
from retro.study.view_model import VariableRow

NAME_WIDTH, VALUE_WIDTH = 8, 7  # columns, at least
INDENT = NAME_WIDTH + 2
SHORTEST_REMARK = 12  # columns
MOST_ROWS_OF_VARIABLE = 3  # the most rows of a value or of its meaning, where there is room


def value_rows(
    variables: Sequence[VariableRow], columns: int, watched: Collection[str] = (), chosen: str = "", room: int = 0
) -> list[Row]:
    """Render variables; the selected one is highlighted, and watched ones are marked.

    room: the number of rows. Long values and meanings are wrapped, those above first, as far as there is room.
    """
    parts = [_lines(one, columns, one.variable in watched, 1) for one in variables]
    for row_limit in range(2, MOST_ROWS_OF_VARIABLE + 1):
        for index, one in enumerate(variables):
            longer = _lines(one, columns, one.variable in watched, row_limit)
            if sum(map(len, parts)) - len(parts[index]) + len(longer) <= room:
                parts[index] = longer
    rows: list[Row] = []
    for one, lines in zip(variables, parts):
        stands_out = chosen and one.variable == chosen
        rows += [[(text, KEY) for text, _ in row] for row in lines] if stands_out else lines
    return rows


def _lines(variable: VariableRow, columns: int, watched: bool, row_limit: int) -> list[Row]:
    """Render a variable, with its value and its meaning wrapped to at most `row_limit` rows each."""
    *earlier, value = folded(list(_value(variable, watched)), columns - 1, row_limit, INDENT)
    remark = " · ".join(filter(None, [f"was {variable.was}" * bool(variable.was), variable.meaning]))
    used = sum(len(text) for text, _ in value) + 1
    if not remark or columns - used < SHORTEST_REMARK:
        below = wrapped(remark, columns - INDENT - 1, row_limit) if remark and row_limit > 1 else []
        rest = [[(" " * INDENT + text, FAINT)] for text in below]
        return [fitted(row, columns) for row in (*earlier, value, *rest)]
    first, *others = wrapped(remark, columns - used - 1, row_limit)
    rest = [[(" " * used + text, FAINT)] for text in others]
    return [fitted(row, columns) for row in (*earlier, [*value, (f" {first}", FAINT)], *rest)]


def _value(variable: VariableRow, watched: bool) -> Iterator[Segment]:
    mark = "◆" if variable.changed else "●" if watched else " "
    yield f"{mark}{variable.name:<{NAME_WIDTH}} ", CHANGED if variable.changed else PLAIN
    for index, (text, changed) in enumerate(variable.items):
        yield " " if index else "", PLAIN
        yield text, HERE if index in variable.pointed else CHANGED if changed else PLAIN
    yield " " * (VALUE_WIDTH - len(" ".join(text for text, _ in variable.items))), PLAIN
