"""A window that is drawn in and used at random, in a process of its own, which prints each step with what followed.

`python -m tests.support.window_walk NAME SEED COUNT`, where DISPLAY is an X server; NAME is a key of WINDOWS. Time
passes in steps, and nothing is shown but drawn, so that all is the same each time.
"""

import ctypes
import json
import random
import sys
from zlib import crc32

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.frontends.side_screen import SideScreen
from retro.frontends.window.exchange import Exchange
from retro.frontends.window.front_end import configure_pyglet
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import View
from tests.support.vdu_streams import stream

WINDOWS = {
    "plain": (2, False, False),
    "marked": (1, True, False),
    "first": (None, True, False),
    "panel": (2, True, True),
}
SIZES = ((704, 464), (704, 576), (1000, 700), (1279, 900), (330, 260), (160, 130), (1400, 900))
ACTS = (
    ["vdu"] * 8
    + ["time", "mouse"] * 4
    + ["key", "wait"] * 2
    + ["tube", "tall", "size", "asks", "asks", "other", "expose"]
)
KEYS = ("A", "_1", "LEFT", "LSHIFT", "RETURN", "F1", "F12", "F5", "V", "NUM_ENTER", "ESCAPE")


class Walk:
    """The window, its machine, and what has been logged."""

    def __init__(self, name, seed):
        configure_pyglet()
        from pyglet import gl
        from pyglet.window import key, mouse

        from retro.frontends.window import display_window

        self.gl, self.key, self.mouse = gl, key, mouse
        self.chance, self.log, self.now, self.timers = random.Random(f"{name} {seed}"), [], 0.0, []
        scale, marked, with_panel = WINDOWS[name]
        self.machine = Machine(View(), default_font(), 1)
        self.driver, self.pieces = VDU(self.machine.screen), stream(f"{name} {seed}", 10000)
        self.side = SideScreen(Screen(default_font())) if with_panel else None
        display_window.perf_counter = lambda: self.now
        display_window.ask_clipboard = lambda view, then: then("pasted")
        display_window.DisplayWindow.call_later = lambda view, *timer: self.later(*timer)
        self.exchange = Exchange(self.machine, self.side, lambda: self.now)
        self.view = display_window.DisplayWindow(
            self.exchange, "walk", scale, False, marked, lambda: self.log.append("lost")
        )
        self.exchange.wake = self.exchange.run_calls
        self.view.flip = lambda: self.log.append("all shown")
        self.view._show_part = lambda part: self.log.append(f"shown {part}")
        self.view.set_mouse_visible = lambda visible: self.log.append(f"pointer {visible}")
        self.view._draw, self.view._renderer._software = self.draw, seed == "0"
        self.view.start()

    def later(self, function, seconds):
        self.log.append(f"{function.__name__} in {seconds:.4f}")
        if function.__name__ != "report_gamepads":
            self.timers.append((self.now + seconds, len(self.timers), function))

    def pass_time(self, seconds):
        end = self.now + seconds
        while due := min((timer for timer in self.timers if timer[0] <= end), default=None):
            self.timers.remove(due)
            self.now = max(self.now, due[0])
            due[2]()
        self.now = end

    def act(self, name):
        """Do something with the window; return what it was."""
        chance, view = self.chance, self.view
        if name == "vdu":
            piece = next(self.pieces)
            driver = VDU(self.side.screen) if self.side and chance.random() < 0.3 else self.driver
            driver.write(piece)
            return piece.hex()
        if name == "time":
            self.pass_time(seconds := chance.choice((0.001, 0.01, 0.1, 1.0)))
            return f"{seconds} s"
        if name == "mouse":
            width, height = view.get_size()
            x, y = chance.randrange(width), chance.randrange(height)
            x, y = chance.choice([(x, y), (width - 6, height - 6), (width - 25, height - 25)])
            button = chance.choice((self.mouse.LEFT, self.mouse.RIGHT, self.mouse.MIDDLE, 99))
            kind = chance.choice(("motion", "drag", "press", "press", "release"))
            words = {"motion": (x, y, 0, 0), "drag": (x, y, 0, 0, button, 0)}.get(kind, (x, y, button, 0))
            getattr(view, f"on_mouse_{kind}")(*words)
            return f"{kind} {words}"
        if name == "key":
            symbol, modifiers = chance.choice(KEYS), chance.choice((0, 0, self.key.MOD_CTRL, self.key.MOD_ALT))
            kind = chance.choice(("press", "press", "release", "text", "motion", "away", "drop"))
            if kind in ("press", "release"):
                if not (symbol in ("RETURN", "NUM_ENTER") and modifiers == self.key.MOD_ALT):  # full screen
                    getattr(view, f"on_key_{kind}")(getattr(self.key, symbol), modifiers)
            elif kind == "text":
                view.on_text(chance.choice("ab\r"))
            elif kind == "motion":
                view.on_text_motion(chance.choice((self.key.MOTION_UP, self.key.MOTION_PREVIOUS_PAGE)))
            elif kind == "drop":
                view.on_file_drop(0, 0, ["one", "two"])
            else:
                view.on_deactivate()
            return f"{kind} {symbol} {modifiers}"
        if name == "wait":
            self.events(timeout := chance.choice((0, 0.001)))
            return f"wait {timeout}"
        if name == "tube":
            view.set_look(not view._tube, view._tall)
        elif name == "tall":
            view.set_look(view._tube, not view._tall)
        elif name == "size":
            view.set_size(*chance.choice(SIZES))
            self.sync()
        elif name == "asks":
            pointer = self.machine.keyboard.pointer
            pointer.active, pointer.types_moves = chance.random() < 0.8, chance.random() < 0.3
        elif name == "expose":
            view.on_expose()
        elif self.side:
            self.side.instead = None if self.side.instead else Screen(default_font(), 4)
            self.side.covered = (0, 0)
        return name

    def sync(self):
        """Handle the events of the X server."""
        from pyglet.libs.x11 import xlib

        for _ in range(3):
            xlib.XSync(self.view._x_display, 0)
            self.view.dispatch_events()

    def events(self, timeout=0):
        try:
            self.log.append(f"{self.exchange.wait(timeout)}")
        except PowerOff:
            self.log.append("off")

    def drawn(self):
        """Return the pixels that have been drawn."""
        width, height = self.view.get_framebuffer_size()
        pixels = (ctypes.c_ubyte * (4 * width * height))()
        self.gl.glReadPixels(0, 0, width, height, self.gl.GL_RGBA, self.gl.GL_UNSIGNED_BYTE, pixels)
        return bytes(pixels)

    def draw(self, renderer, pictures, places):
        """Draw a frame as the window does, and compare it with one that is drawn as a whole."""
        type(self.view)._draw(self.view, renderer, pictures, places)
        parts, blended = self.drawn(), self.view._tube
        renderer.forget()
        renderer.show(pictures, places, self.view._pictures[0] if self.view._tube else None)
        whole = self.drawn()
        for picture, (_, _, width, height) in zip(pictures, places):
            blended = blended or width % picture.width or height % picture.height
        self.log.append(f"drawn {places} {parts == whole} {'blended' if blended else format(crc32(parts), 'x')}")

    def step(self):
        done = self.act(self.chance.choice(ACTS))
        self.events()
        self.log.append(
            f"{self.view.get_size()} {len(self.timers)} {self.side and (self.side.columns, self.side.rows)}"
        )
        shown, self.log = "\n".join(self.log), []
        return done, shown


def main():
    name, seed, count = sys.argv[1:]
    walk = Walk(name, seed)
    sys.stdout.write(json.dumps([walk.step() for _ in range(int(count))]))


if __name__ == "__main__":
    main()
