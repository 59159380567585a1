"""The machine's menu, with programs and unfinished games."""

import re
from operator import ne
from pathlib import Path
from shutil import copytree
from textwrap import wrap

import pytest

from docs import screenshots
from retro.basic.errors import Escape
from retro.basic.pages import Choice
from retro.frontends.headless import Headless, headless
from retro.input.events import Dropped, Mouse, Move, Notice, Pad
from retro.launcher.launcher import NO_RESULT, Launcher, preview
from retro.launcher.menu import FIRST_ROW, LIST_WIDTH, PICTURE_LEFT, PICTURE_TOP, MenuPage, Preview
from retro.launcher.recorded_games import new_header
from retro.library.catalogue import ProgramInfo, file_of, program_info
from retro.library.loader import load
from retro.machine.tape import encode
from retro.session import storage
from retro.session.event_log import EventLog
from retro.session.log_writer import recorded
from retro.session.session import Session
from retro.session.settings import SettingsStore
from retro.session.storage import FOLDER_VARIABLE, MOST_UNFINISHED_GAMES, FolderTape, KeptGame, kept_games, stamp
from retro.session.thumbnail import HEIGHT, WIDTH, pixels_of, thumbnail
from tests.support.scripted import Has, scripted

ALL = 80 * 40  # pixels of an emblem


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))


@pytest.fixture
def play(tmp_path):
    """Fixture: a function that plays in the menu of programs with these titles, each of which prints its own."""

    def play(player, *titles):
        launcher = Launcher()
        launcher.programs = []
        for title in titles:
            path = tmp_path / f"{title.lower().replace(' ', '_')}.py"
            path.write_text(f"def main(m):\n    m.print({title!r})\n    m.get()\n")
            launcher.programs.append(ProgramInfo(str(path), title, str(path)))
        return Session(Headless(player)).run(launcher.menu())

    return play


def text(m):
    """Return the text on the screen."""
    return m.screen.text.strip()


def notice(m):
    """Return the words of what stands over the picture."""
    return " ".join(" ".join(m.screen.layer.lines).split()) if m.screen.layer else ""


def chosen(keys, *rows, others=()):
    """Type keys at a page of the menu; return the index of the row and the key."""
    page, found = MenuPage("Title", rows, lambda index: Preview(), others), []
    headless(lambda m: found.append((page.choose_from(m), page.row)), lambda m: iter([None, keys, None]))
    return found[0] if found else None


def test_the_menu_starts_a_program_by_number_and_comes_back(play):
    player = scripted(
        text,
        (None, Has("1  First\n 2  Second")),
        ("9z<ESCAPE>2", None, "Second"),
        ("x", None, Has("Press a key for the menu")),
        ("x", None, Has(">2  Second")),
        ("1", None, "First"),
        ("<ESCAPE>", None, Has(">1  First")),
    )
    play(player, "First", "Second")


def test_quit_switches_off_and_a_program_that_cannot_be_loaded_says_why(play, tmp_path):
    ended = []

    def player(m):
        yield
        (tmp_path / "first.py").write_text("what is this?\n")
        yield "1"
        yield
        assert "first.py, line 1: invalid syntax" in m.screen.text.replace("\n", "")
        yield "x"
        yield
        yield "q"
        yield
        ended.append("not quit")

    play(player, "First")
    assert not ended


