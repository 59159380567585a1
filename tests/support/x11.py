"""A window on a private X server: keys sent by XTEST, screenshots, and a machine that executes commands of the test.

`Server` is an Xvfb; `WindowMachine` is a process on it that shows a machine in a window. Requires the programs Xvfb
and xkbcomp (Debian, Ubuntu: sudo apt install xvfb) and python-xlib.
"""

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys

import pytest
from PIL import Image

from tests.support.commanded import EXECUTE
from tests.support.waiting import PATIENCE, until

WIDTH, HEIGHT = 1280, 1024
KEYSYMS = {" ": "space", "\r": "Return", "£": "sterling"}
ADDED = {"sterling": 0xA3, "dead_circumflex": 0xFE52}  # symbols by their names

# A program that executes commands from standard input: each line is a JSON string with a Python expression or
# statements, in which `m` is the machine. It answers with a line of JSON: the value, or the name of the exception. A
# command that begins with "run " is the rest of the program; from then on another thread answers. At the end the text
# of the screen is sent.
CHILD = (
    EXECUTE
    + """
import json, os, sys, threading
from retro.machine.runner import ProgramFailed
from retro.frontends.window.front_end import Window
from retro.session.session import Session
from retro.session.settings import SettingsStore

def lines():
    rest = b""
    while data := os.read(0, 65536):  # unbuffered: no lock of a buffer is held when the process ends
        *whole, rest = (rest + data).split(b"\\n")
        yield from map(json.loads, whole)

def answer(m, commands):
    for command in commands:
        if command.startswith("run "):
            return command[4:]
        print(json.dumps(execute(m, command)), flush=True)

def main(m):
    commands = lines()
    if program := answer(m, commands):
        threading.Thread(target=answer, args=(m, commands), daemon=True).start()
        exec(program, {"m": m})

options = json.loads(sys.argv[1])
front = Session(Window(**options), store=SettingsStore(muted=options["mute"]))
status = 0
try:
    front.run(main, 1)
except ProgramFailed:
    status = 1
except KeyboardInterrupt:
    status = 130
print(json.dumps(front.machine.screen.text), flush=True)
sys.exit(status)
"""
)


def missing():
    """Return what is missing for these tests, and how to install it; empty if nothing is."""
    if shutil.which("Xvfb") is None:
        return "there is no Xvfb: sudo apt install xvfb"
    try:
        import Xlib  # noqa: F401
    except ImportError:
        return "there is no python-xlib: pip install python-xlib"
    return ""


class Server:
    """An Xvfb."""

    def __init__(self, width=WIDTH, height=HEIGHT, depth=24, extensions=()):
        reader, writer = os.pipe()
        command = [
            "Xvfb",
            "-displayfd",
            str(writer),
            "-screen",
            "0",
            f"{width}x{height}x{depth}",
            "-nolisten",
            "tcp",
            *extensions,
        ]
        self.process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as stream:
            self.name = f":{stream.readline().strip()}"
        if self.name == ":":
            raise RuntimeError("Xvfb did not start")
        self.user = XUser(self.name)

    def close(self):
        self.user.display.close()
        self.process.terminate()
        self.process.wait()


