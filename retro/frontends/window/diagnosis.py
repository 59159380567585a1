"""Why a window cannot be opened: what the toolkit says, and what that means to the one who wanted it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Class of the exception, a part of its text, whether DISPLAY is set (None: either way), what to say.
CAUSES: tuple[tuple[str, str, bool | None, str], ...] = (
    ("ModuleNotFoundError", "pyglet", None, "pyglet is not installed (pip install 'pyglet>=2.1.19,<3')"),
    (
        "ImportError",
        'Library "GL" not found',
        None,
        "the OpenGL library is missing (Debian, Ubuntu: sudo apt install libgl1 libxrender1)",
    ),
    (
        "ImportError",
        'Library "EGL" not found',
        None,
        "PYGLET_HEADLESS is set, and the EGL library is missing (Debian, Ubuntu: sudo apt install libegl1)",
    ),
    (
        "ImportError",
        'Library "X11" not found',
        None,
        "the X library is missing (Debian, Ubuntu: sudo apt install libx11-6)",
    ),
    (
        "AttributeError",
        "XRenderFindVisualFormat",
        None,
        "the library libXrender is missing (Debian, Ubuntu: sudo apt install libxrender1)",
    ),
    (
        "NoSuchDisplayException",
        "",
        False,
        "there is no X display, as DISPLAY is not set (under Wayland, XWayland must run)",
    ),
    (
        "NoSuchDisplayException",
        "",
        True,
        "no X server answers at DISPLAY={display} (it has ended, or does not know you)",
    ),
    (
        "NoSuchConfigException",
        "",
        None,
        "the display has no OpenGL in true colour (an X server needs the GLX extension and 24 bits a pixel)",
    ),
    (
        "ContextException",
        "",
        None,
        "OpenGL 3.3 cannot be had here (over ssh -X it never can; else update the graphics driver,"
        " or set LIBGL_ALWAYS_SOFTWARE=1)",
    ),
)
OTHERWISE = "the window toolkit says {name}: {error}"
HINT = "without a window there are --front terminal and --front headless"


class CannotOpen(Exception):
    """No window can be opened; str() is one sentence that says why, and what to do."""


def cannot_open(error: BaseException, environment: Mapping[str, str] = os.environ) -> CannotOpen:
    """Make of the toolkit's exception the one for the user."""
    display = environment.get("DISPLAY", "")
    names = {kind.__name__ for kind in type(error).__mro__}
    for name, part, wanted, sentence in CAUSES:
        if name in names and part in str(error) and wanted in (None, bool(display)):
            return _said(sentence.format(display=display))
    return _said(OTHERWISE.format(name=type(error).__name__, error=" ".join(str(error).split())))


def _said(why: str) -> CannotOpen:
    return CannotOpen(f"A window cannot be opened: {why}; {HINT}")
