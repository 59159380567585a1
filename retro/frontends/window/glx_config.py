"""What X11 has for OpenGL: the configuration of the window, and how a part of it is shown."""

from __future__ import annotations

from ctypes import byref, c_int
from typing import Any

from pyglet.gl import glx, glxext_arb
from pyglet.gl.glx_info import GLXInfo
from pyglet.gl.xlib import XlibConfig, XlibDisplayConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.display.changes import Box

    ShowPart = Callable[[Box], None]

COPY = b"GLX_MESA_copy_sub_buffer"
WANTED = glx.GLX_X_RENDERABLE, 1, glx.GLX_DOUBLEBUFFER, 1, 0


class FirstConfig(XlibConfig):
    """The first configuration that fits. pyglet takes it, too, after asking for 25 properties of some 260 others."""

    def match(self, canvas: Any) -> list[Any]:
        """Return the configuration in a list, or an empty list."""
        display, screen, count = canvas.display._display, canvas.display.x_screen, c_int()
        choose: Any = glx.glXChooseFBConfig  # type: ignore[has-type]
        found = choose(display, screen, (c_int * len(WANTED))(*WANTED), byref(count))
        return [XlibDisplayConfig(canvas, GLXInfo(display), found[0], self)] if count.value else []  # type: ignore[abstract]


def part_shower(context: Any) -> ShowPart | None:
    """Return a function that shows a part of what is drawn; None: the system has none, and all is shown at once."""
    extensions: Any = glx.glXQueryExtensionsString  # type: ignore[has-type]
    if COPY not in extensions(context.x_display, 0).split():
        return None
    copy: Any = glxext_arb.glXCopySubBufferMESA

    def show(part: Box) -> None:
        left, bottom, right, top = part
        copy(context.x_display, context.glx_window, left, bottom, right - left, top - bottom)

    return show
