"""Reads the clipboard's text without waiting: under X11 the program that owns it may answer late or never."""

from collections.abc import Callable
from ctypes import string_at
from typing import Any


def ask_clipboard(window: Any, then: Callable[[str], None]) -> None:
    """Call a function with the clipboard's text once it is available. window: pyglet's."""
    if not hasattr(window, "_x_display"):
        then(window.get_clipboard_text())
        return
    from pyglet.libs.x11 import xlib

    def on_answer(event: Any) -> None:
        if event.xselection.selection != selection:
            window._event_selection_notification(event)  # of files that are dropped
        elif event.xselection.property:
            # Data of another type, or too long for one reply, is ignored.
            requestor, name = event.xselection.requestor, event.xselection.property
            data, size, found = window.get_single_property(requestor, name, kind)
            then(string_at(data, size).decode("utf-8", "replace") if found == kind and data else "")
            xlib.XFree(data)

    window._event_handlers[xlib.SelectionNotify] = on_answer
    selection, kind = window._clipboard_atom, window._utf8_atom
    xlib.XConvertSelection(window._x_display, selection, kind, selection, window._window, xlib.CurrentTime)
    xlib.XFlush(window._x_display)
