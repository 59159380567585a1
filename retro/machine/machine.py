"""The machine: BBC BASIC's statements as methods. Each ends in VDU bytes or in a wait."""

from __future__ import annotations

from retro.basic.errors import BasicError
from retro.basic.line_input import fields, read_line
from retro.basic.pages import Page
from retro.basic.tall_letters import LOWER, SIGNS, UPPER, double_height
from retro.basic.words import NL, chr_s
from retro.display.modes import MODES
from retro.input.events import ANY_KEY, LINE, Wanted, declared_keys
from retro.machine import osbyte
from retro.machine.arguments import DRAW, MOVE, integers, point_bytes, vdu_bytes
from retro.machine.asking import ask
from retro.machine.copy_cursor import CopyCursor
from retro.machine.diagnosis import message_and_detail
from retro.machine.hardware import Hardware
from retro.machine.scheduling import TICK
from retro.machine.tape import checked_name, decode, encode
from retro.sound.channels import Sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal, TypeVar, overload

    from retro.basic.line_input import Kind
    from retro.basic.print_format import Item

    Value = TypeVar("Value", str, float, int)

NO_CODE: Any = ()  # the argument of a VDU without any
MESSAGE_STATE = 6, 4, 26  # VDU codes: output on, text at the text cursor, no windows
INKEY_MACHINE = -256  # INKEY(-256) asks which machine this is
ELECTRON = 1
ENVELOPE_NUMBERS = 14
FLUSH_TIME = 0.001  # seconds in which the Electron's OS empties a queue of sounds


