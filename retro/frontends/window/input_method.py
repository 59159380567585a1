"""X's input method."""

from __future__ import annotations

from ctypes import c_char_p, c_int, c_void_p
from typing import Any

from pyglet.libs.x11 import xlib
from pyglet.window import xlib as toolkit

STYLE = xlib.XIMPreeditNothing | xlib.XIMStatusNothing
KEYS = xlib.KeyPressMask | xlib.KeyReleaseMask


class InputMethod:
    """Makes text of keys, also of dead ones: opened after the first picture, as its table takes 11 ms to read.

    Created before the window, which pyglet then opens without one. The window needs it before it handles events.
    """

    def __init__(self) -> None:
        self._wanted, toolkit._have_utf8 = toolkit._have_utf8, False
        self._method: Any = None

    def attach(self, window: Any) -> None:
        """Serve a window that pyglet has created, or created again to switch full screen on or off."""
        # Keys go to this window also while the mouse is over the other one, in which pyglet draws: else none is dead.
        xlib.XSelectInput(window._x_display, window._view, window._default_event_mask & ~KEYS)
        if self._method is not None:
            xlib.XDestroyIC(window._x_ic)
            self._connect(window)

    def open(self, window: Any) -> None:
        """Do what pyglet has left out."""
        if self._wanted:
            toolkit._have_utf8 = True
            window.set_caption(window.caption)
            xlib.XSetLocaleModifiers(b"@im=none")
            self._method = xlib.XOpenIM(window._x_display, None, None, None)
            self._connect(window)

    def _connect(self, window: Any) -> None:
        pair = c_char_p, xlib.Window
        xlib.XCreateIC.argtypes = [xlib.XIM, c_char_p, c_int, *pair, *pair, c_void_p]
        windows = b"clientWindow", window._window, b"focusWindow", window._window
        window._x_ic = xlib.XCreateIC(self._method, b"inputStyle", STYLE, *windows, None)
        xlib.XSetICFocus(window._x_ic)