class XUser:
    """A user of an X server: types, points, takes screenshots and handles windows."""

    def __init__(self, name):
        from Xlib import XK, X, Xatom, display, error
        from Xlib.ext import xtest
        from Xlib.protocol import event

        self.Xatom = Xatom
        self.X, self.XK, self.xtest, self.event, self.error = X, XK, xtest, event, error
        self.display = display.Display(name)
        for code in (0, 1, 2):  # python-xlib's RandR claims these wrongly: 2 is BadValue
            self.display.display.error_classes.pop(code, None)
        self.root = self.display.screen().root
        self._added = self._add_keys()
        self.other_window = self._open_another_window()

    def _open_another_window(self):
        """Open a window of one pixel in the corner, which can take the focus."""
        screen = self.display.screen()
        corner = screen.width_in_pixels - 1, screen.height_in_pixels - 1
        window = self.root.create_window(*corner, 1, 1, 0, screen.root_depth, override_redirect=True)
        window.map()
        self.display.sync()
        return window

    def _add_keys(self):
        """Give the symbols of ADDED, which the US keyboard lacks, keys of their own; return their codes."""
        mapping = self.display.get_keyboard_mapping(8, 248)
        spare = (8 + number for number, symbols in enumerate(mapping) if not any(symbols))
        codes = dict(zip(ADDED, spare))
        for name, code in codes.items():
            self.display.change_keyboard_mapping(code, [[ADDED[name]] * 4])
        self.display.sync()
        return codes

    # keys

    def _code(self, name):
        if name in self._added:
            return self._added[name], False
        symbol = ord(name) if len(name) == 1 else self.XK.string_to_keysym(name)
        code = self.display.keysym_to_keycode(symbol)
        assert code, f"no key types {name!r}"
        return code, self.display.keycode_to_keysym(code, 0) != symbol

    def down(self, name):
        self._fake((self.X.KeyPress, self._code(name)[0]))

    def up(self, name):
        self._fake((self.X.KeyRelease, self._code(name)[0]))

    def press(self, *names):
        """Press and release keys together: the last one while the others are held.

        The server gets all of it at once, so that no key repeats, however busy the machine is.
        """
        codes = [self._code(name)[0] for name in names]
        self._fake(*((self.X.KeyPress, code) for code in codes), *((self.X.KeyRelease, code) for code in codes[::-1]))

    def type(self, keys):
        """Type each character of a text, or each key of a list of names."""
        for name in keys:
            self.type_key(name)

    def type_key(self, name):
        """Press and release a key, with Shift if needed."""
        name = KEYSYMS.get(name, name)
        if self._code(name)[1]:
            self.press("Shift_L", name)
        else:
            self.press(name)

    def _fake(self, *inputs):
        for kind, code in inputs:
            self.xtest.fake_input(self.display, kind, code)
        self.display.sync()

    # the clipboard

    def own_clipboard(self):
        """Become the owner of the clipboard, which answers nothing by itself."""
        clipboard = self.display.intern_atom("CLIPBOARD")
        self.other_window.set_selection_owner(clipboard, self.X.CurrentTime)
        self.display.sync()

    def selection_request(self, name="CLIPBOARD"):
        """Wait until somebody asks for the clipboard, or for another selection; return the request."""
        selection = self.display.intern_atom(name)

        def look():
            events = [self.display.next_event() for _ in range(self.display.pending_events())]
            requests = [event for event in events if event.type == self.X.SelectionRequest]
            return next((request for request in requests if request.selection == selection), None)

        return until(look)

    def send_selection(self, request, text):
        """Answer a request."""
        request.requestor.change_property(request.property, request.target, 8, text.encode())
        names = ("time", "requestor", "selection", "target", "property")
        answer = self.event.SelectionNotify(**{name: getattr(request, name) for name in names})
        request.requestor.send_event(answer)
        self.display.sync()

    # files

    def drop(self, window, path):
        """Drag a file to a window, and drop it there."""
        atom, drags = self.display.intern_atom, self.display.intern_atom("XdndSelection")
        self.other_window.set_selection_owner(drags, self.X.CurrentTime)
        for step, *data in (
            ("XdndEnter", 4 << 24, atom("text/uri-list"), 0, 0),
            ("XdndPosition", 0, 0, self.X.CurrentTime, atom("XdndActionCopy")),
            ("XdndDrop", 0, self.X.CurrentTime, 0, 0),
        ):
            data = (32, [self.other_window.id, *data])
            window.send_event(self.event.ClientMessage(window=window, client_type=atom(step), data=data))
        self.display.sync()
        self.send_selection(self.selection_request("XdndSelection"), f"file://{path}\r\n")

    # mouse

    def point(self, window, x, y):
        """Move the mouse to a point of a window, from its top left."""
        place = window.translate_coords(self.root, 0, 0)
        self.xtest.fake_input(self.display, self.X.MotionNotify, x=x - place.x, y=y - place.y)
        self.display.sync()

    def button(self, number, down=True):
        """Press or release a button: 1 left, 2 middle, 3 right."""
        self._fake((self.X.ButtonPress if down else self.X.ButtonRelease, number))

    def click(self, window, x, y, number=1):
        """Click on a point of a window, from its top left."""
        self.point(window, x, y)
        self.button(number)
        self.button(number, down=False)

    # windows

    def find(self, title):
        """Wait for the window with this title and return it."""
        return until(lambda: next((w for w in self.root.query_tree().children if self.caption(w) == title), None))

    def caption(self, window):
        """Return a window's caption; None if the window has gone."""
        with contextlib.suppress(self.error.XError):
            name = window.get_full_property(self.Xatom.WM_NAME, self.X.AnyPropertyType, sizehint=100)
            return name and name.value.decode("latin-1")

    def size(self, window):
        """Return a window's width and height; None if the window has gone."""
        with contextlib.suppress(self.error.XError):
            box = window.get_geometry()
            return box.width, box.height

    def ask_to_close(self, window):
        atom = self.display.intern_atom
        message = self.event.ClientMessage(
            window=window,
            client_type=atom("WM_PROTOCOLS"),
            data=(32, [atom("WM_DELETE_WINDOW"), self.X.CurrentTime, 0, 0, 0]),
        )
        window.send_event(message)
        self.display.sync()

    def focus(self, window):
        window.set_input_focus(self.X.RevertToParent, self.X.CurrentTime)
        self.display.sync()

    def has_focus(self, window):
        """Return whether a window gets what is typed. A window that has just been opened does not."""
        return self.display.get_input_focus().focus == window

    def screenshot(self, window):
        """Return what the screen shows at a window's place."""
        box = window.get_geometry()
        place = window.translate_coords(self.root, 0, 0)
        data = self.root.get_image(-place.x, -place.y, box.width, box.height, self.X.ZPixmap, 0xFFFFFFFF).data
        return Image.frombytes("RGB", (box.width, box.height), data, "raw", "BGRX")