def test_the_menu_opens_files_and_comes_back(tmp_path):
    note, basic, game = (tmp_path / name for name in ("note.txt", "hello.bas", "game.jsonl"))
    note.write_text("")
    basic.write_text('10 PRINT "HELLO"\n20 G=GET\n')
    header = new_header(load("dominoes"), 3, "normal")
    game.write_bytes(recorded(header, EventLog()))

    anything = Has("")
    player = scripted(
        lambda m: (text(m), notice(m)),
        (None, [Notice("No sound")], (anything, "No sound")),
        ([Dropped(str(note))], (anything, Has("note.txt is no program"))),
        ([Dropped(str(basic))], None, (Has("HELLO"), anything)),
        ([Dropped(str(game))], None, (anything, Has("PLAY"))),
        ([Dropped(str(basic))], None, ("HELLO", Has("Opened: hello.bas"))),
        ("x", None, (Has("Press a key for the menu"), anything)),
        ([Dropped(str(basic))], None, (Has("HELLO"), anything)),
        ("x", None, "x", None, (Has("returns here"), anything)),
    )
    Session(Headless(player)).run(Launcher().menu(), 1)


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ("<RETURN>", 0),
        ("<DOWN><RETURN>", 1),
        ("<RIGHT><RETURN>", 1),
        ("<UP><RETURN>", 2),
        ("<LEFT><RETURN>", 2),
        ("<DOWN><DOWN><DOWN><DOWN><RETURN>", 1),
        ("b<RETURN>", 1),
        ("bb<RETURN>", 2),
        ("bbb<RETURN>", 1),
        ("3", 2),
        ([Mouse(100, 500, 4), Mouse(100, 500, 0)], None),  # below the list
        ([Mouse(600, 799 - 32 * FIRST_ROW - 40, 4), Mouse(0, 0, 0)], 1),
        ([Mouse(1000, 500, 4), Mouse(1000, 500, 0)], 0),  # on the picture
        ([Mouse(1000, 20, 4), Mouse(1000, 20, 0)], None),
        ([Pad("down", True), Pad("down", False)], None),
    ],
)
def test_a_row_is_chosen_with_keys_and_mouse(keys, row):
    found = chosen(keys, "Alpha", "Beta", "Bravo")
    assert (found and found[1]) == row


def test_other_rows_are_chosen_for_the_row_before_them():
    others = [Choice("S", "Study"), Choice("N", "New")]
    assert chosen("<DOWN>s", "A", "B", others=others) == ("S", 1)
    assert chosen("<UP><RETURN>", "A", "B", others=others) == ("N", 0)
    assert chosen("<UP><UP><UP><RETURN>", "A", "B", others=others) == ("2", 1)


def emblem(colour):
    """Return an emblem of one colour."""
    return bytes([colour]) * ALL


