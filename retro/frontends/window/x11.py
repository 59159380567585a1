"""Additions to pyglet for X11: OpenGL's configuration, partial redraws, text input, a lost server."""

from collections.abc import Callable
from ctypes import byref, c_char_p, c_int, c_void_p
from typing import Any

from pyglet.gl import glx, glxext_arb
from pyglet.gl.glx_info import GLXInfo
from pyglet.gl.xlib import XlibConfig, XlibDisplayConfig
from pyglet.libs.x11 import xlib
from pyglet.window import xlib as toolkit

from retro.display.changes import Box

ShowPart = Callable[[Box], None]

INPUT_STYLE = xlib.XIMPreeditNothing | xlib.XIMStatusNothing
KEY_EVENTS = xlib.KeyPressMask | xlib.KeyReleaseMask
COPY_EXTENSION = b"GLX_MESA_copy_sub_buffer"
CONFIG_ATTRIBUTES = glx.GLX_X_RENDERABLE, 1, glx.GLX_DOUBLEBUFFER, 1, 0


class FirstConfig(XlibConfig):
    """The first OpenGL configuration that fits. pyglet chooses the same after 25 queries for each of some 260."""

    def match(self, canvas: Any) -> list[Any]:
        """Return the first OpenGL configuration that fits, in a list; an empty list if none does."""
        display, screen, count = canvas.display._display, canvas.display.x_screen, c_int()
        choose: Any = glx.glXChooseFBConfig  # type: ignore[has-type]
        found = choose(display, screen, (c_int * len(CONFIG_ATTRIBUTES))(*CONFIG_ATTRIBUTES), byref(count))
        return [XlibDisplayConfig(canvas, GLXInfo(display), found[0], self)] if count.value else []  # type: ignore[abstract]


def part_shower(context: Any) -> ShowPart | None:
    """Return a function that shows a part of the drawn frame; None if the system can only show all."""
    extensions: Any = glx.glXQueryExtensionsString  # type: ignore[has-type]
    if COPY_EXTENSION not in extensions(context.x_display, 0).split():
        return None
    copy: Any = glxext_arb.glXCopySubBufferMESA

    def show(part: Box) -> None:
        left, bottom, right, top = part
        copy(context.x_display, context.glx_window, left, bottom, right - left, top - bottom)

    return show


class InputMethod:
    """An X input method, which makes text of keys, including dead keys.

    Created before the window, which pyglet then opens without one. The window needs it before it handles events.
    """

    def __init__(self) -> None:
        self._wanted, toolkit._have_utf8 = toolkit._have_utf8, False
        self._method: Any = None

    def attach(self, window: Any) -> None:
        """Attach to a window that pyglet has just created, also anew to switch full screen."""
        # Keys go to this window also while the mouse is over the other one, in which pyglet draws: else none is dead.
        xlib.XSelectInput(window._x_display, window._view, window._default_event_mask & ~KEY_EVENTS)
        if self._method is not None:
            xlib.XDestroyIC(window._x_ic)
            self._connect(window)

    def open(self, window: Any) -> None:
        """Open the X11 input method, by which characters are composed, in place of pyglet."""
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
        window._x_ic = xlib.XCreateIC(self._method, b"inputStyle", INPUT_STYLE, *windows, None)
        xlib.XSetICFocus(window._x_ic)


def on_lost_display(action: Callable[[], None]) -> object:
    """Call an action that ends the process if the X server is lost; the caller must keep the result."""

    def on_error(display: object) -> int:
        action()
        return 1

    handler = xlib.XIOErrorHandler(on_error)
    xlib.XSetIOErrorHandler(handler)
    return handler
