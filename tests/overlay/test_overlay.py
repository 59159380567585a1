"""The overlay: what it shows over the picture, and that the program and its recording know nothing of it."""

import base64
import re
import zlib
from types import SimpleNamespace

import pytest
from PIL import Image

from retro.basic import CLICK, Choice, Page, tab
from retro.commands.study import study_launcher
from retro.display.font import default_font
from retro.display.layer import Strip
from retro.display.layer_painter import LayerPainter
from retro.display.picture import Picture
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.frontends.headless import Headless
from retro.frontends.window.gamepads import Gamepad
from retro.input.events import AllUp, Command, Down, Key, Mouse, Move, Paste, Rewind, Text, Up
from retro.input.gamepad import events_of, keys_of_buttons
from retro.launcher.launcher import Launcher
from retro.library.catalogue import entries
from retro.library.loader import load
from retro.machine.view import wants_mouse
from retro.session.event_log import EventLog
from retro.session.format import Header
from retro.session.labels import clickable_keys, key_at
from retro.session.notice import CurrentNotice
from retro.session.page import TEXT, LayerPage
from retro.session.parser import read
from retro.session.replay import ToTheEnd, Viewer
from retro.session.saves import SavesPage
from retro.session.session import Session
from retro.session.storage import RecordFile, saved_games
from retro.session.thumbnail import HEIGHT, WIDTH
from tests.support.recorded_games import RecordedGame
from tests.support.scripted import Has, scripted

MENU, PICTURE, MUTE = ([Command(name)] for name in ("menu", "picture", "mute"))


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))


def played(program, player):
    """Run a program with a player, who gets the overlay, too; return the front end."""
    front = Headless(lambda m: player(m, session.overlay))
    session = Session(front, "Title")
    session.run(program)
    return front


def shown(m):
    """Return what the layer shows as text; empty if there is none."""
    return "\n".join(m.screen.layer.lines) if m.screen.layer else ""


def keys_of(m, count=2):
    """A program: type some keys."""
    return [m.get() for _ in range(count)]


def test_a_page_takes_the_keys_and_the_program_gets_none_of_them():
    typed = []

    def player(m, overlay):
        yield
        yield "a"
        yield
        yield [Down("X")]
        yield MENU
        yield
        assert "Volume" in shown(m)
        assert not m.screen.text.strip()
        yield [Down("K"), Text("k")]
        assert "Page Up" in shown(m)
        yield "<ESCAPE>"
        yield [Key("ESCAPE"), Down("ESCAPE")]  # as a terminal reports it
        yield [Up("K")]
        assert shown(m) == ""
        yield MENU
        yield [*MENU, Text("b")]  # typed at once

    log = EventLog()
    game = RecordedGame(lambda: lambda m: typed.extend(keys_of(m)), Header("x", "", 1, "normal", {}), log=log)
    played(game, player)
    assert typed == [97, 98]
    events = [event for entry in log.entries for event in entry.events]
    assert events == [Text("a"), Down("X"), AllUp(), Text("b")]


def test_the_programs_clock_stands_still_and_its_note_goes_on_after():
    moments = []

    def program(m):
        m.sound(1, -15, 53, 100)
        m.inkey(100)
        moments.append(m.now)
        m.get()
        moments.append(m.now)

    def player(m, overlay):
        yield 0.5
        yield MENU
        yield 10.0
        yield MENU
        yield 1.0
        yield "x"

    front = played(program, player)
    assert moments == pytest.approx([1.0, 1.5])
    assert [(note.start, len(note.steps)) for note in front.notes] == [(0.01, 1), (0.5, 0), (10.01, 1)]


def test_time_runs_faster_and_nothing_is_played_then():
    def program(m):
        m.inkey(100)
        m.inkey(800)
        m.sound(1, -15, 53, 100)
        m.get()

    player = scripted(
        shown,
        (1.0, MENU, "s", Has("< 2x >")),
        ("<LEFT><LEFT>", Has("< 0.5x >")),
        ("<RIGHT>" * 5, Has("< 8x >")),
        (MENU, 1.1, "x", ""),  # after a second the program waits for a key already
    )
    assert not any(note.steps for note in played(program, player).notes)


