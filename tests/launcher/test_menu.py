"""The machine's menu, with programs and unfinished games."""

import re
from textwrap import wrap

import pytest

from docs import screenshots
from retro.basic.errors import Escape
from retro.frontends.headless import Headless, headless
from retro.input.events import Dropped, Mouse, Move, Notice, Pad
from retro.launcher.launcher import NO_RESULT, Launcher, preview
from retro.launcher.menu import LIST_WIDTH, PICTURE_LEFT, PICTURE_TOP, Preview, UnfinishedGame, menu
from retro.library.catalogue import FILM_HEIGHT, FILM_WIDTH, file_of, program_info
from retro.machine.frontend import PowerOff
from retro.machine.tape import encode
from retro.session.event_log import EventLog
from retro.session.format import RecordingError
from retro.session.log_writer import LogWriter
from retro.session.session import Session
from retro.session.storage import MOST_UNFINISHED_GAMES, FolderTape, Lines
from retro.session.thumbnail import HEIGHT, WIDTH


def item(text):
    def main(m):
        m.print(text)
        m.get()

    return text, lambda: main


def test_the_menu_starts_a_program_by_number_and_comes_back():
    seen = []

    def player(m):
        yield
        assert "1  First" in m.screen.text
        assert "2  Second" in m.screen.text
        yield "2"
        yield
        seen.append(m.screen.lines[0].strip())
        yield "x"
        yield
        assert "Press a key for the menu" in m.screen.text
        yield "x"
        yield
        assert "1  First" in m.screen.text

    headless(menu([item("First"), item("Second")]), player)
    assert seen == ["Second"]


