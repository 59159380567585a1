"""The OpenGL configuration of the window under X11."""

from __future__ import annotations

from ctypes import byref, c_int
from typing import Any

from pyglet.gl import glx
from pyglet.gl.glx_info import GLXInfo
from pyglet.gl.xlib import XlibConfig, XlibDisplayConfig

WANTED = glx.GLX_X_RENDERABLE, 1, glx.GLX_DOUBLEBUFFER, 1, 0


class FirstConfig(XlibConfig):
    """The first configuration that fits. pyglet takes it, too, after asking for 25 properties of some 260 others."""

    def match(self, canvas: Any) -> list[Any]:
        """Return the configuration in a list, or an empty list."""
        display, screen, count = canvas.display._display, canvas.display.x_screen, c_int()
        choose: Any = glx.glXChooseFBConfig  # type: ignore[has-type]
        found = choose(display, screen, (c_int * len(WANTED))(*WANTED), byref(count))
        return [XlibDisplayConfig(canvas, GLXInfo(display), found[0], self)] if count.value else []  # type: ignore[abstract]
