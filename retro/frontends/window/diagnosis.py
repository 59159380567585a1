"""Explains pyglet's exceptions to the user when a window cannot be opened."""

import os
from collections.abc import Mapping

from retro.frontends import CannotOpen

LIBRARIES = "libx11-6 libgl1 libxrender1"  # all that the window needs: who lacks one often lacks the others
INSTALL = f"is missing (Debian, Ubuntu: sudo apt install {LIBRARIES})"

NO_DISPLAY = "NoSuchDisplayException"

# Class of the exception, a part of its text, whether DISPLAY is set (None: either way), the reason to report.
CAUSES: tuple[tuple[str, str, bool | None, str], ...] = (
    ("ModuleNotFoundError", "pyglet", None, "pyglet is not installed (pip install 'pyglet>=2.1.19,<3')"),
    ("ImportError", 'Library "GL" not found', None, f"the OpenGL library {INSTALL}"),
    (
        "ImportError",
        'Library "EGL" not found',
        None,
        "PYGLET_HEADLESS is set, and EGL is missing (sudo apt install libegl1)",
    ),
    ("ImportError", 'Library "X11" not found', None, f"the X library {INSTALL}"),
    ("AttributeError", "XRenderFindVisualFormat", None, f"the library libXrender {INSTALL}"),
    (NO_DISPLAY, "", False, "there is no X display (DISPLAY is not set)"),
    (NO_DISPLAY, "", True, "no X server answers at DISPLAY={display} (it has ended, or refuses this user)"),
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
        "OpenGL 3.3 is not available (over ssh -X it never is; elsewhere update the graphics driver,"
        " or set LIBGL_ALWAYS_SOFTWARE=1)",
    ),
)
OTHER_CAUSE = "pyglet reports {name}: {error}"
DISPLAY_LOST = "The X server has ended, and the window with it. `retro play NAME --resume` goes on with the game."
HINT = "without a window there are --front terminal and, as text, --front plain"


def cannot_open(error: BaseException, environment: Mapping[str, str] = os.environ) -> CannotOpen:
    """Return a CannotOpen that explains an exception of pyglet's to the user."""
    display = environment.get("DISPLAY", "")
    names = {kind.__name__ for kind in type(error).__mro__}
    for name, part, display_set, reason in CAUSES:
        if name in names and part in str(error) and display_set in (None, bool(display)):
            return explain(reason.format(display=display))
    return explain(OTHER_CAUSE.format(name=type(error).__name__, error=" ".join(str(error).split())))


def explain(reason: str) -> CannotOpen:
    """Return the error CannotOpen, that no window can be opened, with this reason and this advice."""
    return CannotOpen(f"A window cannot be opened: {reason}", HINT)