def test_the_menu_opens_files_and_comes_back(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    note, basic, game = (tmp_path / name for name in ("note.txt", "hello.bas", "game.jsonl"))
    note.write_text("")
    basic.write_text('10 PRINT "HELLO"\n20 G=GET\n')
    header = Launcher(seed=3).program("dominoes").header(3, "normal")
    lines = Lines()
    LogWriter([lines]).begin(header, EventLog())
    game.write_bytes(lines.data)

    def player(m):
        yield
        yield [Notice("No sound")]
        assert m.screen.layer.lines[0].split() == ["No", "sound"]
        yield [Dropped(str(note))]
        assert "note.txt is no program" in " ".join("\n".join(m.screen.layer.lines).split())
        yield [Dropped(str(basic))]
        yield
        assert m.screen.lines[0] == f"{'HELLO':<40}"
        yield [Dropped(str(game))]
        yield
        assert "PLAY" in m.screen.layer.lines[1]
        yield [Dropped(str(basic))]
        yield
        assert "Opened: hello.bas" in m.screen.layer.lines[0]
        yield "x"
        yield
        assert "Press a key for the menu" in m.screen.text
        yield [Dropped(str(basic))]
        yield
        assert m.screen.lines[0] == f"{'HELLO':<40}"
        yield "x"
        yield
        yield "x"
        yield
        assert "ESCAPE returns" in m.screen.text

    Session(Headless(player)).run(Launcher().menu(), 1)


@pytest.mark.parametrize(
    ("keys", "started"),
    [("<RETURN>", "A"), ("<DOWN><RETURN>", "B"), ("<UP><RETURN>", "C"), ("<DOWN><DOWN><DOWN><DOWN><RETURN>", "B")],
)
def test_the_menu_is_chosen_from_with_the_arrows(keys, started):
    def player(m):
        yield
        yield keys
        yield
        assert m.screen.lines[0].strip() == started

    headless(menu([item("A"), item("B"), item("C")]), player)


def test_escape_in_a_program_comes_back_to_the_menu_and_means_nothing_in_it():
    def player(m):
        yield
        yield "9z<ESCAPE>"
        yield
        assert "1  A" in m.screen.text
        yield "1"
        yield
        yield "<ESCAPE>"
        yield
        assert "1  A" in m.screen.text

    headless(menu([item("A")]), player)


def test_a_menu_of_nine_fits_the_screen():
    def player(m):
        yield
        assert "9  Item 9" in m.screen.text
        assert "Numbers, arrows" in m.screen.text

    headless(menu([item(f"Item {n}") for n in range(1, 10)]), player)


@pytest.mark.parametrize(("keys", "started"), [("b<RETURN>", "Beta"), ("bb<RETURN>", "Bravo"), ("bbb<RETURN>", "Beta")])
def test_a_letter_marks_the_next_program_that_begins_with_it(keys, started):
    def player(m):
        yield
        yield keys
        yield
        assert m.screen.lines[0].strip() == started

    headless(menu([item("Alpha"), item("Beta"), item("Bravo")]), player)


def film(*colours):
    """Return a film of pictures of one colour each."""
    return [bytes([colour]) * (FILM_WIDTH * FILM_HEIGHT) for colour in colours]


def drawn(m):
    """Return how many pixels of the place of the picture are black, red, yellow and white."""
    across = PICTURE_LEFT // 4
    first = 799 - PICTURE_TOP >> 2
    rows = [
        bytes(m.screen.framebuffer.pixels)[320 * y + across : 320 * y + across + 160]
        for y in range(first + 1, first + 101)
    ]
    return [b"".join(rows).count(colour) for colour in range(4)]


ALL = FILM_WIDTH * FILM_HEIGHT


def test_the_marked_program_has_its_film_its_sentence_and_its_news():
    previews = [
        Preview("A game of tiles.", film(7)),
        Preview("One of cups.", film(1, 3), [("Last game", "you won"), ("2 unfinished", "now")]),
    ]

    def player(m):
        yield
        assert "A game of tiles." in m.screen.text
        assert drawn(m) == [0, 0, 0, ALL]
        yield "<DOWN>"
        yield 0.1
        assert "One of cups." in m.screen.text
        assert "Last game\n you won\n 2 unfinished\n now" in re.sub(" +\n", "\n", cut_to_list(m))
        assert "A game" not in m.screen.text
        assert "One of cups.\nLast game: you won\n2 unfinished: now" in m.in_words
        assert drawn(m) == [0, ALL, 0, 0]
        yield 0.3
        assert drawn(m) == [0, 0, ALL, 0]
        yield 0.3
        assert drawn(m) == [0, ALL, 0, 0]
        yield "<RETURN>"

    headless(menu([item("A"), item("B")], preview=previews.__getitem__), player)


def cut_to_list(m):
    return "\n".join(line[:LIST_WIDTH] for line in m.screen.lines)


def test_the_film_stops_a_minute_after_the_last_key():
    waits = []

    class Watched(Headless):
        def wait(self, timeout, wanted):
            waits.append(timeout)
            return super().wait(timeout, wanted)

    def player(m):
        yield 61.0
        del waits[:]
        yield 1000.0
        assert waits.count(None) == len(waits) > 0

    Watched(player).run(menu([item("A")], preview=lambda index: Preview("A.", film(7, 1))), 1)


def test_a_click_on_the_picture_starts_the_marked_program_and_one_beside_the_list_none():
    def player(m):
        yield
        yield [Mouse(100, 600, 4), Mouse(100, 600, 0)]  # below the list
        yield [Mouse(100, 20, 4), Mouse(100, 20, 0)]
        yield "<DOWN>"
        yield [Mouse(1000, 500, 4), Mouse(1000, 500, 0)]
        yield
        assert m.screen.lines[0].strip() == "B"

    headless(menu([item("A"), item("B")], preview=lambda index: Preview("One.", film(7))), player)


def test_every_program_has_a_sentence_a_film_and_news(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    slow = "a fingerprint is for games: it takes longer than a key should"
    monkeypatch.setattr("retro.library.program.fingerprint", lambda path: pytest.fail(slow))
    launcher = Launcher()
    for index, entry in enumerate(launcher.programs):
        about = launcher._preview(index)
        assert about == preview(entry)
        assert about.news == [("Last game", NO_RESULT)]
        assert len(about.sentence) > 40
        assert len(wrap(about.sentence, 38)) <= 4  # with a row of air above the keys
    FolderTape("dominoes").save("RESULT", encode("RESULT", "you won"))
    games = unfinished(2, [])
    launcher._unfinished = lambda index: games
    assert launcher._preview(0).news == [("Last game", "you won"), ("2 unfinished", "now")]
    FolderTape("dominoes").save("RESULT", "damaged")
    assert launcher._preview(0).news[0] == ("Last game", NO_RESULT)


@pytest.mark.parametrize("launcher", [Launcher(plain=True, keep=False), Launcher("authentic", keep=False)])
def test_no_film_is_shown_where_nobody_sees_it_or_it_takes_too_long_to_draw(launcher):
    assert not launcher._preview(0).film


def test_a_gamepad_chooses_a_program():
    def player(m):
        yield
        yield [Pad("down", True), Pad("down", False), Pad("a", True), Pad("a", False)]
        yield
        assert m.screen.lines[0].strip() == "B"
        yield [Pad("b", True), Pad("b", False)]
        yield
        assert "1  A" in m.screen.text

    Session(Headless(player)).run(menu([item("A"), item("B")]), 1)


@pytest.mark.parametrize("name", screenshots.GAMES)
def test_the_films_are_of_the_programs_as_they_are(name, monkeypatch):
    def compare(m, file):
        assert m.front.film == program_info(file_of(name)).film(), "make them anew: python -m docs.screenshots"
        raise PowerOff

    monkeypatch.setattr(screenshots, "save", compare)
    screenshots.play(name)


# unfinished games


def unfinished(count, resumed, picture=None):
    """Give so many unfinished games, each of which prints its number."""

    def game(number):
        def main(m):
            resumed.append(number)
            m.print(f"Game {number}")
            raise Escape

        return UnfinishedGame(f"program{number}", number, "now", picture, lambda: main)

    return [game(number) for number in range(1, count + 1)]


def play_menu(keys, games):
    """Type keys in a menu of two programs, the first of which has unfinished games; give the screens after each."""
    screens = []

    def player(m):
        for key in keys:
            yield
            yield key
        yield
        screens.append(m.screen.text)

    found = {None: games, 0: games, 1: []}
    headless(menu([item("First"), item("Second")], found.__getitem__, lambda: bool(games)), player)
    return screens[0]


def test_a_program_with_unfinished_games_shows_them_newest_first():
    text = play_menu(["1"], unfinished(20, []))
    assert "RETURN  go on      N  begin a new game" in text
    assert "1-6 of 20" in text
    assert text.index("program1 ") < text.index("program2") < text.index("program6")
    text = play_menu(["1", "<UP>"], unfinished(20, []))
    assert "19-20 of 20" in text
    assert text.index("program19") < text.index("program20")
    assert "program18" not in text


def test_an_unfinished_game_has_its_picture_in_the_menu():
    picture = bytearray(WIDTH * HEIGHT)
    picture[0], picture[-1], picture[WIDTH : WIDTH + 3] = 7, 3, (1, 4, 2)

    def player(m):
        yield
        yield "1"
        yield
        pixels, width = m.screen.framebuffer.pixels, m.screen.framebuffer.width
        rows = [bytes(pixels[y * width : y * width + 72]) for y in range(16, 58)]
        assert rows[0][3:69] == rows[41][3:69] == bytes([1] * 66)  # the frame
        assert {(row[3], row[68]) for row in rows} == {(1, 1)}
        assert rows[1][4:6] == bytes((3, 0))
        assert rows[2][4:8] == bytes((1, 1, 2, 0))  # red, blue as red, green as yellow, black
        assert rows[40][66:68] == bytes((0, 2))

    games = unfinished(1, [], bytes(picture))
    headless(menu([item("First")], lambda index: games, lambda: True), player)


@pytest.mark.parametrize(("position", "number"), [((100, 700), 1), ((700, 700), 2), ((700, 150), 6), ((100, 20), 0)])
def test_a_click_resumes_an_unfinished_game(position, number):
    def player(m):
        yield
        yield "1"
        yield
        yield [Move(*position), Mouse(*position, 4)]
        yield

    resumed = []
    games = unfinished(20, resumed)
    headless(menu([item("First")], lambda index: games, lambda: True), player)
    assert resumed == [number] * (number > 0)


def test_a_game_that_cannot_be_resumed_says_why():
    def damaged():
        raise RecordingError("A file in a folder somewhere, line 7: found a damaged line, expected a line of retro")

    games = [UnfinishedGame("program", 1, "now", None, damaged)]

    def player(m):
        yield
        yield "1"
        yield
        yield "<RETURN>"
        yield
        assert "A file in a folder somewhere, line 7:\nfound a damaged line" in m.screen.text
        assert "Press a key for the menu" in m.screen.text
        yield "x"
        yield
        assert "1  First" in m.screen.text

    headless(menu([item("First")], lambda index: games, lambda: True), player)


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        (["<RETURN>"], 1),
        (["<DOWN>", "<DOWN>", "<RIGHT>", "<RETURN>"], 6),
        (["<DOWN>", "<DOWN>", "<DOWN>", "<RETURN>"], 7),
        (["<LEFT>", "<RETURN>"], 20),
        (["<UP>", "<RETURN>"], 19),
    ],
)
def test_the_arrows_and_return_resume_an_unfinished_game(keys, number):
    resumed = []
    play_menu(["1", *keys], unfinished(20, resumed))
    assert resumed == [number]