def test_no_label_of_the_first_page_is_cut():
    def player(m, overlay):
        yield
        yield MENU
        assert "…" not in shown(m)
        assert max(map(len, m.screen.layer.lines)) == min(map(len, m.screen.layer.lines)) == 36
        yield MENU

    launcher = Launcher(seed=3, keep=True)
    launcher.offers_study = True
    played(launcher.starting_with(launcher.new(launcher.program("dominoes"))), player)


def test_a_program_offers_pages_of_its_own():
    moves = []

    def program(m):
        m.offer(lambda: [Page("How to play", text=["Lay them all. " * 4]), Page("Moves", text=moves)])
        while m.get_s() != "q":
            moves.append("one more")

    player = scripted(
        shown,
        ("x", None, MENU, Has("How to play")),
        ("2", Has("one more")),
        ("<ESCAPE>", "1", Has("Lay them all. Lay   \n  them all")),  # wrapped
        ("<ESCAPE>", MENU, "q", ""),
    )
    played(program, player)


@pytest.mark.parametrize("name", [entry.name for entry in entries()])
def test_every_page_of_each_program_is_shown_whole_or_moved_along(name):
    def player(m, overlay):
        yield
        assert m.own_pages()
        for number, page in enumerate(m.own_pages(), 1):
            yield MENU
            yield str(number)
            yield None
            assert page.title in shown(m)
            words = " ".join(page.text[-1:]).split()
            for _ in range(60):
                yield "<DOWN>"
                yield None
                if not words or words[-1] in shown(m):
                    break
            else:
                raise AssertionError(shown(m))
            yield "<ESCAPE>"
            yield MENU
        yield MENU
        yield "q"

    played(load(name).main, player)


def test_a_page_of_a_program_outlines_a_part_of_the_picture():
    def program(m):
        m.mode(7)
        m.colour(128 + 3)
        m.cls()
        page = Page("Here")
        page.area = (328, 404, 392, 436)  # pixels 82 to 97, rows 90 to 97
        m.offer(lambda: [page])
        m.get()

    def player(m, overlay):
        yield
        yield MENU
        yield "1"
        yield None
        picture = m.screen.picture(0.0)
        colours = [[picture.rgb[picture.pixels[320 * y + x]] for x in range(320)] for y in range(200)]
        edge = {(x, y) for x in range(320) for y in range(8, 200) if colours[y][x] == (0, 255, 255)}
        assert edge == {(x, y) for x in range(81, 99) for y in range(89, 99) if x in (81, 98) or y in (89, 98)}
        assert colours[95][90] == (255, 255, 255)
        assert colours[95][80] == (0, 0, 0)
        assert max(colours[150][90]) < 128
        yield "<ESCAPE>"
        yield MENU
        yield "q"

    played(program, player)


def test_a_page_names_only_keys_that_mean_something():
    def names(*choices):
        return [key for key, _ in LayerPage("A page", choices).pad_keys()]

    assert names() == ["ESCAPE"]
    assert names(Choice("A", "one")) == ["ESCAPE", "RETURN", "A"]
    assert names(Choice("A", "one"), Choice("B", "two")) == ["ESCAPE", "UP", "DOWN", "RETURN", "A", "B"]
    assert names(Choice("A", "one", value="1")) == ["ESCAPE", "RETURN", "LEFT", "RIGHT", "A"]


@pytest.mark.parametrize(("name", "course"), [("dominoes", "dominoes"), ("dominoes_plus", "")])
def test_a_program_with_exercises_leads_to_them(name, course):
    seen = []

    def player(m, overlay):
        yield
        yield MENU
        seen.append("Exercises" in shown(m))
        yield "x" if course else MENU

    launcher = Launcher(seed=3, keep=False)
    launcher.course = launcher.leave_for_course
    played(launcher.starting_with(launcher.new(launcher.program(name))), player)
    assert (seen, launcher.to_course) == ([bool(course)], course)