def drawn(m):
    """Return how many pixels of the place of the picture are black, red, yellow and white."""
    across = PICTURE_LEFT // 4
    first = 799 - PICTURE_TOP >> 2
    rows = [
        bytes(m.screen.framebuffer.pixels)[320 * y + across : 320 * y + across + 160]
        for y in range(first + 1, first + 81)
    ]
    return [b"".join(rows).count(colour) // 4 for colour in range(4)]


def test_the_marked_program_has_its_emblem_its_sentence_and_its_news():
    previews = [
        Preview("A game of tiles.", emblem(7)),
        Preview("One of cups.", emblem(1), ("Last game", "you won"), ("begun now", "I hold 3"), "Cups"),
    ]

    def player(m):
        yield
        assert "A game of tiles." in m.screen.text
        assert drawn(m) == [0, 0, 0, ALL]
        yield "<DOWN>"
        yield 0.1
        assert "Cups" in m.screen.text
        list_lines = "\n".join(line[:LIST_WIDTH] for line in m.screen.lines)
        assert "Last game\n you won" in re.sub(" +\n", "\n", list_lines)
        assert [line[LIST_WIDTH + 1 :].strip() for line in m.screen.lines[15:17]] == ["begun now", "I hold 3"]
        assert "A game" not in m.screen.text
        assert "Marked: 2 B\nCups\nOne of cups.\nLast game: you won\nUnfinished: begun now, I hold 3" in m.in_words
        assert drawn(m) == [0, ALL, 0, 0]

    headless(MenuPage("", ["A", "B"], previews.__getitem__).choose_from, player)


def test_a_small_picture_is_drawn_at_twice_its_size():
    picture = bytearray(WIDTH * HEIGHT)
    picture[0], picture[WIDTH + 1], picture[-1] = 7, 4, 3

    def player(m):
        yield
        pixels, left, top = bytes(m.screen.framebuffer.pixels), PICTURE_LEFT // 4, (799 - PICTURE_TOP >> 2) + 1
        rows = [pixels[320 * y + left - 1 : 320 * y + left + 2 * WIDTH + 1] for y in range(top, top + 2 * HEIGHT)]
        assert {(row[0], row[-1]) for row in rows} == {(1, 1)}  # the frame
        assert [row[1:6] for row in rows[:4]] == [bytes((3, 3, 0, 0, 0))] * 2 + [bytes((0, 0, 1, 1, 0))] * 2
        assert rows[-1][-4:-1] == bytes((0, 2, 2))

    page = MenuPage("", ["A"], lambda index: Preview(picture=bytes(picture)))
    headless(page.choose_from, player)


def test_every_program_has_a_sentence_an_emblem_and_news(tmp_path, monkeypatch):
    slow = "a fingerprint is for games: it takes longer than a key should"
    monkeypatch.setattr("retro.library.program.fingerprint", lambda path: pytest.fail(slow))
    launcher = Launcher()
    for index, entry in enumerate(launcher.programs):
        about = launcher._preview(index)
        assert about == preview(entry)
        assert about.status == ("Last game", NO_RESULT)
        assert len(about.sentence) > 40
        assert len(wrap(about.sentence, 38)) <= 4  # with a row of air above the keys
    FolderTape("dominoes").save("RESULT", encode("RESULT", "you won"))
    launcher._unfinished = lambda name=None: [(KeptGame(f"{stamp(str(tmp_path))}-x.jsonl"), None)] * 2
    assert launcher._preview(0).status == ("Last game", "you won")
    assert launcher._preview(0).waiting == ("begun now", "")
    FolderTape("dominoes").save("WON", encode("WON", "won 4 of 9"))
    assert launcher._preview(0).status == ("Won 4 of 9", "last: you won")
    FolderTape("dominoes").save("WON", "damaged")
    FolderTape("dominoes").save("RESULT", "damaged")
    assert launcher._preview(0).status == ("Last game", NO_RESULT)


@pytest.mark.parametrize("launcher", [Launcher(plain=True, keep=False), Launcher("authentic", keep=False)])
def test_no_emblem_is_shown_where_nobody_sees_it_or_it_takes_too_long_to_draw(launcher):
    assert not launcher._preview(0).picture


@pytest.mark.parametrize("name", screenshots.GAMES)
def test_the_emblems_are_of_the_programs_as_they_are(name):
    emblem = screenshots.emblem(name)
    assert len(emblem) == ALL
    assert emblem == program_info(file_of(name)).emblem(), "make them anew: python -m docs.screenshots"


# unfinished games


@pytest.fixture(scope="module")
def eight_games(tmp_path_factory):
    """Fixture: a folder with eight unfinished games of Dominoes, the newest that with the seed 8."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETRO_DATA", str(folder))
        for seed in range(1, 9):
            launcher = Launcher(seed=seed)
            player = lambda m: iter([None, "1", None])  # noqa: E731
            Session(Headless(player)).run(launcher.new(launcher.program("dominoes")))
    return folder


@pytest.fixture
def games(eight_games, tmp_path):
    """Fixture: a function that types keys one by one in the menu; it returns the last screen, and the seed played."""
    copytree(eight_games, tmp_path / "data")

    def type_keys(*keys):
        found = []

        def player(m):
            for key in keys:
                yield
                yield key
            yield
            found.extend([m.screen.text, m.front.game.header and m.front.game.header.seed])

        Session(Headless(player)).run(Launcher(seed=99).menu())
        return found

    return type_keys


def test_a_program_with_unfinished_games_shows_them_newest_first(games):
    shown, _ = games("1")
    assert ">1  Dominoes" in shown
    assert "N  New game" in shown
    assert "Game 8: 1 key" in shown
    shown, _ = games("1", "<DOWN>")
    assert "Game 7: 1 key" in shown


@pytest.mark.parametrize(
    ("keys", "seed"),
    [
        (["1", "<RETURN>"], 8),
        (["1", "3"], 6),
        (["1", "<DOWN>", "<RETURN>"], 7),
        (["1", "<UP>", "<UP>", "<RETURN>"], 1),
        (["1", [Move(100, 799 - 32 * 6 - 9), Mouse(100, 799 - 32 * 6 - 9, 4)]], 6),
        (["1", "n"], 99),
        (["1", "N"], 99),
        (["1", "<ESCAPE>"], None),
        (["1", "<ESCAPE>", "2"], 99),
        (["U", "<RIGHT>", "<RETURN>"], 7),
        (["u", "n", "<RETURN>"], 8),
    ],
)
def test_an_unfinished_game_is_picked_or_a_new_one_begun(keys, seed, games):
    assert games(*keys)[1] == seed


def test_u_shows_the_unfinished_games_of_all_programs(games):
    shown, _ = games("U")
    assert "New game" not in shown
    assert f"{MOST_UNFINISHED_GAMES} games are kept" in shown


def test_u_has_no_effect_without_unfinished_games(play):
    play(scripted(lambda m: "Unfinished" in m.screen.text, (None, False), ("U", None, False)), "First")


def test_a_game_that_cannot_be_resumed_says_why(games):
    path = kept_games("dominoes")[0].path
    first, *_ = Path(path).read_bytes().splitlines(keepends=True)
    Path(path).write_bytes(first + b"damaged\n")
    shown, _ = games("1")
    assert "Game 8: damaged" in shown
    shown, _ = games("1", "1")
    assert "line 2: found a damaged line" in " ".join(shown.split())
    assert "Press a key for the menu" in shown
    assert "1  Dominoes" in games("1", "1", "x")[0]


def test_s_studies_the_marked_program_where_that_is_offered(monkeypatch, tmp_path):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for offered, found in ((True, ("dominoes_plus",)), (False, ())):
        launcher = Launcher(keep=offered)
        launcher.offers_study = offered

        def player(m, offered=offered):
            yield
            assert ("S  Study" in m.screen.text) == offered
            yield "<DOWN>s"

        Session(Headless(player)).run(launcher.menu())
        assert launcher.to_study == found


@pytest.mark.parametrize("chosen", ["c", [Mouse(100, 799 - 32 * 10 - 9, 4)]])
def test_c_or_a_click_begins_the_course_of_the_marked_program(chosen):
    began, launcher = [], Launcher(keep=False)
    launcher.course = lambda name: lambda m: began.append(name)

    def player(m):
        yield
        assert "C  Exercises" in m.screen.text
        yield "<DOWN>c"
        yield
        assert not began
        yield "<DOWN>"
        yield chosen
        yield

    Session(Headless(player)).run(launcher.menu())
    assert began == ["mahjong"]


GAMES_BEGUN = {  # keys of a game, and how it stands then
    "dominoes": (["N"], "you hold 6"),
    "dominoes_plus": (["N"], "you hold 6, I hold 6"),
    "mahjong": (["N", None, None], "144 tiles left"),
    "morgan2": (["N", None, None, "\r"], "1 of 64 laid"),
    "snake": (["N"], "you hold 7"),
    "african_seeds": (["N", None, None, "C", None], "you 0, other [0-9]+"),
}


@pytest.mark.parametrize("name", GAMES_BEGUN)
def test_the_menu_says_how_an_unfinished_game_of_each_program_stands(name):
    keys, standing = GAMES_BEGUN[name]
    launcher = Launcher(seed=4)
    player = lambda m: iter([None, *keys, None, " ", None, None])  # noqa: E731
    Session(Headless(player)).run(launcher.new(launcher.program(name)))
    (kept,) = kept_games(name)
    assert re.fullmatch(standing, kept.words())
    assert len(kept.picture()) == WIDTH * HEIGHT
    index = [entry.name for entry in launcher.programs].index(name)
    assert launcher._preview(index).waiting == ("begun now", kept.words())


@pytest.mark.parametrize("name", ["dominoes", "dominoes_plus", "snake", "african_seeds"])
def test_a_game_that_is_left_by_the_front_page_is_kept_with_its_own_picture(name, monkeypatch):
    monkeypatch.setattr(storage, "PICTURE_INTERVAL", 0.0)
    keys, standing = GAMES_BEGUN[name]
    launcher, pictures = Launcher(seed=4), []

    def player(m):
        yield from (None, *keys, None, "0", None, " ", None)
        pictures.append(pixels_of(thumbnail(m.screen)))
        yield from ("<ESCAPE>", None, "q", None, None)

    with pytest.raises(Escape):
        Session(Headless(player)).run(launcher.new(launcher.program(name)))
    (kept,) = kept_games(name)
    assert re.fullmatch(standing.replace("7", "[78]"), kept.words())
    assert sum(map(ne, kept.picture(), pictures[0])) < WIDTH * HEIGHT / 10


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


def test_a_new_user_is_told_once_how_to_find_everything(tmp_path):
    for greeting in ("F1 at any time: keys, sound, Quit", ""):
        store = SettingsStore(str(tmp_path / "settings.json"))
        Session(Headless(scripted(notice, (None, greeting))), "retro", store).run(Launcher().menu())
