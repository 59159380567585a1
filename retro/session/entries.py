"""The overlay's pages: the first one, its keys and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from retro.basic.pages import Choice, Page
from retro.input.events import Command, Event, Key, Rewind, declared_keys
from retro.input.gamepad import keys_and_buttons
from retro.session.overlay import Overlay
from retro.session.page import MARGIN, MOST_CHOICES, WIDTH, AreaPage, LayerPage
from retro.session.saves import SavesPage
from retro.session.settings import CHOICES, VOLUMES

KEY_WIDTH = 12
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)

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
    return LayerPage(overlay.game.title.partition(",")[0] or "retro", partial(first_choices, overlay))


def first_choices(overlay: Overlay) -> list[Choice]:
    """Return the rows of the first page. Their actions take a step: 0 when chosen, 1 or -1 to change the value."""
    game, live, settings, clock = overlay.game, overlay.player.live, overlay.settings, overlay.player.clock

    def change_speed(step: int) -> None:
        index = SPEEDS.index(clock.speed) + (step or 1)
        clock.speed = SPEEDS[max(0, min(index, len(SPEEDS) - 1)) if step else index % len(SPEEDS)]

    def change_volume(step: int) -> None:
        overlay.set(volume=max(0, min(VOLUMES, settings.volume + (step or 1))), muted=False)

    def study(step: int) -> None:
        overlay.close()
        assert game.study is not None
        game.study(live and game.log.presses > 0)

    volume = "off" if settings.muted else f"{100 * settings.volume // VOLUMES} %"
    choices = [
        Choice("F1", "Play on", lambda _: overlay.close()),
        *(
            Choice(str(number), page.title, partial(open_own, overlay, page))
            for number, page in enumerate(overlay.machine.own_pages(), 1)
        ),
        Choice("K", "Keys", lambda _: overlay.open(keys_page(overlay))),
        Choice("W", "The board in words", lambda _: overlay.open(words_page(overlay))),
        Choice("S", "Slower, faster", change_speed, f"{clock.speed:g}x"),
        Choice("+ -", "Volume", change_volume, volume),
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
            choices.append(Choice(key, label, lambda _, make=make: overlay.leave(make())))  # type: ignore[misc]
    if game.study:
        choices.append(Choice("T", "Study from here", study))
    if make_course := game.course:
        choices.append(Choice("X", "Exercises", lambda _: overlay.leave(make_course())))
    if game.menu:
        choices.append(Choice("B", "Back to the menu", lambda _: overlay.leave()))
    if overlay.view.can_quit:
        choices.append(Choice("Q", "Quit", lambda _: overlay.quit()))
    return choices


def open_own(overlay: Overlay, page: Page, step: int) -> None:
    """Open a page that the program has added to the pages of F1."""
    from textwrap import wrap

    if page.shares:
        overlay.save_link(page.text)
        return
    if page.area:
        overlay.open(AreaPage(page.title, page.area, overlay.machine.screen))
        return
    text = [line for part in page.text for line in wrap(part, WIDTH - 2 * len(MARGIN)) or [""]]
    if len(text) + len(page.choices) <= MOST_CHOICES - 1:
        overlay.open(LayerPage(page.title, page.choices, text, page.foot))
    else:
        overlay.open(page_of_lines(page.title, text))


def page_of_lines(title: str, lines: Sequence[str]) -> LayerPage:
    """Return a page of text that the arrow keys move along."""
    page = LayerPage(title, [Choice("", line) for line in lines])
    page.key_width = len(MARGIN)
    return page


def words_page(overlay: Overlay) -> LayerPage:
    """Return the page that describes the whole board as text, for people who do not see the screen."""
    from textwrap import wrap

    parts = overlay.machine.whole_in_words.split("\n")
    lines = [line for part in parts for line in wrap(part, WIDTH - 2 * len(MARGIN))]
    return page_of_lines("In words", lines)


def keys_page(overlay: Overlay) -> LayerPage:
    """Return the page of the program's keys with a link to the machine's; only the machine's if it declares none.

    With a gamepad, its buttons come first, and each key has a row of its own. Without one, a row for several keys, such
    as "the arrows", cannot be chosen.
    """
    keys = overlay.keys
    events = (declared_keys(key) for key, _ in keys)
    alone = [(key, effect, one[0][1][0] if len(one) == 1 else None) for (key, effect), one in zip(keys, events)]
    own = keys_and_buttons(keys) if overlay.has_pad else alone
    machine = Choice(">", "the machine's keys", lambda _: overlay.open(page_of_keys(overlay, MACHINE_KEYS)))
    return page_of_keys(overlay, own, machine) if own else page_of_keys(overlay, MACHINE_KEYS)


def page_of_keys(overlay: Overlay, keys: Sequence[tuple[str, str, Event | None]], *more: Choice) -> LayerPage:
    """Return a page of keys with their effects; choosing a row sends the key's event to the program."""

    def row(key: str, effect: str, event: Event | None) -> Choice:
        return Choice(key, effect, lambda _: overlay.press(event))

    page = LayerPage("Keys", [*(row(*line) for line in keys), *more])
    page.key_width = KEY_WIDTH
    return page


def display_page(overlay: Overlay) -> LayerPage:
    """Return the page of the display's settings; choosing a row sets the next of its values, in a cycle."""

    def change(name: str, step: int) -> None:
        index = CHOICES[name].index(getattr(overlay.settings, name)) + (step or 1)
        overlay.set(**{name: CHOICES[name][index % len(CHOICES[name])]})

    def choices() -> list[Choice]:
        shown = [one for one in DISPLAY if one[2] == "colours" or overlay.view.has_look]
        return [
            Choice(key, label, partial(change, name), str(getattr(overlay.settings, name)))
            for key, label, name in shown
        ]

    return LayerPage("Display", choices)


DISPLAY = (("P", "Pixels", "pixels"), ("S", "Shape", "shape"), ("C", "Colours", "colours"))