@pytest.mark.parametrize("key", "nN")
def test_n_begins_a_new_game(key):
    assert play_menu(["1", key], unfinished(2, [])).split() == ["First"]


def test_escape_in_the_list_comes_back_to_the_menu():
    assert "1  First" in play_menu(["1", "<ESCAPE>"], unfinished(2, []))


def test_u_shows_the_unfinished_games_of_all_programs():
    resumed = []
    text = play_menu(["U"], unfinished(3, resumed))
    assert "begin a new game" not in text
    assert f"(the {MOST_UNFINISHED_GAMES} newest are kept)" in text
    play_menu(["u", "n", "<RIGHT>", "<RETURN>"], unfinished(3, resumed))
    assert resumed == [2]


def test_u_has_no_effect_without_unfinished_games():
    text = play_menu(["U"], [])
    assert "1  First" in text
    assert "Unfinished" not in text


def test_s_studies_the_marked_program():
    chosen = []

    def study(index):
        chosen.append(index)
        raise PowerOff

    def player(m):
        yield
        assert "S study" in m.screen.text
        yield "<DOWN>s"

    headless(menu([item("A"), item("B")], study=study), player)
    assert chosen == [1]


def test_s_has_no_effect_where_study_is_not_offered():
    def player(m):
        yield
        assert "Study" not in m.screen.text
        yield "s<RETURN>"
        yield
        assert m.screen.lines[0].strip() == "A"

    headless(menu([item("A"), item("B")]), player)


def test_the_menu_is_quick_again_after_a_program_at_the_electrons_speed(tmp_path):
    program = tmp_path / "slow.bas"
    program.write_text("10 A=GET\n")
    timed = []

    def player(m):
        for step in ([Dropped(str(program))], "x", "x"):
            yield
            timed.append(m.take_time is not None)
            yield step
        yield 60.0
        timed.append(m.take_time is not None)

    Session(Headless(player)).run(Launcher(seed=1).menu())
    assert timed == [False, True, False, False]
