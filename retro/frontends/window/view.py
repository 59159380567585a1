"""The window on the user's screen: shows the machine's display and reports keys. Lives on the main thread."""

from __future__ import annotations

import sys
from math import inf
from time import perf_counter

import pyglet
from pyglet.window import key, mouse

from retro.frontends.window.keys import Keys
from retro.frontends.window.pair import pair_size, places
from retro.frontends.window.place import SMALLEST, first_scale
from retro.frontends.window.shader import Tube
from retro.pointer import LEFT, MIDDLE, RIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from pyglet.window import BaseWindow as ToolkitWindow

    from retro.keyboard import Event
    from retro.pointer import Mouse
    from retro.screen import Picture, Screen

    class Owner(Protocol):
        """Who the window belongs to."""

        def now(self) -> float:
            """Seconds since power-on."""

        def alert(self) -> None:
            """Called by the machine when the screen has changed."""

        def keys(self, events: list[Event]) -> None:
            """Something happened on the keyboard."""

        def pointer(self, action: Callable[[Mouse], list[Event] | None]) -> None:
            """The mouse did something."""

        def news(self) -> None:
            """The window has been woken."""

        def mute(self) -> str:
            """Sound off or on; says what is the case now."""

        def screenshot(self, picture: Picture) -> str:
            """Save a picture; says where."""

        def close(self) -> None:
            """The user wants no more."""
else:
    from pyglet.window import Window as ToolkitWindow

FRAME = 1 / 60  # seconds between two pictures, at least
SAYING = 2.0  # seconds that something is said in the caption
SETTLE = 0.006  # seconds that a program which does not wait has to complete its picture
BUTTONS = {mouse.LEFT: LEFT, mouse.MIDDLE: MIDDLE, mouse.RIGHT: RIGHT}
NEARLY = 0.0005  # seconds: a flash is looked at when it is surely over


