"""The overlay's pages: the first one, its keys and its settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from retro.basic.pages import Choice, Page
from retro.input.events import Command, Event, Key, Rewind, declared_keys
from retro.input.gamepad import keys_and_buttons
from retro.machine.view import Program
from retro.session.overlay import Overlay
from retro.session.page import MARGIN, WIDTH, LayerPage
from retro.session.saves import SavesPage
from retro.session.settings import CHOICES, VOLUMES

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


def first_page(overlay: Overlay) -> LayerPage:
    """Return the page that F1 opens."""
    return LayerPage(overlay.game.title.partition(",")[0] or "retro", lambda: first_choices(overlay))


def first_choices(overlay: Overlay) -> list[Choice]:
    """Return the rows of the first page."""
    game, live, settings = overlay.game, overlay.player.live, overlay.settings
    volume = "off" if settings.muted else f"{100 * settings.volume // VOLUMES} %"
    choices = [
        Choice("F1", "Play on", lambda _: overlay.close()),
        *(
            Choice(str(number), page.title, partial(open_own, overlay, page))
            for number, page in enumerate(overlay.machine.own_pages(), 1)
        ),
        Choice("K", "Keys", lambda _: overlay.open(keys_page(overlay))),
        Choice("S", "Slower, faster", lambda step: change_speed(overlay, step), f"{overlay.speed:g}x"),
        Choice("+ -", "Volume", lambda step: change_volume(overlay, step), volume),
        Choice("M", "Sound off, or on", lambda _: overlay.mute()),
        Choice("D", "Display: pixels, colours", lambda _: overlay.open(display_page(overlay))),
    ]
    if live and game.resume:
        choices.append(Choice("L", "Save, load ...", lambda _: overlay.open(SavesPage(overlay))))
    if live and game.log.presses:
        choices.append(Choice("R", "Rewind, on a time line", lambda _: overlay.review()))
    choices.append(Choice("P", "Picture (PNG)", lambda _: overlay.save_picture()))
    if live and game.film:
        choices.append(Choice("G", "GIF of the last 30 seconds", lambda _: overlay.save_gif()))
    for key, label, make in (("A", "Again from the start", game.restart), ("N", "New game", game.new)):
        if make:
            choices.append(Choice(key, label, partial(leave_for, overlay, make)))
    if game.study:
        choices.append(Choice("T", "Study from here", lambda _: study(overlay)))
    if game.menu:
        choices.append(Choice("B", "Back to the menu", lambda _: overlay.leave()))
    if overlay.view.can_quit:
        choices.append(Choice("Q", "Quit", lambda _: overlay.quit()))
    return choices


def open_own(overlay: Overlay, page: Page, step: int) -> None:
    """Open a page of the program."""
    from textwrap import wrap

    text = [line for part in page.text for line in wrap(part, WIDTH - 2 * len(MARGIN)) or [""]]
    overlay.open(LayerPage(page.title, page.choices, text, page.foot))


def change_speed(overlay: Overlay, step: int) -> None:
    """Change the speed of time. step: 0 for the next speed, and after the last one the first."""
    speeds = overlay.speeds
    index = speeds.index(overlay.speed)
    overlay.speed = speeds[(index + 1) % len(speeds) if not step else max(0, min(index + step, len(speeds) - 1))]


def change_volume(overlay: Overlay, step: int) -> None:
    """Make the sound louder or softer."""
    overlay.set(volume=max(0, min(VOLUMES, overlay.settings.volume + (step or 1))), muted=False)


def study(overlay: Overlay) -> None:
    """Study the game from here."""
    overlay.close()
    if overlay.game.study:
        overlay.game.study(bool(overlay.player.live and overlay.game.log.presses))


def leave_for(overlay: Overlay, make: Callable[[], Program], step: int) -> None:
    """Create another game, and leave the present one for it."""
    overlay.leave(make())


def keys_page(overlay: Overlay) -> LayerPage:
    """Return the page of keys; choosing one presses it. With a gamepad its buttons come first, and each key alone."""
    keys = overlay.keys
    own = keys_and_buttons(keys) if overlay.has_pad else [(key, effect, event_of(key)) for key, effect in keys]
    lines = [*own, *MACHINE_KEYS]
    page = LayerPage("Keys", [Choice(key, effect, partial(press, overlay, event)) for key, effect, event in lines])
    page.key_width = KEY_WIDTH
    return page


def press(overlay: Overlay, event: Event | None, step: int) -> None:
    """Press a key for the program."""
    overlay.press(event)


def event_of(key: str) -> Event | None:
    """Return the event of a key that a program declares; None if it declares several under a name."""
    (_, events), *others = declared_keys(key)
    return None if others else events[0]


def display_page(overlay: Overlay) -> LayerPage:
    """Return the page of the display's settings."""
    shown = [setting for setting in DISPLAY if setting[2] == "colours" or overlay.view.has_look]

    def choices() -> list[Choice]:
        values = {name: str(getattr(overlay.settings, name)) for _, _, name in shown}
        return [Choice(key, label, partial(change, overlay, name), values[name]) for key, label, name in shown]

    return LayerPage("Display", choices)


def change(overlay: Overlay, name: str, step: int) -> None:
    """Change a setting, one of CHOICES. step: 0 for the next value, and after the last one the first."""
    choices = CHOICES[name]
    index = choices.index(getattr(overlay.settings, name))
    overlay.set(**{name: choices[(index + (step or 1)) % len(choices)]})


DISPLAY = (("P", "Pixels", "pixels"), ("S", "Shape", "shape"), ("C", "Colours", "colours"))