def test_the_menu_offers_study_after_a_program_that_does_not():
    seen = []

    def player(m, overlay):
        yield
        yield MENU
        seen.append("Study from here" in shown(m))
        yield "b"
        yield
        seen.append("S  Study it" in m.screen.text)
        yield "1"
        yield MENU
        seen.append("Study from here" in shown(m))
        yield MENU

    launcher = Launcher(seed=3, keep=False)
    launcher.offers_study, launcher.unstudied = True, "snake"
    played(launcher.starting_with(launcher.new(launcher.program("snake"))), player)
    assert seen == [False, True, True]


def test_volume_and_mute():
    player = scripted(
        lambda m: (m.front.view.volume, shown(m).strip()),
        (None, MENU, "-", (0.9, Has("90 %"))),
        ("m", (0.0, Has("Sound off"))),
        (MENU, MUTE, (0.9, "Sound on")),
        (2.1, (0.9, "")),
    )
    played(lambda m: m.get(), player)


def test_f12_saves_the_picture_of_the_program_alone_under_a_new_name(tmp_path):
    def player(m, overlay):
        yield
        before = m.screen.bare_picture(0.0)
        yield MENU
        yield PICTURE
        yield PICTURE
        assert "Picture saved" in shown(m)
        for path in tmp_path.glob("*.png"):
            with Image.open(path) as image:
                assert image.size == (320, 200)
                assert bytes(image.get_flattened_data()) == before.pixels
        assert len(list(tmp_path.glob("retro-20*.png"))) == 2
        yield MENU
        yield "x"

    played(lambda m: [m.vdu(23, 1, *[0] * 8), m.print("Hello"), m.get()], player)


def test_a_picture_that_cannot_be_saved(monkeypatch):
    monkeypatch.setattr("retro.session.pictures.folders", lambda: ["/nowhere/at/all"])
    played(lambda m: m.get(), scripted(shown, (None, PICTURE, Has("Picture not saved: No such file"))))


