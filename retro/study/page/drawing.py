"""Draws the edges of the call graph as SVG paths."""

from __future__ import annotations

from retro.study.graph import Curve, Edge

ARROW = 5.0


def path(edge: Edge) -> str:
    """Return the path of an edge, with the two strokes of the arrow at the box of the called procedure."""
    return f"M{edge.curves[0].x:.1f} {edge.curves[0].y:.1f}{''.join(map(_curve, edge.curves))}{_arrow(edge)}"


def _curve(curve: Curve) -> str:
    x, y, to_x, to_y = curve
    if abs(y - to_y) < 0.05:
        return f"H{to_x:.1f}"
    middle = (x + to_x) / 2
    return f"C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"


def _arrow(edge: Edge) -> str:
    if edge.back:
        x, y, way = edge.curves[0].x, edge.curves[0].y, 1
    else:
        x, y, way = edge.curves[-1].to_x, edge.curves[-1].to_y, -1
    side = x + way * ARROW
    return f"M{side:.1f} {y - ARROW * 0.7:.1f}L{x:.1f} {y:.1f}L{side:.1f} {y + ARROW * 0.7:.1f}"