class View(ToolkitWindow):
    """The window. It draws when the screen has changed, and when it flashes; else it sleeps.

    screens: the machine's display, and perhaps one more. scale: screen pixels a machine pixel; None: what fits the
    user's screen.
    """

    def __init__(
        self, owner: Owner, screens: Sequence[Screen], title: str, scale: int | None, fullscreen: bool
    ) -> None:
        self._owner, self._machine, self._screens = owner, screens[0], screens
        self._title = title
        self._tube: Tube | None = None
        self._keys = Keys(key, keypad_types=sys.platform != "darwin")
        self._swallow = False
        self._pictures: list[Picture] = []
        self._versions: list[int] = []
        self._drawn = -inf
        self._due = inf
        self._flash = inf
        self._said = 0
        display = pyglet.display.get_display().get_default_screen()
        self._room = display.width, display.height
        self._factor = scale or first_scale(self._room)
        self._fitted = self._windowed = self._fit()
        super().__init__(*self._fitted, caption=title, resizable=True)
        self.set_minimum_size(*SMALLEST)
        if fullscreen:
            self._switch_fullscreen()
        self._tube = Tube()

    def _fit(self) -> tuple[int, int]:
        return pair_size(self._room, self._factor, self._sizes)

    @property
    def _sizes(self) -> list[tuple[int, int]]:
        """Of the pictures as they were taken last, or else as they will be."""
        if self._pictures:
            return [(picture.width, picture.height) for picture in self._pictures]
        return [(screen.canvas.width, screen.canvas.height) for screen in self._screens]

    # drawing

    def wake(self) -> None:
        """Have on_machine called soon; from any thread."""
        pyglet.app.platform_event_loop.post_event(self, "on_machine")

    def on_machine(self) -> None:
        """Woken by the machine."""
        self._owner.news()

    def request(self, settle: float = 0.0) -> None:
        """Draw when some seconds are over, and the last picture has been shown for a frame."""
        if self._tube is None:
            return
        now = perf_counter()
        due = max(now + settle, self._drawn + FRAME)
        if due < self._due:
            self._due = due
            if due > now:
                self.later(self._tick, due - now)
            else:
                self._present()

    def changed(self) -> None:
        """The screen has changed; most often it will change more before the program waits."""
        self.request(SETTLE)

    def catch_up(self) -> None:
        """Draw if there is something to see that has not been drawn: the program waits."""
        if self._versions != [screen.version for screen in self._screens]:
            self.request()

    def _tick(self) -> None:
        if perf_counter() >= self._due - NEARLY:
            self._present()

    def later(self, function: Callable[[], None], seconds: float) -> None:
        """Call a function after some seconds."""
        clock = pyglet.clock.get_default()
        clock.update_time()  # else the seconds would count from its last tick
        clock.schedule_once(lambda _: function(), seconds)

    def draw(self, dt: float) -> None:
        """Called by pyglet 60 times a second where its loop cannot sleep: M1 Macs, and Windows while one drags."""
        self.catch_up()

    def _present(self) -> None:
        if self.context is None:
            return
        for screen in self._screens:
            screen.alert = self._owner.alert
        now = self._owner.now()
        self._look(now)
        if self._pictures and self._tube is not None:
            self._refit()
            self._tube.show(self._pictures, places(self.get_framebuffer_size(), self._sizes))
            self.flip()
        self._drawn = perf_counter()
        self._due = inf
        self._await_flash(now)

    def _look(self, now: float) -> None:
        """Take the pictures, unless the program is just changing the MODE; then they are asked for again."""
        self._versions = [screen.version for screen in self._screens]
        try:
            self._pictures = [screen.picture(now) for screen in self._screens]
        except (ValueError, IndexError):
            self._versions = []
            self.later(self.request, FRAME)

    def _await_flash(self, now: float) -> None:
        change = min(screen.next_change(now) for screen in self._screens)
        if change < self._flash:
            self._flash = change
            self.later(self._flashed, change - now + NEARLY)

    def _flashed(self) -> None:
        self._flash = inf
        self.request()

    def _refit(self) -> None:
        """Give a picture of another height its own size of window, unless the user has chosen one."""
        if self.fullscreen or self.get_size() != self._fitted:
            return
        wanted = self._fit()
        if wanted != self._fitted:
            self._fitted = wanted
            self.set_size(*wanted)

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self.request()

    def on_expose(self) -> None:
        """The window has come into view."""
        self.request()

    # what the window does itself

    def say(self, text: str) -> None:
        """Show a text in the caption for two seconds."""
        self._said += 1
        number = self._said
        self.set_caption(f"{self._title}: {text}")
        self.later(lambda: self._unsay(number), SAYING)

    def _unsay(self, number: int) -> None:
        if number == self._said and self.context is not None:
            self.set_caption(self._title)

    def fullscreen_key(self) -> None:
        """Full screen, and back: when pyglet has noted the key, whose release the new window will not see."""
        self.later(self._switch_fullscreen, 0.0)

    def _switch_fullscreen(self) -> None:
        if self.fullscreen:
            self.set_fullscreen(False, width=self._windowed[0], height=self._windowed[1])
        else:
            self._windowed = self.get_size()
            self.set_fullscreen(True)
        self.set_mouse_visible(not self.fullscreen)
        self.activate()
        self.on_deactivate()
        self.request()

    def screenshot_key(self) -> None:
        """Save the picture as it is on the screen."""
        if self._pictures:
            self.say(self._owner.screenshot(self._pictures[0]))

    def mute_key(self) -> None:
        """Sound off, and on."""
        self.say(self._owner.mute())

    def on_close(self) -> None:
        """The user has closed the window."""
        self._owner.close()

    # keys

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key is down. In place of pyglet's own, which closes the window at Escape."""
        action = self._keys.action(symbol, modifiers)
        self._swallow = action is not None
        if action is not None:
            getattr(self, f"{action}_key")()
        else:
            self._owner.keys(self._keys.press(symbol, modifiers))

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key is up."""
        self._owner.keys(self._keys.release(symbol))

    def on_text(self, text: str) -> None:
        """Something was typed; what a key of the window's own types (macOS: Alt+M is µ) is nobody's."""
        if not self._swallow:
            self._owner.keys(self._keys.text(text))

    def on_text_motion(self, motion: int) -> None:
        """A key that moves the cursor, or a repeat of it; Page Up takes key presses back."""
        rewinds = motion == key.MOTION_PREVIOUS_PAGE
        self._owner.keys([("rewind", "1")] if rewinds else self._keys.motion(motion))

    def on_text_motion_select(self, motion: int) -> None:
        """The same with Shift."""
        self.on_text_motion(motion)

    # the mouse

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The mouse has moved."""
        at = self._pixel(x, y)
        self._owner.pointer(lambda mouse: mouse.move(self._machine.canvas, *at))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The mouse has moved while a button was held."""
        self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button is down."""
        at = self._pixel(x, y)
        self._owner.pointer(lambda mouse: mouse.press(self._machine.canvas, *at, BUTTONS.get(button, 0)))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button is up."""
        at = self._pixel(x, y)
        self._owner.pointer(lambda mouse: mouse.release(self._machine.canvas, *at, BUTTONS.get(button, 0)))

    def _pixel(self, x: int, y: int) -> tuple[int, int]:
        """Which pixel of the picture, from its top left, is at a place of the window, from its bottom left."""
        across, down = self.get_framebuffer_size()
        width, height = self._machine.canvas.width, self._machine.canvas.height
        left, bottom, wide, high = places((across, down), [(width, height), *self._sizes[1:]])[0]
        right, up = int(x * across / self.width) - left, int(y * down / self.height) - bottom
        return right * width // wide, height - 1 - up * height // high

    def on_deactivate(self) -> None:
        """The keyboard is another window's now: what is released from now on is not reported here, nor to pyglet."""
        getattr(self, "pressed_keys", set()).clear()
        self._owner.keys(self._keys.away())


View.register_event_type("on_machine")
