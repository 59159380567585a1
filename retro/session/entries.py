"""The entries of the overlay's pages, as tables."""

from __future__ import annotations

from retro.input.events import Command, Key, Rewind, declared_keys
from retro.input.gamepad import keys_and_buttons
from retro.session.choices import CHOICES, VOLUMES
from retro.session.page import Entry, Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.input.events import Event
    from retro.machine.view import Program
    from retro.session.overlay import Overlay

KEY_WIDTH = 12

# The machine's own keys, what they do, and the event that a click on them stands for, if any. In a terminal its own
# keys may come first.
MACHINE_KEYS: tuple[tuple[str, str, Event | None], ...] = (
    ("F1", "these pages", Command("menu")),
    ("Page Up", "take back the key", Rewind()),
    ("F12", "save a picture", Command("picture")),
    ("Alt+M", "sound off, and on", Command("mute")),
    ("F11", "full screen", None),
    ("Escape", "ESCAPE", Key("ESCAPE")),
    ("End", "COPY", Key("COPY")),
    ("Alt+F1", "f1", Key("f1")),
    ("F2 to F10", "f2 to f9, f0", None),
    ("Ctrl+A-Z", "codes 1 to 26", None),
)


def first_page(overlay: Overlay) -> Page:
    """Return the page that F1 opens."""
    return Page(overlay.game.title.partition(",")[0] or "retro", FIRST)


def change_speed(overlay: Overlay, step: int) -> None:
    """Change the speed of time; chosen as a whole, it goes round."""
    speeds = overlay.speeds
    index = speeds.index(overlay.speed)
    overlay.speed = speeds[(index + 1) % len(speeds) if not step else max(0, min(index + step, len(speeds) - 1))]


def change_volume(overlay: Overlay, step: int) -> None:
    """Make the sound louder or softer."""
    overlay.set(volume=max(0, min(VOLUMES, overlay.settings.volume + (step or 1))), muted=False)


def volume_name(overlay: Overlay) -> str:
    """Return the volume in words."""
    return "off" if overlay.settings.muted else f"{100 * overlay.settings.volume // VOLUMES} %"


def mute(overlay: Overlay, step: int = 0) -> None:
    """Switch the sound off or on."""
    overlay.say("Sound on" if overlay.settings.muted else "Sound off")
    overlay.set(muted=not overlay.settings.muted)


def study(overlay: Overlay, step: int) -> None:
    """Study the game from here."""
    overlay.close()
    if overlay.game.study:
        overlay.game.study(bool(overlay.player.live and overlay.game.log.presses))


def leave_for(overlay: Overlay, make: Callable[[], Program] | None) -> None:
    """Leave the game for another one that is made now."""
    if make:
        overlay.leave(make())


def show_saves(overlay: Overlay, step: int) -> None:
    """Open the page of saved games."""
    from retro.session.saves import SavesPage

    overlay.open(SavesPage(overlay))


def show_keys(overlay: Overlay, step: int) -> None:
    """Open the page of keys; choosing one presses it. With a gamepad its buttons come first, and each key alone."""
    keys = overlay.machine.keys or overlay.game.keys
    own = keys_and_buttons(keys) if overlay.has_pad else [(key, effect, event_of(key)) for key, effect in keys]
    page = Page("Keys", [key_entry(*line) for line in [*own, *MACHINE_KEYS]])
    page.key_width = KEY_WIDTH
    overlay.open(page)


def key_entry(key: str, effect: str, event: Event | None) -> Entry:
    """Return the entry of a key."""
    return Entry(key, effect, lambda overlay, step: overlay.press(event))


def event_of(key: str) -> Event | None:
    """Return the event of a key that a program declares; None if it declares several under a name."""
    (_, events), *others = declared_keys(key)
    return None if others else events[0]


def setting(key: str, label: str, name: str, window: bool = False) -> Entry:
    """Return the entry of a setting, one of CHOICES; chosen as a whole, it goes round. window: only a window has it."""
    choices = CHOICES[name]

    def change(overlay: Overlay, step: int) -> None:
        index = choices.index(getattr(overlay.settings, name))
        overlay.set(**{name: choices[(index + (step or 1)) % len(choices)]})

    return Entry(
        key,
        label,
        change,
        lambda overlay: str(getattr(overlay.settings, name)),
        lambda overlay: overlay.view.has_look or not window,
    )


def show_display(overlay: Overlay, step: int) -> None:
    """Open the page of the display's settings."""
    overlay.open(Page("Display", DISPLAY))


DISPLAY = (
    setting("P", "Pixels", "pixels", window=True),
    setting("S", "Shape", "shape", window=True),
    setting("C", "Colours", "colours"),
)
FIRST = (
    Entry("F1", "Play on", lambda o, _: o.close()),
    Entry("K", "Keys", show_keys),
    Entry("S", "Slower, faster", change_speed, lambda o: f"{o.speed:g}x"),
    Entry("+ -", "Volume", change_volume, volume_name),
    Entry("M", "Sound off, or on", mute),
    Entry("D", "Display: pixels, colours", show_display),
    Entry("L", "Save, load ...", show_saves, offered=lambda o: o.player.live and o.game.resume),
    Entry(
        "R", "Rewind, on a time line", lambda o, _: o.review(), offered=lambda o: o.player.live and o.game.log.presses
    ),
    Entry("P", "Picture (PNG)", lambda o, _: o.save_picture()),
    Entry(
        "G", "GIF of the last 30 seconds", lambda o, _: o.save_gif(), offered=lambda o: o.player.live and o.game.film
    ),
    Entry("A", "Again from the start", lambda o, _: leave_for(o, o.game.restart), offered=lambda o: o.game.restart),
    Entry("N", "New game", lambda o, _: leave_for(o, o.game.new), offered=lambda o: o.game.new),
    Entry("T", "Study from here", study, offered=lambda o: o.game.study),
    Entry("B", "Back to the menu", lambda o, _: o.leave(), offered=lambda o: o.game.menu),
)
