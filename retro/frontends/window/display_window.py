"""The pyglet window: draws the machine's display and the panel, and reports keys and the mouse."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from time import perf_counter
from typing import Any

import pyglet
from pyglet.window import key, mouse

from retro.display.changes import NOTHING
from retro.display.framebuffer import Framebuffer
from retro.display.picture import Picture
from retro.display.screen import Screen
from retro.frontends.window.clipboard import ask_clipboard
from retro.frontends.window.exchange import Exchange
from retro.frontends.window.gamepads import watch_gamepads
from retro.frontends.window.keys import FULLSCREEN, PASTE, Keys
from retro.frontends.window.shader import CONFIG, Renderer
from retro.frontends.window.viewport import (
    MARK,
    SMALLEST_WINDOW,
    Viewport,
    arrangement,
    first_scale,
    mark_viewport,
    split_window_size,
    viewports,
)
from retro.input.events import Command, Dropped, Paste, Rewind
from retro.input.mouse import LEFT, MIDDLE, RIGHT

ON_X11 = pyglet.gl.Config.__name__ == "XlibConfig"
if ON_X11:
    from retro.frontends.window.x11 import FirstConfig, InputMethod, on_lost_display, part_shower

FRAME = 1 / 60  # seconds between two frames, at least
COMPLETION_TIME = 0.006  # seconds that a program which does not wait has to complete its picture
BUTTONS = {mouse.LEFT: LEFT, mouse.MIDDLE: MIDDLE, mouse.RIGHT: RIGHT}
GAMEPAD_DELAY = 1.0  # seconds from the start, which the search for gamepads would make longer
TOLERANCE = 0.0005  # seconds: pyglet's clock may call as much too early


class DisplayWindow(pyglet.window.Window):  # type: ignore[misc]
    """The window. It draws when a screen has changed and when colours flash, and sleeps otherwise.

    Attributes:
        projection, view: matrices that pyglet computes for its own shader, which is not used.
        pressed_keys: symbols whose next press pyglet takes for a repeat and does not report; under X11 it sets them.

    Args:
        scale: screen pixels for a pixel of the 320-wide MODEs; None: what fits the user's screen.
        marked: whether to show a mark in the window's corner; a click on it is F1.
        on_display_lost: called when the X server has gone; it ends the process.
    """

    projection: Any = None
    view: Any = None
    pressed_keys: set[int] = set()  # noqa: RUF012

    def __init__(
        self,
        exchange: Exchange,
        title: str,
        scale: int | None,
        fullscreen: bool,
        marked: bool,
        on_display_lost: Callable[[], None],
    ) -> None:
        self._exchange, self._side_screen, self._marked = exchange, exchange.side_screen, marked
        exchange.wake = lambda: pyglet.app.platform_event_loop.post_event(self, "on_machine")
        exchange.draw_soon, exchange.draw_changes = lambda: self.request_frame(COMPLETION_TIME), self.draw_changes
        self.on_machine = exchange.run_calls  # handles the event that `wake` posts
        self._renderer: Renderer | None = None
        self._keys = Keys(key, keypad_types=sys.platform != "darwin")
        self._ignore_text = False
        self._tube = self._tall = False
        self._pictures: list[Picture] = []
        self._mark: Viewport | None = None
        self._pointer_shown, self._part_shown = True, False
        self._drawn, self._due, self._flash = -inf, inf, inf
        monitor = pyglet.display.get_display().get_default_screen()
        self._monitor_size = monitor.width, monitor.height
        self._wanted_scale = scale or first_scale(self._monitor_size)
        self._fitted_size = self._restored_size = self._fit()
        config: Any = FirstConfig if ON_X11 else pyglet.gl.Config
        self._input_method = InputMethod() if ON_X11 else None
        self._lost_display = on_lost_display(on_display_lost) if ON_X11 else None
        super().__init__(*self._fitted_size, caption=title, resizable=True, file_drops=True, config=config(**CONFIG))
        self.set_minimum_size(*SMALLEST_WINDOW)
        if fullscreen:
            self._switch_fullscreen()
        self._renderer, self._show_part = Renderer(), part_shower(self.context) if ON_X11 else None

        def report_gamepads() -> None:
            with suppress(Exception):  # where the system has no way to, there are none
                self._gamepads = watch_gamepads(exchange.send_events)

        self.call_later(report_gamepads, GAMEPAD_DELAY)

    def _create_projection(self) -> None:
        """Replaces pyglet's method, which would spend 5 ms on creating a shader that is not used."""

    def start(self) -> None:
        """Finish the initialisation that the first picture does not need; call this before handling events."""
        if self._input_method is not None:
            self._present()
            self._input_method.open(self)

    def _create(self) -> None:
        """Create the window. Under X11 pyglet calls this also to switch full screen on or off."""
        super()._create()
        if self._input_method is not None:
            self._input_method.attach(self)

    def set_wm_class(self, name: str) -> None:
        """Set the window class to that of the desktop entry, for all programs."""
        super().set_wm_class("retro")

    def _fit(self) -> tuple[int, int]:
        """Return the size of a new window; if there is a panel, it is the same for all MODEs."""
        return split_window_size(self._monitor_size, self._wanted_scale, self._sizes, self._tall)

    @property
    def _screens(self) -> list[Screen]:
        """The machine's display and, if there is one, the panel's screen."""
        return [self._exchange.display, *([self._side_screen.shown] if self._side_screen else [])]

    @property
    def _sizes(self) -> list[tuple[int, int]]:
        """The sizes in pixels of the pictures in the last frame or, before the first frame, of the screens."""
        if self._pictures:
            return [(picture.width, picture.height) for picture in self._pictures]
        return [(screen.framebuffer.width, screen.framebuffer.height) for screen in self._screens]

    # drawing

    def request_frame(self, delay: float = 0.0) -> None:
        """Draw after `delay` seconds, but at least FRAME after the last frame."""
        if self._renderer is None:
            return
        now = perf_counter()
        due = max(now + delay, self._drawn + FRAME)
        if due < self._due:
            self._due = due
            if due > now:
                self.call_later(self._tick, due - now)
            else:
                self._present()

    def draw_changes(self) -> None:
        """Draw what the display has changed since the last frame at once, as the program waits."""
        if [picture.version for picture in self._pictures] != [screen.version for screen in self._screens]:
            self.request_frame()

    def _tick(self) -> None:
        if perf_counter() >= self._due - TOLERANCE:
            self._present()

    def call_later(self, function: Callable[[], None], seconds: float) -> None:
        """Call a function in the window's thread after some seconds."""
        clock = pyglet.clock.get_default()
        clock.update_time()  # schedule_once counts from the clock's last tick
        clock.schedule_once(lambda _: function(), seconds)

    def draw(self, dt: float) -> None:
        """Draw changes since the last frame.

        pyglet calls this 60 times a second where its loop cannot sleep: on M1 Macs, and on Windows while a window is
        dragged.
        """
        self.draw_changes()

    def _present(self) -> None:
        if self.context is None:
            return
        for screen in self._screens:
            screen.on_change = self._exchange.screen_changed
        self._drawn = perf_counter()
        pointed = not self.fullscreen or self._exchange.mouse_wanted
        if pointed != self._pointer_shown:  # in full screen only to what uses it
            self._pointer_shown = pointed
            self.set_mouse_visible(pointed)
        now = self._exchange.now()
        self._pictures = [screen.picture(now) for screen in self._screens]
        if self._renderer is not None:
            # Fit the window to a MODE of another height, unless the user has resized it; not to a picture beside it.
            other = self._side_screen is not None and self._side_screen.instead is not None
            if not (other or self.fullscreen) and self.get_size() == self._fitted_size != (size := self._fit()):
                self._fitted_size = size
                self.set_size(*size)
            shown = self._viewports(self._sizes)
            # The panel first: the display covers a part of it.
            pictures, places = self._pictures[::-1], shown[::-1]
            if self._marked and self._side_screen is None:
                self._mark = mark_viewport(self.get_framebuffer_size(), shown[0], self._pictures[0].height)
            if self._mark is not None:
                pictures, places = [*pictures, MARK], [*places, self._mark]
            self._draw(self._renderer, pictures, places)
        self._due = inf
        change = min(screen.next_change(now) for screen in self._screens)
        if change < self._flash:
            self._flash = change
            self.call_later(self._flashed, change - now + TOLERANCE)

    def _draw(self, renderer: Renderer, pictures: Sequence[Picture], places: Sequence[Viewport]) -> None:
        """Draw the pictures and show them; where the system can do that, only the changed part."""
        if self._show_part is None:
            renderer.forget()
        part = renderer.show(pictures, places, self._pictures[0] if self._tube else None)
        if part is None or self._show_part is None:
            self.flip()
            self._part_shown = False
        elif part != NOTHING:
            self._show_part(part)
            self._part_shown = True

    def set_look(self, tube: bool, tall: bool) -> None:
        """Show the display as on a picture tube, and in the shape 4:3, or not."""
        if (tube, tall) != (self._tube, self._tall):
            self._tube, self._tall = tube, tall
            self.request_frame()

    def _flashed(self) -> None:
        self._flash = inf
        self.request_frame()

    def on_resize(self, width: int, height: int) -> None:
        """Draw the window in its new size."""
        if self._part_shown:
            self.flip()  # Mesa asks for the size of a window after all of it, not a part, has been shown
        self._exchange.resized(self.get_framebuffer_size())
        self.redraw()

    def _viewports(self, sizes: Sequence[tuple[int, int]]) -> list[Viewport]:
        side = self._side_screen
        return viewports(self.get_framebuffer_size(), sizes, side is not None and side.shown is side.screen, self._tall)

    def redraw(self) -> None:
        """Draw the whole window, after it was uncovered or resized."""
        if self._renderer:
            self._renderer.forget()
        self.request_frame()

    on_expose = redraw

    # the window's own keys

    def _switch_fullscreen(self) -> None:
        if self.fullscreen:
            self.set_fullscreen(False, width=self._restored_size[0], height=self._restored_size[1])
        else:
            self._restored_size = self.get_size()
            self.set_fullscreen(True)
        self.activate()
        self.on_deactivate()
        self.request_frame()

    def on_close(self) -> None:
        """End the run of the program, as the user closes the window."""
        self._exchange.switch_off()
        pyglet.app.exit()

    # keys

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Handle the press of a key. Replaces pyglet's own method, which closes the window at Escape."""
        action = self._keys.action(symbol, modifiers)
        self._ignore_text = action is not None
        if action == FULLSCREEN:
            self.call_later(
                self._switch_fullscreen, 0.0
            )  # when pyglet has handled the key: the new window misses its release
        elif action == PASTE:
            ask_clipboard(self, lambda text: self._exchange.send_events([Paste(text)]))
        elif action is not None:
            self._exchange.send_events([Command(action)])
        else:
            self._exchange.send_events(self._keys.press(symbol, modifiers))

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Handle the release of a key."""
        released = self._keys.release(symbol)
        self.pressed_keys.difference_update(self._keys.symbols(released))
        self._exchange.send_events(released)

    def on_text(self, text: str) -> None:
        """Handle typed text; ignore what one of the window's own keys types (Alt+M on macOS is µ)."""
        if not self._ignore_text:
            self._exchange.send_events(self._keys.text(text))

    def on_text_motion(self, motion: int) -> None:
        """Handle a cursor key or its repeat; Page Up rewinds by one key press."""
        rewind = motion == key.MOTION_PREVIOUS_PAGE
        self._exchange.send_events([Rewind()] if rewind else self._keys.motion(motion))

    on_text_motion_select = on_text_motion  # while Shift is held

    # the mouse

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Handle a move of the mouse."""
        self._exchange.use_mouse(lambda mouse: mouse.move(*self._pixel(x, y)))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Handle a move of the mouse while a button is held."""
        self._point_at_panel(x, y, None)
        self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Handle the press of a mouse button."""
        if self._mark is not None:
            left, bottom, size, _ = self._mark
            across, up = self._screen_pixel(x, y)
            if across >= left - size // 2 and up >= bottom - size // 2:  # on the mark, or close to it
                self._exchange.send_events([Command("menu")])
                return
        self._point_at_panel(x, y, True)
        self._exchange.use_mouse(lambda mouse: mouse.press(*self._pixel(x, y), BUTTONS.get(button, 0)))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Handle the release of a mouse button."""
        self._point_at_panel(x, y, False)
        self._exchange.use_mouse(lambda mouse: mouse.release(*self._pixel(x, y), BUTTONS.get(button, 0)))

    def _point_at_panel(self, x: int, y: int, pressed: bool | None) -> None:
        """Report the mouse to the panel's owner, unless the display covers the panel there."""
        side = self._side_screen
        if side is None or side.shown is not side.screen:
            return
        (across, down), _, covered = arrangement(self.get_framebuffer_size(), self._sizes[0])
        left, bottom, _, height = self._viewports(self._sizes)[1]
        x, y = self._screen_pixel(x, y)
        column, row = (x - left) // across, (bottom + height - 1 - y) // down
        if column >= covered[0] or row >= covered[1] or not pressed:
            self._exchange.send_events(side.pointed(column, row, pressed))

    def _pixel(self, x: int, y: int) -> tuple[Framebuffer, int, int]:
        """Convert a position in the window (from its bottom left) to a pixel of the display (from its top left)."""
        shown = self._exchange.display.framebuffer
        sizes = [(shown.width, shown.height), *self._sizes[1:]]
        left, bottom, width, height = self._viewports(sizes)[0]
        x, y = self._screen_pixel(x, y)
        column, line = (x - left) * shown.width // width, (y - bottom) * shown.height // height
        return shown, column, shown.height - 1 - line

    def _screen_pixel(self, x: int, y: int) -> tuple[int, int]:
        """Convert a position in the window to screen pixels, where the system uses larger units."""
        across, down = self.get_framebuffer_size()
        return int(x * across / self.width), int(y * down / self.height)

    def _event_drag_enter(self, event: Any) -> None:
        """Accept dragged files under X11; pyglet's own method fails at up to three data types."""
        source, version, *types = event.xclient.data.l
        if version & 1:
            super()._event_drag_enter(event)
        else:
            self._xdnd_source, self._xdnd_version = source, version >> 24
            files = self._xdnd_atoms["text/uri-list"]
            self._xdnd_format = files if files in types else None

    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        """Report the first of the dropped files."""
        self._exchange.send_events([Dropped(paths[0])])

    def on_deactivate(self) -> None:
        """Release all keys, as another window gets the keyboard and their releases."""
        self.pressed_keys.clear()
        self._exchange.send_events(self._keys.release_all())


DisplayWindow.register_event_type("on_machine")
