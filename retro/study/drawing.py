"""The call graph as SVG."""

from __future__ import annotations

from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from retro.study.graph import Box, Drawing, Line, Stretch

ARROW = 5.0


def svg(drawing: Drawing, labels: Mapping[str, str], kinds: Mapping[str, str], titles: Mapping[str, str]) -> str:
    """The drawing; each box is a link to the element of its name.

    kinds: CSS classes. titles: what a box says of itself.
    """
    size = f"{drawing.width:.0f} {drawing.height:.0f}"
    lines = "".join(_line(line) for line in drawing.lines)
    loops = "".join(_loop(drawing.boxes[name]) for name in drawing.loops)
    boxes = "".join(
        _box(name, box, labels[name], kinds.get(name, ""), titles.get(name, "")) for name, box in drawing.boxes.items()
    )
    return (
        f'<svg class="graph" viewBox="0 0 {size}" width="{drawing.width:.0f}" height="{drawing.height:.0f}" '
        f'role="group" aria-label="who calls whom">{lines}{loops}{boxes}</svg>'
    )


def _line(line: Line) -> str:
    ends = f'data-from="{escape(line.source)}" data-to="{escape(line.target)}"'
    path = "M" + _point(line.stretches[0]) + "".join(_curve(stretch) for stretch in line.stretches)
    return f'<path class="{"line back" if line.back else "line"}" {ends} d="{path}{_arrow(line)}"/>'


def _point(stretch: Stretch) -> str:
    return f"{stretch.x:.1f} {stretch.y:.1f}"


def _curve(stretch: Stretch) -> str:
    x, y, to_x, to_y = stretch
    if abs(y - to_y) < 0.05:
        return f"H{to_x:.1f}"
    middle = (x + to_x) / 2
    return f"C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"


def _arrow(line: Line) -> str:
    """The two strokes of an arrow at the called one's box."""
    if line.back:
        x, y, way = line.stretches[0].x, line.stretches[0].y, 1
    else:
        x, y, way = line.stretches[-1].to_x, line.stretches[-1].to_y, -1
    side = x + way * ARROW
    return f"M{side:.1f} {y - ARROW * 0.7:.1f}L{x:.1f} {y:.1f}L{side:.1f} {y + ARROW * 0.7:.1f}"


def _loop(box: Box) -> str:
    """A small circle at the corner of a box: it calls itself."""
    return f'<circle class="line" cx="{box.x + box.width:.1f}" cy="{box.y:.1f}" r="4"/>'


def _box(name: str, box: Box, label: str, kind: str, title: str) -> str:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return (
        f'<a href="#{escape(name)}" class="{escape(f"box {kind}".strip())}" data-name="{escape(name)}">'
        f"<title>{escape(title)}</title>"
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4"/>'
        f'<text x="{x:.1f}" y="{y:.1f}">{escape(label)}</text></a>'
    )
