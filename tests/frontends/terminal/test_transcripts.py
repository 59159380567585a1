"""What terminals of many kinds are sent, and what programs get of what is typed there, step by step, was accepted."""

import random
import threading
from types import SimpleNamespace

import pytest

from retro.display.font import default_font
from retro.display.layer import Strip
from retro.display.layer_painter import LayerPainter
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal import capabilities, painter
from retro.frontends.terminal.front_end import Terminal
from retro.frontends.terminal.input_reader import InputReader
from retro.frontends.terminal.tty import Area
from retro.input.events import ANY_KEY
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.sound.channels import BELL
from retro.sound.notes import Note
from tests.support.transcripts import check
from tests.support.vdu_streams import stream

PIXELS = capabilities.Capabilities("\x1b_Gi=31;OK\x1b\\\x1b[6;16;8t\x1b[?64;4;22c")
SIXELS = capabilities.Capabilities("\x1b[6;18;9t\x1b[?64;4;22c")
LETTERS = capabilities.Capabilities()
KITTY, XTERM, LINUX = {"TERM": "xterm-kitty", "COLORTERM": "truecolor"}, {"TERM": "xterm-256color"}, {"TERM": "linux"}
TERMINALS = {  # what is asked for, replies, environment, whether there is Unicode, columns, rows
    "kitty": ("auto", PIXELS, KITTY, True, 80, 33),
    "kitty-large": ("pixels", PIXELS, KITTY, True, 200, 70),
    "sixels": ("pixels", SIXELS, XTERM, True, 100, 40),
    "blocks": ("blocks", LETTERS, KITTY, True, 160, 60),
    "blocks-quarters": ("blocks", LETTERS, XTERM, True, 330, 130),
    "text": ("text", LETTERS, KITTY, True, 80, 32),
    "chars": ("chars", LETTERS, XTERM, True, 80, 25),
    "chars-wide": ("chars", LETTERS, KITTY, True, 170, 50),
    "few-rows": ("text", LETTERS, XTERM, True, 100, 27),
    "narrow": ("text", LETTERS, KITTY, True, 60, 33),
    "console": ("auto", LETTERS, LINUX, True, 80, 25),
    "ascii": ("text", LETTERS, {"TERM": "vt100"}, False, 80, 24),
    "no-colour": ("chars", LETTERS, KITTY | {"NO_COLOR": "1"}, True, 80, 32),
}


TYPED = (
    "a",
    "A",
    "\x01",
    "\r",
    "\x7f",
    "\x1b",
    "\x1bx",
    "\x1bm",
    "\x1b[A",
    "\x1b[1;2D",
    "\x1b[24~",
    "\x1bOP",
    "\x1b[5~",
)
TYPED += (
    "\x1b[[B",
    "\x1bOa",
    "\x1b[b",
    "\x1b[3;5~",
    "\x1b[11",
    "\x1b[200~two\rlines\x1b[201~",
    "\x1b]0;?\x07",
    "\x1b[I",
    "",
)
MOUSE = ("0;{};{}M", "0;{};{}m", "2;{};{}M", "35;{};{}M", "32;{};{}M", "64;{};{}M", "4;{};{}M")


class Console:
    """A terminal of paper that sends what is in `typed`; `log` has what it has got."""

    backspace, encoding = "\x7f", "utf-8"

    def __init__(self, area, unicode):
        self.log, self.size, self.has_unicode, self.typed = [], area, unicode, []
        self.encoding = "utf-8" if unicode else "ascii"

    def area(self):
        return self.size

    def write(self, data, timeout=None):
        self.log.append(f"{data} {timeout}")

    def set_raw_mode(self):
        self.log.append("raw")

    def restore(self):
        self.log.append("restored")

    def wake(self):
        self.log.append("woken")


class Input(InputReader):
    """A reader without a thread: time passes where nothing is typed."""

    def __init__(self, terminal, console):
        super().__init__(console, terminal._interrupt)
        self.terminal = terminal

    def start(self):
        self._console.log.append("reads")

    def read(self, timeout):
        if not self._chunks.empty():
            return super().read(timeout)
        self.terminal.time += min(timeout, 5.0)
        return ""

    def type(self, text):
        self._chunks.put(text)