@pytest.mark.parametrize("mode", [0, 1, 2, 6, 7])
def test_the_mouse_chooses_an_entry_in_every_mode(mode):
    def program(m):
        m.mode(mode)
        m.get()

    def player(m, overlay):
        yield
        yield MENU
        picture, layer = m.screen.picture(0.0), m.screen.layer
        strip = next(strip for strip in layer.strips if "Volume" in "".join(text for text, _ in strip.pieces))
        column = strip.column + strip.columns - 3
        display = m.screen.framebuffer
        x, y = layer.pixel_of(column, strip.row, display.width, display.height)
        assert picture.pixels[y * picture.width + x * picture.width // display.width] >= 16
        units = display.units(x, y)
        yield [Move(*units)]
        yield [Mouse(*units, 4)]
        yield [Mouse(*units, 0)]
        assert overlay.settings.volume == 10
        units = display.units(layer.pixel_of(column - 6, strip.row, display.width, 0)[0], y)
        yield [Mouse(*units, 4)]
        assert overlay.settings.volume == 9
        yield MENU
        yield "x"

    played(program, player)


def test_leaving_for_a_new_game_and_for_the_menu():
    games = []

    def main(m):
        games.append(m.front.game.title)
        m.get()

    game = RecordedGame(lambda: main, title="G")
    game.new, game.menu = (lambda: game), True

    def player(m, overlay):
        yield
        yield MENU
        yield "n"
        yield
        yield MENU
        yield "b"

    launcher = Launcher()
    launcher._choose = lambda m: games.append("the menu")
    played(launcher.starting_with(game), player)
    assert games == ["G", "G", "the menu"]


def test_quit_switches_the_machine_off():
    played(lambda m: [m.get(), pytest.fail("not quit")], lambda m, overlay: iter([None, MENU, "q"]))


def test_a_line_is_saved_with_a_link_that_replays_the_game(tmp_path):
    def player(m, overlay):
        page = Page("Share it", text=["retro Dominoes: won"])
        page.shares = True
        yield
        yield "1"
        yield
        m.offer(lambda: [page])
        yield from scripted(shown, (MENU, Has("Share it")), ("1", Has("Line and link saved")))(m)
        line, link = next(tmp_path.glob("dominoes-*.txt")).read_text(encoding="ascii").splitlines()
        assert line == "retro Dominoes: won"
        address, _, code = link.partition(",")
        assert address == "https://retro-electron.github.io/retro/#game=dominoes.jsonl"
        recording = tmp_path / "game.jsonl"
        recording.write_bytes(zlib.decompress(base64.urlsafe_b64decode(code), -15))
        found = read(str(recording))
        assert (found.header.program, found.header.seed, found.log.presses) == ("dominoes", 3, 1)
        yield from scripted(lambda m: m.screen.text, ("b", None, Has("returns here")))(m)

    launcher = Launcher(seed=3, keep=True)
    launcher.offers_study = True
    played(launcher.starting_with(launcher.new(launcher.program("dominoes"))), player)


def test_a_game_that_is_not_recorded_has_no_link():
    page = Page("Share it", text=["A line"])
    page.shares = True
    played(
        lambda m: [m.offer(lambda: [page]), m.get()],
        scripted(shown, (None, MENU, "1", Has("not recorded"))),
    )


def test_a_real_game_has_a_gif_a_new_game_and_the_menu(tmp_path):
    def player(m, overlay):
        yield from scripted(shown, (None, "1", None, MENU, Has("Dominoes")), ("g", Has("GIF saved")))(m)
        with Image.open(next(tmp_path.glob("dominoes-*.gif"))) as image:
            assert image.n_frames > 1
        yield "n"
        yield
        assert (m.front.log.presses, m.front.game.header.seed == 3) == (0, False)
        yield MENU
        yield "a"
        yield
        assert m.front.game.header.seed != 3
        yield from scripted(shown, ([Rewind()], Has("No key")), ("1", None, [Rewind()], None, Has("Rewound to key 0")))(
            m
        )
        yield from scripted(lambda m: m.screen.text, (MENU, "b", None, Has("returns here")))(m)
        yield MENU
        assert shown(m).splitlines()[0].split() == ["retro", "paused"]
        yield MENU

    launcher = Launcher(seed=3)
    played(launcher.starting_with(launcher.new(launcher.program("dominoes"))), player)


@pytest.mark.parametrize("corner", range(4))
def test_the_picture_of_a_saved_game_as_text_keeps_its_rarest_colours(corner, monkeypatch):
    """Of each four pixels the colour that is rarest in the whole picture is shown, wherever in the four it stands."""
    pixels = bytearray(WIDTH * HEIGHT)
    for x, y in ((0, 0), (2, 0), (WIDTH - 2, 2)):
        pixels[(y + corner // 2) * WIDTH + x + corner % 2] = 3
    saved = SimpleNamespace(picture=lambda: bytes(pixels), name="A", time=0)
    monkeypatch.setattr("retro.session.saves.saved_games", lambda key: ([saved], 0))
    page = SavesPage(SimpleNamespace(game=SimpleNamespace(key="")))
    page.marked = 1
    cells = [[style for text, style in row[1:-1] for _ in text] for row in page.above()]
    lit = [(column, row, style) for row, line in enumerate(cells) for column, style in enumerate(line) if 3 in style]
    assert lit == [(0, 0, (3, 0)), (1, 0, (3, 0)), (WIDTH // 2 - 1, 0, (0, 3))]


def test_games_are_saved_under_names_loaded_and_removed():
    def player(m, overlay):
        yield
        yield "k"
        yield
        before = m.screen.text
        yield MENU
        yield "l"
        yield "s"
        assert "Name: Key 1_" in shown(m)
        yield "First"
        yield "<RETURN>"
        assert "Saved: First" in shown(m)
        yield "s<RETURN>"
        yield "<DOWN><DOWN>"
        names = [line.split()[0] for line in shown(m).splitlines() if re.match("    [A-Z]", line)]
        assert names[-2:] == ["Key", "First"]
        assert "▀" in shown(m)
        strip = m.screen.layer.strips[3]
        start = 8 * (320 * strip.row + strip.column)
        line = m.screen.picture(0.0).pixels[start : start + 8 * strip.columns]
        assert {*line[:80]} == {16 + 4} == {*line[208:]}  # the page's blue
        assert {*line[80:208]} > {16, 16 + 7}
        yield "sA name that is longer than any<RETURN>"
        assert "    A name that is lo " in shown(m)
        assert "…" not in shown(m)
        yield "<DOWN><DELETE>"
        assert "Remove A name that is lo?" in shown(m)
        yield "y<ESCAPE>n"
        yield
        assert m.screen.text != before
        yield MENU
        yield "l<DOWN><DOWN><RETURN>"
        yield
        assert "Loaded: First" in shown(m)
        assert m.screen.text == before
        assert m.front.log.presses == 1
        yield MENU
        yield "l<DOWN><DOWN><DELETE>"
        assert "Remove First?" in shown(m)
        yield "n<DELETE>y"
        assert "Removed: First" in shown(m)
        yield "s<DELETE><DELETE><DELETE><DELETE><DELETE><RETURN>"
        assert "Saved: Key 1" in shown(m)  # not without a name
        newest = saved_games("dominoes")[0][0]
        with open(newest.path, "r+b") as stream:
            stream.write(stream.readline() + b"{}\n")
        yield "<DOWN><RETURN>"
        assert "Not loaded: Key 1 is damaged" in shown(m)
        with open(newest.path, "w") as stream:
            stream.write("{}")
        yield "<ESCAPE>l"
        assert "1 damaged" in shown(m)
        assert [saved.name for saved in saved_games("dominoes")[0]] == ["Key 1"]
        yield MENU

    launcher = Launcher(seed=3)
    played(launcher.starting_with(launcher.new(launcher.program("dominoes"))), player)


def test_a_notice_stands_over_a_picture():
    picture = Strip(0, 0, [("  ", TEXT)], [bytes(16)] * 8)
    layer = LayerPainter().layer([picture, Strip(0, 1, [(" ", TEXT)])])
    black, blue = bytes([16]) * 8, bytes([16 + 4]) * 8
    assert layer.over(Picture(320, 200, bytes(64000), (), 1)).pixels[:16] == black + blue


@pytest.mark.parametrize("mode", [0, 2, 4, 7])
def test_a_notice_hides_no_text(mode):
    screen = Screen(default_font(), mode)
    driver, columns, rows = VDU(screen), screen.mode.columns, screen.mode.rows
    screen.cursor_mode = 0
    for row in range(rows - 1):
        driver.write(bytes([31, 0, row]) + b"x" * (columns // 2 if row == 3 else columns))
    corner = CurrentNotice()
    corner.say("short", 0.0)
    (strip,) = corner.strips(screen, [])
    assert (strip.row, strip.column) == (24, 40 - 7)
    (strip,) = corner.strips(screen, [Strip(24, 0, [("a page", TEXT)])])
    assert (strip.row, strip.column) == (3, 40 - 7)
    driver.write(bytes([12]))
    assert [(one.row, one.column) for one in corner.strips(screen, [])] == [(0, 40 - 7)]
    corner.say("a sentence of several words that fills two lines", 0.0)
    assert [one.row for one in corner.strips(screen, [])] == [0, 1]


# the time line


def echo(m):
    """A program: print each key, and a star a second later."""
    while True:
        m.print(m.get_s(), end="")
        m.inkey(100)
        m.print("*", end="")


def time_line_of(keys):
    """As a player, type keys and open the time line."""
    for key in keys:
        yield 2.0
        yield key
    yield 2.0
    yield MENU
    yield "r"
    yield


def begun(path):
    """Return a game of `echo` that is recorded to a file."""
    return RecordedGame(lambda: echo, Header("echo", "0" * 64, 1, "normal", {}), sinks=[RecordFile(str(path))])


def typed(m):
    return m.screen.text.strip()


def test_the_time_line_is_dragged_and_the_game_goes_on_from_there(tmp_path):
    def player(m, overlay):
        yield from time_line_of("abc")
        assert shown(m).splitlines()[1].startswith(" ▶   <   >  3/3 0:0")
        assert typed(m) == "a*b*c*"
        assert m.screen.picture(0.0).pixels[: 8 * 320].count(16 + 4) > 8 * 100  # the bar's blue, in the first row
        middle, pixel = m.screen.framebuffer, m.screen.layer.pixel_of
        second, third = (middle.units(*pixel(column, 0, 320, 200)) for column in (13, 26))
        yield [Mouse(*second, 4)]
        yield
        assert typed(m) == "a*"
        yield [Move(*third)]
        yield
        assert typed(m) == "a*b*"
        yield [Move(*second)]
        yield
        yield [Mouse(*second, 0)]
        assert "1/3" in shown(m)
        yield MUTE
        assert [strip.row for strip in m.screen.layer.strips] == [0, 1, 24]  # no row of the bar, nor the text in row 0
        play = middle.units(*pixel(36, 1, 320, 200))
        yield [Mouse(*play, 4), Mouse(*play, 0), Text("d")]
        yield
        assert "You play on from key 2" in shown(m)  # the key typed at once is the second
        yield 1.0
        assert typed(m) == "a*d*"

    log_path = tmp_path / "game.jsonl"
    played(begun(log_path), player)
    recording = read(log_path)
    assert [event for entry in recording.log.entries for event in entry.events] == [Text("a"), Text("d")]
    again = RecordedGame(lambda: echo, recording.header, log=recording.log, mode=ToTheEnd())
    assert typed(Headless().run(again, 1)) == "a*d*"


@pytest.mark.parametrize(("keys", "there"), [("", "a*b*c*"), ("<LEFT><LEFT>", "a*")])
def test_escape_returns_from_the_time_line_to_the_present(keys, there, tmp_path):
    escape = [Key("ESCAPE"), Down("ESCAPE"), Text("d")]  # as a terminal reports it
    player = scripted(typed, (*time_line_of("abc"), keys, None, there), (escape, None, "a*b*c*d"))
    log_path = tmp_path / "game.jsonl"
    played(begun(log_path), player)
    assert '"cut"' not in log_path.read_text()
    assert read(log_path).log.entries[-1].events == (Text("d"),)


def test_the_bar_of_a_replay_goes_and_has_its_speed():
    log = EventLog()
    session = RecordedGame(lambda: echo, Header("echo", "", 1, "normal", {}), log=log)

    def presses(m, overlay):
        for key in "abcd":
            yield 5.0
            yield key

    played(session, presses)
    log.end = None

    viewer = scripted(
        lambda m: (typed(m), shown(m)),
        (0.5, ("", "")),
        ("++", ("", Has("4x"))),
        (1.5, ("a*", Has("4x"))),
        (2.0, ("a*b*", "")),
        (" ", ("a*b*", Has("▶"))),
        (100.0, ("a*b*", "")),
        ("+", ("a*b*", Has("▶"))),
        ("<ESCAPE>", ("a*b*", Has("▶"))),
    )
    played(RecordedGame(lambda: echo, session.header, log=log, mode=Viewer()), viewer)


# keys on the screen


LINES = ("", " 56 14", " 1  2", " Press 1 to 6, or K (Y/N)? 3-3", " ESCAPE goes back")
KEYS = (("1-6", "play that domino"), ("K", "knock"), ("Y", "another game"), ("LEFT", "nothing to click on"))


@pytest.mark.parametrize(
    ("column", "row", "typed"),
    [
        (1, 1, "1"),
        (2, 1, "1"),
        (4, 1, "2"),
        (4, 2, "2"),
        (7, 3, "1"),
        (18, 3, "k"),
        (21, 3, "y"),
        (27, 3, ""),
        (9, 9, ""),
    ],
)
def test_a_click_on_the_name_of_a_key_or_above_it_is_that_key(column, row, typed):
    assert key_at(LINES, column, row, clickable_keys(KEYS)) == [Text(key) for key in typed]


@pytest.mark.parametrize(("column", "pressed"), [(1, [Key("ESCAPE")]), (6, [Key("ESCAPE")]), (0, []), (8, []), (9, [])])
def test_a_click_on_the_word_escape_is_that_key(column, pressed):
    assert key_at(LINES, column, 4, {}) == pressed


def test_a_program_without_a_mouse_is_played_with_one():
    played_with = []

    def program(m):
        m.mode(7)
        m.print(tab(1, 2), "1  2", end="")
        played_with.append(m.get_s())
        m.mouse_on()
        played_with.append(m.get())
        m.mouse_off()
        played_with.extend(m.get_s() for _ in range(2))

    def player(m, overlay):
        press, release = [Mouse(132, 720, 4)], [Mouse(132, 720, 0)]
        yield
        assert wants_mouse(m)
        yield press
        yield
        yield release + press + release
        yield
        yield press + release
        yield
        yield press + release

    game = RecordedGame(lambda: program, title="Title")
    game.keys = KEYS
    played(game, player)
    assert played_with == ["2", CLICK, "2", "2"]


def test_the_overlay_leaves_no_program_that_is_studied():
    found = []

    def join(game):
        game.load = lambda: lambda m: found.append(session.game)

    launcher = study_launcher(SimpleNamespace(speed=None, seed=None), SimpleNamespace(join=join), [], [])
    session = Session(Headless(lambda m: iter(())), "Title")
    session.run(launcher.new(launcher.program("dominoes")))
    assert [(one.title[:8], one.new, one.restart, one.menu, one.study) for one in found] == [
        ("Dominoes", None, None, False, None)
    ]


def test_a_long_paste_is_typed_as_fast_as_the_program_reads_it():
    typed = []

    def player(m, overlay):
        yield
        yield [Paste(50 * "ab\r\n")]
        yield 1.0
        yield "x"

    def program(m):
        for _ in range(50):
            typed.append(m.input(""))
        assert not m.keyboard.lost
        typed.append(m.get())

    played(program, player)
    assert typed == ["ab"] * 50 + [ord("x")]


def test_a_gamepad_presses_the_keys_that_the_program_declares():
    typed = []

    def program(m):
        m.fx(4, 1)
        typed.extend(m.get() for _ in range(3))
        typed.append(m.inkey(-25))

    def player(m, overlay):
        overlay.game.keys = [("LEFT", "left"), ("SPACE", "go"), ("1-6", "dominoes"), ("K", "knock")]
        pad = SimpleNamespace(open=lambda: None, push_handlers=lambda handlers: None)
        events = []
        gamepad = Gamepad(pad, events.extend)
        gamepad.on_button_press(pad, "a")
        gamepad.on_button_release(pad, "a")
        gamepad.on_button_press(pad, "x")
        gamepad.on_button_release(pad, "x")
        yield
        yield events
        gamepad.on_button_press(pad, "start")
        yield events[-1:]
        yield "k"
        assert re.search("pad x +knock ", shown(m))
        assert re.search("  3 +dominoes ", shown(m))
        assert "Page Up" not in shown(m)
        yield ">"
        assert "Page Up" in shown(m)
        gamepad.on_button_press(pad, "b")
        yield events[-1:] * 3
        gamepad.on_stick_motion(pad, "leftstick", SimpleNamespace(x=-0.9, y=0.1))
        yield events[-1:]

    played(program, player)
    assert typed == [32, ord("k"), 136, -1]
    numbered = keys_of_buttons([("1-6", "dominoes"), ("K", "knock"), ("Y", "yes")])
    assert [numbered[button] for button in ("up", "left", "rightshoulder", "x", "y")] == ["1", "4", "6", "K", "Y"]
    assert events_of("K", False) == [Up("K")]