class Machine(Hardware):
    """A machine that is switched on: its statements are BASIC's.

    Args:
        front: the front end.
        font: the character set, code to eight bytes.
        seed: where the random numbers start, as with RND(-seed).
    """

    # output

    def vdu(self, code: int = NO_CODE, *more: int) -> None:
        """VDU: send bytes to the display.

        Args:
            code: a number, taken modulo 256. `word()` makes two bytes of a number that has a semicolon in BASIC.
            more: the numbers after it.

        Example: VDU 23,224,255,129,129,129,129,129,129,255 → m.vdu(23, 224, 255, 129, 129, 129, 129, 129, 129, 255)
        """
        self.statements = statements = self.statements + 1
        if statements >= self._interrupt_statement:
            self._interrupt()
        try:
            if not more:
                screen = self.screen
                plane = screen.text_plane
                try:
                    character = plane.ready[code]
                except KeyError:
                    character = None
                if character is None:
                    if code is not NO_CODE:
                        self._write_one(code)
                    return
                column = plane.column  # store one character here: a call would take a fifth of the time
                plane.words[plane.cells[column]] = character
                if column < plane.right:
                    plane.column = column + 1
                else:
                    plane.new_line()
                screen.version += 1
                if screen.on_change is not None:
                    screen.changed()
                return
            data = bytes((code, *more))
        except (ValueError, TypeError):
            data = vdu_bytes((code, *more))
        self.write(data)

    def print(self, *items: Item, end: str = NL) -> None:
        """PRINT: print items that touch, as with `;` between them.

        Args:
            items: strings, numbers, `num()` for a right-justified number, `tab()`, `spc()`, COMMA and NL.
            end: printed after them; "" for a `;` at the end.

        Raises:
            Type mismatch: an item is none of these.

        Example: PRINT TAB(3,5);"SCORE ";120; → m.print(tab(3, 5), "SCORE ", 120, end="")
        """
        self.statements += 1
        if self.statements >= self._interrupt_statement:
            self._interrupt()
        try:
            data = self._printer.render(items, end)
        except BasicError as error:
            raise error.raised_by("PRINT") from None
        self.write(data)

    def mode(self, n: int) -> None:
        """MODE: choose the screen mode and clear the screen.

        Args:
            n: 0 to 6 are the Electron's, 7 is this machine's own: 40 × 25 characters, 320 × 200 pixels, 4 colours.

        Raises:
            Bad MODE: any other number.

        Example: MODE 1 → m.mode(1)
        """
        if n not in range(len(MODES)):
            raise BasicError.named("Bad MODE", f"0 to {len(MODES) - 1} expected").raised_by("MODE", n)
        self._printer.count = 0
        self.vdu(22, n)

    def cls(self) -> None:
        """CLS: clear the text window and put the text cursor at its top left.

        Example: CLS → m.cls()
        """
        self._printer.count = 0
        self.vdu(12)

    def clg(self) -> None:
        """CLG: clear the graphics window to the graphics background colour.

        Example: CLG → m.clg()
        """
        self.vdu(16)

    def colour(self, n: int) -> None:
        """COLOUR: choose the colour of text, or of its background.

        Args:
            n: 0 to 127 the logical colour of text, 128 to 255 of its background; modulo the MODE's number of colours.

        Example: COLOUR 129 → m.colour(129)
        """
        self.vdu(17, n)

    def gcol(self, action: int, colour: int) -> None:
        """GCOL: choose the colour of graphics and how it combines with the pixels below.

        Args:
            action: 0 store, 1 OR, 2 AND, 3 exclusive OR, 4 invert.
            colour: as for COLOUR.

        Example: GCOL 3,1 → m.gcol(3, 1)
        """
        self.vdu(18, action, colour)

    def plot(self, k: int, x: float, y: float) -> None:
        """PLOT: draw a point, a line or a triangle, or fill a row.

        Args:
            k: 0 to 63 lines, 64 to 71 points, 72 to 79 and 88 to 95 fill a row, 80 to 87 triangles. In each group 4 up:
                to an absolute point, else relative to the last one; and modulo 4: 0 move only, 1 foreground,
                2 inverse, 3 background.
            x: graphics units to the right of the origin; a fraction is cut off.
            y: graphics units above the origin.

        Example: PLOT 85,640,800 → m.plot(85, 640, 800)
        """
        if k.__class__ is x.__class__ is y.__class__ is int:
            self.count_statement()
            self._write_plot(k, x, y)
        else:
            self.vdu(25, k, *point_bytes(k, x, y))

    def move(self, x: float, y: float) -> None:
        """MOVE: move the graphics cursor.

        Args:
            x: graphics units to the right of the origin.
            y: graphics units above the origin.

        Example: MOVE 640,400 → m.move(640, 400)
        """
        self.plot(MOVE, x, y)

    def draw(self, x: float, y: float) -> None:
        """DRAW: draw a line from the graphics cursor to a point.

        Args:
            x: graphics units to the right of the origin.
            y: graphics units above the origin.

        Example: DRAW 1279,0 → m.draw(1279, 0)
        """
        self.plot(DRAW, x, y)

    def point(self, x: float, y: float) -> int:
        """POINT(: read the logical colour of a pixel; -1 outside the graphics window.

        Args:
            x: graphics units to the right of the origin; a fraction is cut off.
            y: graphics units above the origin.

        Example: C%=POINT(640,400) → c = m.point(640, 400)
        """
        return self.screen.graphics_plane.colour_at(*integers("POINT", x, y))

    def shape(self, code: int) -> bytes:
        """OSWORD 10: read the eight rows of a character as it would be printed now, bit 7 on the left.

        Args:
            code: 0 to 255.

        Example: ?&70=224: A%=10: X%=&70: Y%=0: CALL &FFF1 → rows = m.shape(224)
        """
        return self.screen.characters.shape(integers("OSWORD 10", code)[0] & 0xFF)

    def define_tall(self) -> None:
        """Define the characters that `tall` prints, with the codes from 128 to 199. An extension.

        Example: *FX 20,6: VDU 23,128,0,60,60,102,102,102,102,102 → m.define_tall()
        """
        self.fx(20, 6)
        for index, sign in enumerate(SIGNS):
            for first, half, letter in zip((UPPER, LOWER), double_height(sign, self.shape(ord(sign))), (sign, " ")):
                self.vdu(23, first + index, *half)
                self.screen.stand_ins[first + index] = letter

    @property
    def pos(self) -> int:
        """POS: the column of the text cursor in its window.

        Example: X%=POS → x = m.pos
        """
        return self.screen.text_plane.position[0]

    @property
    def vpos(self) -> int:
        """VPOS: the row of the text cursor in its window.

        Example: Y%=VPOS → y = m.vpos
        """
        return self.screen.text_plane.position[1]

    @property
    def count(self) -> int:
        """COUNT: the number of characters that PRINT has printed since the last new line.

        Example: N%=COUNT → n = m.count
        """
        return self._printer.count

    def describe(
        self,
        words: Callable[[], str] | None,
        whole: Callable[[], str] | None = None,
        standing: Callable[[], str] = str,
    ) -> None:
        """Give a text alternative to the screen, for people who do not see it. An extension.

        A screen reader on the page and `--front plain` get it in place of the characters on the screen, whenever these
        have changed.

        Args:
            words: called while the program waits; returns lines of text, the news first. "" or None: the characters on
                the screen are readable as they are.
            whole: returns the whole board, for F1, W, where `words` leaves some of it out.
            standing: returns how the game stands in a few words, such as "you hold 3": the menu has them.

        Example: no BASIC → m.describe(lambda: "Ends 3 and 5. Your 5-6 fits.")
        """
        self.words, self.whole, self.standing = words, whole, standing

    def offer(self, pages: Callable[[], Sequence[Page]]) -> None:
        """Add pages of the program to F1, such as its rules. An extension.

        Args:
            pages: called when F1 is pressed; returns the pages as they are then.

        Example: no BASIC → m.offer(lambda: [Page("How to play", text=["Lay them all."])])
        """
        self.own_pages = pages

    @property
    def in_words(self) -> str:
        """The screen in words: those of `describe`, else its lines of text. An extension.

        Example: no BASIC → text = m.in_words
        """
        return (self.words() if self.words else "") or self.screen.letters

    @property
    def whole_in_words(self) -> str:
        """The whole board in words: that of `describe`, or else the screen in words. An extension.

        Example: no BASIC → text = m.whole_in_words
        """
        return (self.whole() if self.whole and self.words and self.words() else "") or self.in_words

    def read_character(self) -> int:
        """OSBYTE 135: read the code of the character at the text cursor; 0 if none is recognised.

        Example: A%=135: C%=(USR(&FFF4) AND &FFFF) DIV 256 → c = m.read_character()
        """
        plane = self.screen.text_plane
        return self.screen.code_at(plane.column, plane.row)

    def width(self, n: int) -> None:
        """WIDTH: let PRINT begin a new line after n characters.

        Args:
            n: characters, modulo 256; 0: never.

        Example: WIDTH 20 → m.width(20)
        """
        self._printer.width = integers("WIDTH", n)[0] & 0xFF

    @property
    def at(self) -> int:
        """@%: the format of numbers, four bytes.

        From the top: 1 if STR$ uses it too; 0 general, 1 exponent, 2 fixed; digits; width of the field.

        Example: @%=&20209 → m.at = 0x20209
        """
        return self._printer.at

    @at.setter
    def at(self, value: int) -> None:
        (self._printer.at,) = integers("@%=", value)

    # input

    @property
    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys that mean something now, with words, most important first; empty: those that the program declares.

        Phones show them as buttons, and F1, K lists them.

        Example: no BASIC → m.keys = (("RETURN", "start"), ("1-4", "so many players"))
        """
        return self._wanted_keys.keys

    @keys.setter
    def keys(self, keys: Sequence[tuple[str, str]]) -> None:
        for name, _ in keys:
            declared_keys(name)
        self._wanted_keys = Wanted(keys) if keys else ANY_KEY

    @property
    def _wanted(self) -> Wanted:
        return LINE if self.keyboard.awaiting_line else self._wanted_keys

    def get(self) -> int:
        """GET: wait for a key and return its code.

        Example: K%=GET → k = m.get()
        """
        while True:
            code = self.keyboard.read()
            if code is not None:
                return code
            self._wait(None, self._wanted)

    def get_s(self) -> str:
        """GET$: wait for a key and return its character.

        Example: K$=GET$ → k = m.get_s()
        """
        return chr_s(self.get())

    def ask(self, page: Page) -> str:
        """Show a page on the whole screen until one of its rows is chosen; return the key of that. An extension.

        A row is chosen by its key, by arrows and RETURN, or by a click. ESCAPE is BASIC's error. Afterwards the program
        prints its own screen again.

        Args:
            page: a title, rows of a key and what it does, and lines above them.

        Example: no BASIC → level = m.ask(Page("Which level?", [Choice("1", "easy"), Choice("2", "hard")]))
        """
        before, self.keys = self.keys, page.keys
        try:
            return ask(self, page, self.get)
        finally:
            self.keys = before

    def inkey(self, n: float) -> int:
        """INKEY: wait a limited time for a key, or test whether a key is held.

        Args:
            n: 0 or more: wait up to so many centiseconds and return the key's code, or -1. Below 0: return -1 if the
                key with this number is held, else 0; -256: return 1, as the Electron does.

        Example: K%=INKEY(100) → k = m.inkey(100)
        """
        if not isinstance(n, (int, float)):
            integers("INKEY", n)
        if n == INKEY_MACHINE:
            return ELECTRON
        if n < 0:
            self._poll(f"INKEY({n})")
            return -int(self.keyboard.held(int(n)))
        if n == 0:
            self._poll("INKEY(0)", None if self.keyboard else self._wanted)
        code = self.keyboard.read()
        end = self.now + n * TICK
        while code is None and not self._wait_until(end, self._wanted):
            code = self.keyboard.read()
        return -1 if code is None else code

    def inkey_s(self, n: float) -> str:
        """INKEY$: wait a limited time for a key and return its character, or "".

        Args:
            n: centiseconds.

        Example: K$=INKEY$(100) → k = m.inkey_s(100)
        """
        code = self.inkey(n)
        return "" if code < 0 else chr_s(code)

    if TYPE_CHECKING:

        @overload
        def input(self, *prompt: Item, mark: str = "?", line: bool = False) -> str: ...
        @overload
        def input(self, *prompt: Item, mark: str = "?", line: bool = False, into: type[Value]) -> Value: ...
        @overload
        def input(
            self, *prompt: Item, mark: str = "?", line: bool = False, into: Sequence[Kind]
        ) -> tuple[Any, ...]: ...

    def input(self, *prompt: Item, mark: str = "?", line: bool = False, into: object = str) -> object:
        """INPUT: print a prompt and read a line, which the player can edit with DELETE and CTRL-U.

        Under *FX 4,0 the cursor keys move a second cursor, and COPY types the character under it.

        Args:
            prompt: items as for PRINT.
            mark: printed after the prompt; "" if BASIC has no comma there.
            line: INPUT LINE: take the line as it is. Without it, leading spaces go, a comma ends a value, quotes group.
            into: str, float or int for A$, A or A%; a tuple of them to read several values.

        Raises:
            Too big: an integer has more than 32 bits.

        Example: INPUT "Name",N$ → name = m.input("Name")
        """

        def ask(first: bool) -> str:
            self.print(*(prompt if first else ()), end=mark if first else "?")
            self.keyboard.awaiting_line = True
            try:
                typed = read_line(CopyCursor(self, self.get).get, self.vdu)
            finally:
                self.keyboard.awaiting_line = False
            self.print()
            return typed

        kinds = into if isinstance(into, (tuple, list)) else (into,)
        values = fields(ask, kinds, line)
        return tuple(values) if kinds is into else values[0]

    def mouse_on(self, moves: bool = False) -> None:
        """MOUSE ON: let each press of a mouse button type the code CLICK, for GET and INKEY. An extension.

        Args:
            moves: moves type the code MOVED, too, once until it is read.

        Example: MOUSE ON → m.mouse_on()
        """
        pointer = self.keyboard.pointer
        pointer.active = pointer.types = True
        self.keyboard.type_moves(moves)
        self.screen.changed()

    def mouse_off(self) -> None:
        """MOUSE OFF: presses type nothing, as at power-on. An extension.

        Example: MOUSE OFF → m.mouse_off()
        """
        self.keyboard.type_moves(False)
        self.keyboard.pointer.restart()
        self.screen.changed()

    def mouse(self) -> tuple[int, int, int]:
        """MOUSE: read the position of the mouse and its buttons. An extension, after BBC BASIC V.

        Return x and y in graphics units from the origin, and the sum of the buttons held: 4 left, 2 middle, 1 right.
        After GET or INKEY has returned CLICK they are those of that press. A loop that only reads them waits one
        centisecond a turn.

        Example: MOUSE X%,Y%,B% → x, y, buttons = m.mouse()
        """
        pointer, origin = self.keyboard.pointer, self.screen.graphics_plane.origin
        if not pointer.unread:
            pointer.active = True
            self._poll("MOUSE")
        x, y, buttons = pointer.look()
        return x - origin[0], y - origin[1], buttons

    # time and chance

    @property
    def time(self) -> int:
        """TIME: centiseconds since power-on, or since TIME was set. A loop that only reads it waits one a turn.

        Example: TIME=0: REPEAT UNTIL TIME>=50 → m.time = 0 ⏎ while m.time < 50: pass
        """
        self._poll("TIME")
        return self._ticks() - self._time_base

    @time.setter
    def time(self, value: int) -> None:
        self._time_base = self._ticks() - integers("TIME=", value)[0]

    if TYPE_CHECKING:

        @overload
        def rnd(self, n: Literal[0, 1]) -> float: ...  # type: ignore[overload-overlap]
        @overload
        def rnd(self, n: int | None = None) -> int: ...

    def rnd(self, n: int | None = None) -> float:
        """RND: return a random number. The same seed gives the Electron's own sequence.

        Args:
            n: above 1: an integer from 1 to n. 1: a fraction. 0: the last RND(1) again. Below 0: seed the generator and
                return n. None: any 32-bit integer.

        Example: D%=RND(6) → d = m.rnd(6)
        """
        try:
            return self._rnd(n)
        except BasicError as error:
            raise error.raised_by("RND", n) from None

    @property
    def rnd_state(self) -> int:
        """The generator's state (33 bits). Set it to repeat a sequence. An extension.

        Example: no BASIC → state = m.rnd_state
        """
        return self._rnd.state

    @rnd_state.setter
    def rnd_state(self, state: int) -> None:
        self._rnd.state = state

    # sound

    def sound(self, channel: float, amplitude: float, pitch: float, duration: float) -> None:
        """SOUND: queue a note; wait while the channel's queue is full.

        Args:
            channel: 0 noise, 1 to 3 tones; plus 16 to cut the notes that are queued, as another channel does.
            amplitude: -15 loud to 0 silent, or 1 to 16, an envelope.
            pitch: quarter semitones, 0 to 255; 53 is middle C.
            duration: twentieths of a second, 255 for ever.

        Example: SOUND 1,-15,53,20 → m.sound(1, -15, 53, 20)
        """
        channel, amplitude, pitch, duration = integers("SOUND", channel, amplitude, pitch, duration)
        self._wait(0)
        if self.take_time and self.sound_system.flushes(channel):
            self.take_time(FLUSH_TIME)
        while not self._wait_until(self.sound_system.room_at(channel, self.worked_until)):
            pass
        self.play(self.sound_system.sound(channel, amplitude, pitch, duration, self.worked_until))

    def envelope(self, *parameters: float) -> None:
        """ENVELOPE: define how pitch and loudness of a note change.

        Args:
            parameters: BASIC's fourteen numbers: N, T, PI1 to PI3, PN1 to PN3, AA, AD, AS, AR, ALA, ALD.

        Raises:
            Missing ,: not fourteen numbers.

        Example: ENVELOPE 1,1,4,-4,4,10,20,10,0,0,0,0,0,0 → m.envelope(1, 1, 4, -4, 4, 10, 20, 10, 0, 0, 0, 0, 0, 0)
        """
        numbers = integers("ENVELOPE", *parameters)
        if len(numbers) != ENVELOPE_NUMBERS:
            reason = f"{len(numbers)} numbers given, {ENVELOPE_NUMBERS} expected"
            raise BasicError.named("Missing ,", reason).raised_by("ENVELOPE", *parameters)
        self.sound_system.envelope(*numbers)

    def use_envelopes(self, machine: str) -> None:
        """Choose whose amplitudes are heard. An extension.

        Args:
            machine: "electron", where a note is either loud or silent, or "bbc", with the loudness of its envelope.

        Example: no BASIC → m.use_envelopes("bbc")
        """
        self.sound_system = Sound(machine)
        self._envelopes = machine

    # tape and operating system

    def csave(self, name: str, value: object) -> None:
        """Save a value on the program's tape. An extension, in place of `*SAVE` and `PRINT#`.

        Args:
            name: 1 to 10 letters and digits; upper and lower case are alike.
            value: a string, a finite number or an array (lists) of them.

        Raises:
            Bad string: not such a name.
            Type mismatch: not such a value.
            No room: more than 256 KB of text.

        Example: F%=OPENOUT("HIGH"): PRINT#F%,120: CLOSE#F% → m.csave("HIGH", 120)
        """
        name = checked_name(name)
        self.tape.save(name, encode(name, value))

    def cload(self, name: str) -> Any:
        """Return the value saved under a name. An extension, in place of `*LOAD` and `INPUT#`.

        Args:
            name: as for `csave`.

        Raises:
            Bad string: not such a name.
            File?: nothing was saved.
            Data?: what was saved is damaged.

        Example: F%=OPENIN("HIGH"): INPUT#F%,S%: CLOSE#F% → score = m.cload("HIGH")
        """
        name = checked_name(name)
        return decode(name, self.tape.load(name))

    def fx(self, a: int, x: int = 0, y: int = 0) -> None:
        """*FX: call the operating system.

        Args:
            a: 4 cursor keys type codes (x = 1), 9 and 10 flash rates (x in fiftieths of a second), 11 delay and 12 rate
                of auto-repeat (x in centiseconds), 15 and 21 flush the keyboard's buffer, 20 give characters memory of
                their own (x pages), 225 code of f0 (x), 229 ESCAPE types code 27 (x = 1).
            x: modulo 256.
            y: not used by any of these.

        Raises:
            Bad command: any other call.

        Example: *FX 15,1 → m.fx(15, 1)
        """
        a, x, y = integers("*FX", a, x, y)
        if a not in osbyte.OSBYTE_CALLS:
            known = ", ".join(map(str, osbyte.OSBYTE_CALLS))
            raise BasicError.named("Bad command", f"one of {known} expected").raised_by("*FX", a)
        osbyte.OSBYTE_CALLS[a](self, x & 0xFF)

    def restart(self) -> None:
        """BREAK: reset everything but TIME and the random numbers.

        Example: CALL !&FFFC → m.restart()
        """
        self.play(self.sound_system.silence(self.worked_until))
        self._reset_statements()
        self.keyboard.restart()
        self.vdu_driver.restart()

    def report(self, error: BaseException) -> None:
        """REPORT: print an error on the screen, whatever state the screen is in, with lines broken between words.

        Example: ON ERROR REPORT: END → m.report(error)
        """
        from textwrap import wrap

        plane = self.screen.text_plane
        self.vdu_driver.abandon()
        self.write(bytes([*MESSAGE_STATE, 31, plane.column, plane.row]))
        width = self.screen.mode.columns - 1
        lines = [line for text in message_and_detail(error, Machine) for line in wrap(text, width)]
        self.print(NL, NL.join(lines))
