"""Reads the clipboard's text without waiting: under X11 the program that owns it may answer late or never."""

from collections.abc import Callable
from ctypes import string_at
from typing import Any


def ask_clipboard(window: Any, then: Callable[[str], None]) -> None:
    """Call a function with the clipboard's text, as soon as it is there. window: pyglet's."""
    if not hasattr(window, "_x_display"):
        then(window.get_clipboard_text())
        return
    from pyglet.libs.x11 import xlib

    def on_answer(event: Any) -> None:
        if event.xselection.selection != selection:
            window._event_selection_notification(event)  # of files that are dropped
        elif event.xselection.property:
            then(_x11_text(window, event.xselection))

    window._event_handlers[xlib.SelectionNotify] = on_answer
    selection, kind = window._clipboard_atom, window._utf8_atom
    xlib.XConvertSelection(window._x_display, selection, kind, selection, window._window, xlib.CurrentTime)
    xlib.XFlush(window._x_display)


def _x11_text(window: Any, answer: Any) -> str:
    """Return the text in an answer; empty if it is another kind of data, or too long for one answer."""
    from pyglet.libs.x11 import xlib

    data, size, kind = window.get_single_property(answer.requestor, answer.property, window._utf8_atom)
    text = string_at(data, size).decode("utf-8", "replace") if kind == window._utf8_atom and data else ""
    xlib.XFree(data)
    return text