def opened(monkeypatch, name, studied):
    """Return a terminal that has been opened, but has no threads, and its console."""
    render, replies, environment, unicode, columns, rows = TERMINALS[name]
    monkeypatch.setattr(capabilities, "query", lambda *_: replies)
    threads = vars(threading) | {"Thread": lambda **_: SimpleNamespace(start=int, is_alive=bool)}
    monkeypatch.setattr(painter, "threading", SimpleNamespace(**threads))
    monkeypatch.setattr("os.environ", environment)
    side_screen = SideScreen(Screen(default_font())) if studied else None
    terminal = Terminal(render=render, title="A title", side_screen=side_screen)
    console = terminal._console = Console(Area(columns, rows, 8 * columns, 16 * rows), unicode)
    terminal.time, terminal.now = 0.0, lambda: terminal.time
    terminal.machine, terminal._input = Machine(terminal, default_font(), 1), Input(terminal, console)
    wanted = lambda: terminal._mouse_wanted  # noqa: E731
    screen = terminal.machine.screen
    terminal._painter = painter.Painter(screen, console, terminal.now, wanted, terminal._on_failure, side_screen)
    terminal._open()
    return terminal, console


def act(terminal, console, kind, chance):
    """Do something with the terminal or the machine."""
    m, side = terminal.machine, terminal._side_screen
    columns, rows = console.size[:2]
    if kind == "layer":
        strips = [Strip(row, row, [(f" Row {row} ", (7, row // 5))]) for row in (0, 12, 24)[: chance.randrange(4)]]
        m.screen.show_layer(LayerPainter().layer(strips, dims=chance.random() < 0.5) if strips else None)
    elif kind == "type":
        terminal._input.type(chance.choice(TYPED))
    elif kind == "point":
        report = chance.choice(MOUSE).format(chance.randrange(1, columns + 1), chance.randrange(1, rows + 1))
        terminal._input.type(f"\x1b[<{report}")
    elif kind == "mouse":
        pointer = m.keyboard.pointer
        pointer.active, pointer.types_moves = chance.random() < 0.7, chance.random() < 0.3
    elif kind == "resize":
        columns, rows = chance.choice([(columns, rows), (30, 10), (80, 25), (200, 70), TERMINALS["text"][4:]])
        console.size = Area(columns, rows, 8 * columns, 16 * rows)
        terminal._on_resize(0, None)
    elif kind == "outside":
        with terminal._outside():
            console.log.append("outside")
    elif kind == "bell":
        terminal.set_volume(chance.choice((0.0, 1.0, 1.0)))
        terminal.note(Note(0.0, 1.0, ((0, chance.choice((BELL[2], 1)), 15),)))
    elif side:
        side.in_front = not side.in_front
        side.instead = chance.choice((None, None, Screen(default_font(), 4)))


@pytest.mark.parametrize("name", TERMINALS)
@pytest.mark.parametrize("studied", [False, True])
def test_a_terminal_shows_and_reports_what_was_accepted(name, studied, accept, monkeypatch):
    with monkeypatch.context() as patch:
        terminal, console = opened(patch, name, studied)
    chance, steps, side = random.Random(name), [], terminal._side_screen
    driver = VDU(terminal.machine.screen)
    kinds = ["type", "point"] * 3 + ["layer", "mouse", "resize", "outside", "bell", "side"]
    for piece in stream(name, 100):
        kind = chance.choice(kinds) if chance.random() < 0.5 else ""
        if kind:
            act(terminal, console, kind, chance)
        else:
            driver.write(piece)
            if side:
                VDU(side.screen).write(piece)
                side.text = [[("A row of", (1, 0)), (" text", (7, 4))]] * chance.randrange(40)
        terminal._painter._paint()
        try:
            events = terminal.wait(chance.choice((0.0, 0.1, 1.0)), chance.choice((None, ANY_KEY)))
        except PowerOff:
            events = "off"
        shown = side and (side.columns, side.rows, side.covered, side.both_visible)
        console.log.append(f"{events} {terminal.time:.3f} {shown} {terminal._painter.hidden}")
        steps.append((kind or piece.hex(), "\n".join(console.log)))
        console.log.clear()
    terminal._close(1.0)
    check([*steps, ("closed", "\n".join(console.log))], f"terminal_{name}{'_studied' * studied}", accept)