class WindowMachine:
    """A process with a machine in a window, whose program executes commands."""

    def __init__(self, server, *, child=CHILD, environment=None, **options):
        self.options = {"title": "machine", "mute": True} | options
        environment = os.environ | {"DISPLAY": server.name} | (environment or {})
        self.process = subprocess.Popen(
            [sys.executable, "-c", child, json.dumps(self.options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        try:
            self.user = server.user
            self.window = self.user.find(self.options["title"])
            self.do("'ready'")
        except BaseException:
            self.kill()
            raise

    def start(self, command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def answer(self):
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        assert ready, "no answer"
        line = self.process.stdout.readline()
        assert line, f"it has ended: {self.process.communicate()[1]}"
        return json.loads(line)

    def do(self, command):
        """Execute a command; return its value."""
        self.start(command)
        return self.answer()

    def close(self):
        self.user.ask_to_close(self.window)

    def ended(self):
        """Wait for the end of the process; return its status and its standard error."""
        output, errors = self.process.communicate(timeout=PATIENCE)
        self.text = json.loads(output) if output else ""
        return self.process.returncode, errors

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    # the display

    def expected(self, place):
        """Return what the window should show: the machine's picture at left, top, width, height, on black."""
        *size, pixels, palette = self.do(
            "(lambda p: [p.width, p.height, p.pixels.hex(), p.rgb])(m.screen.picture(front.now()))"
        )
        picture = Image.frombytes("P", size, bytes.fromhex(pixels))
        picture.putpalette([part for rgb in palette for part in rgb])
        left, top, width, height = place
        whole = Image.new("RGB", self.user.size(self.window))
        whole.paste(picture.convert("RGB").resize((width, height), Image.Resampling.NEAREST), (left, top))
        return whole

    def shows(self, place):
        """Wait until the window shows the machine's picture at left, top, width, height, on black."""
        return until(lambda: self.user.screenshot(self.window).tobytes() == self.expected(place).tobytes())

    def resized(self, width, height):
        """Wait until the window has this size."""
        return until(lambda: self.user.size(self.window) == (width, height))

    def focused(self):
        """Wait until the window gets what is typed."""
        return until(lambda: self.user.has_focus(self.window))


# for fixtures


def serve():
    """Fixture: a server for a module of tests."""
    if reason := missing():
        pytest.skip(reason)
    server = Server()
    yield server
    server.close()


def open_machines(server):
    """Fixture: a function that opens a machine with options of `Window`; all are ended after the test."""
    opened = []

    def open_machine(**options):
        opened.append(WindowMachine(server, **options))
        return opened[-1]

    yield open_machine
    for one in opened:
        one.kill()


def share_machine(server):
    """Fixture: one machine for tests that do not close it."""
    machine = WindowMachine(server, title="shared")
    yield machine
    machine.kill()
