"""Playing morgan2: every key and the mouse, hints, the end, the tape; by players that see only the screen."""

import re

import pytest
from retro.programs.morgan2 import edition, morgan2
from retro.programs.morgan2.morgan2 import NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules import player as morgan_player
from retro.programs.morgan2.rules.history import is_move, keys_of_move, to_tape

from retro.basic.front_page import PITCHES
from retro.frontends.headless import Headless, headless
from retro.input.events import Key, Text
from retro.launcher.launcher import Launcher
from retro.machine.tape import MemoryTape, encode
from retro.session.replay import ToTheEnd
from tests.support.morgan_players import (
    LITTLE,
    anything,
    bars,
    bottom,
    checked_program,
    code_at,
    grid_at,
    numbered,
    on_grid,
    on_stack,
    open_places,
    panel,
    past_the_end,
    pixel,
    press_all,
    press_at,
    quick_keys,
    running,
    stack_at,
    typed,
)
from tests.support.recorded_games import Played, RecordedGame, Unpunctual, header


@pytest.fixture(autouse=True)
def fewer_decks(monkeypatch):
    """Shorter thinking, for speed."""
    monkeypatch.setattr(morgan_player, "DECKS", 40)
    monkeypatch.setattr(morgan_player, "SCORES", 4)


def numbers(m):
    """TOTAL, FILL and FINAL."""
    return re.search(r"Total (\d+), (\d+) on the grid, final (\S+)\.", m.in_words).groups()


def picture(m):
    return bytes(m.screen.framebuffer.pixels)


# keys


@pytest.mark.parametrize(
    ("keys", "instead"),
    [
        ("s", "<DOWN>"),
        ("S", "<DOWN>"),
        ("<DOWN>w", "<DOWN><UP>"),
        (" ", "<RETURN>"),
        (" WWaA", "<RETURN><UP><UP><LEFT><LEFT>"),
        (" DDs", "<RETURN><RIGHT><RIGHT><DOWN>"),
    ],
)
def test_letters_for_the_arrows(keys, instead):
    def screen(keys):
        def player(m):
            yield keys
            yield
            seen.append(picture(m))

        running(4, player)

    seen = []
    screen(keys)
    screen(instead)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("before", ["", "<RETURN>"])
def test_12_other_keys_do_nothing(before):
    def player(m):
        yield before or None
        yield
        now = picture(m)
        for code in range(1, 256):
            name = edition.chr_s(code).upper()
            known = name in edition.COMMANDS or name in edition.LETTERS or code in edition.MOVES
            if not known and chr(code).isprintable() and chr(code) != "`":
                yield chr(code)
                yield
                assert picture(m) == now, code
        for name in ("COPY", "f3", "DELETE", "SHIFT"):
            yield f"<{name}>"
            yield
            assert picture(m) == now

    running(4, player)


@pytest.mark.parametrize("key", ["q", "Q", "<ESCAPE>", press_at(240, 8 * 22 + 3)])
def test_13_q_leads_to_the_first_page_where_the_game_waits_and_the_screen_is_restored(key):
    def player(m):
        yield "<RETURN><ESCAPE>"
        yield
        before = picture(m)
        yield key
        yield
        assert "Go on  1 laid, FINAL 0.0" in m.screen.text
        yield "g"
        yield
        assert picture(m) == before
        yield "q<ESCAPE>"

    m = running(4, player)
    assert "Thank you for playing." in m.screen.text
    assert m.screen.cursor_shown
    assert m.screen.palette.colours == [0, 1, 3, 7]
    assert m.screen.graphics_plane.window == (0, 0, 319, 199)
    assert (m.keyboard.cursor_keys, m.keyboard.escape_types, m.keyboard.pointer.types) == (0, False, False)
    assert m.screen.text_plane.paper == running_colours()[1]

    def again(m):
        yield
        assert "Go on  1 laid" in m.screen.text
        yield "g"
        yield
        assert stack_at(m)[0] == numbered(4).state.deck[1]

    headless(lambda machine: with_the_tape(machine, m.tape), again, seed=9)


def with_the_tape(m, tape):
    m.tape = tape
    edition.main(m)


def running_colours():
    fresh = headless(lambda m: m.mode(7)).screen.text_plane
    return fresh.ink, fresh.paper


def test_escape_goes_back_to_the_stack_first():
    def player(m):
        yield "<RETURN>"
        yield
        game = numbered(4)
        game.press("E")
        assert bars(m)[0] == {game.state.place: 2}  # where it fits
        yield "<ESCAPE>"
        yield
        assert bars(m) == ({}, {0: 4})
        assert code_at(m, 232, 0) == numbered(4).state.deck[1]
        yield "<DOWN>"
        yield
        assert bars(m) == ({}, {1: 4})

    running(4, player)


@pytest.mark.parametrize("silent", [False, True])
def test_11_a_refusal_prints_a_reason_and_beeps(silent):
    game = numbered(4)
    game.press("E")
    place = next(
        at for at in open_places(game.state.grid) if morgan.wrong_sides(game.state.grid, at, game.state.stack[0])
    )
    (side,) = morgan.wrong_sides(game.state.grid, place, game.state.stack[0])
    way = keys_of_move(game.state, morgan.Move(0, place))

    def player(m):
        yield "<RETURN>" + typed(way[:-1])
        yield
        before, notes = picture(m), len(front.notes)
        yield "<RETURN>"
        yield
        said = f"No match: {('left', 'right', 'above', 'below')[side]}"
        assert (bottom(m) == said) != silent
        assert len(front.notes) == notes + (not silent)
        assert picture(m)[: 320 * 191] == before[: 320 * 191]
        yield "<ESCAPE>"
        yield
        assert "No match" not in m.screen.text

    front = Headless(player)
    front.run(lambda m: edition.main(m, number=4, silent=silent), 1)


def test_7_a_place_without_neighbours_is_refused_with_a_reason():
    game = numbered(4)
    far = typed("R" * 7 if game.state.column < 4 else "L" * 7)

    def player(m):
        yield "<RETURN>" + far + "<RETURN>"
        yield
        assert bottom(m) == "There is no domino beside this place"

    running(4, player)


@pytest.mark.slow
def test_placing_sounds_a_note_for_each_side():
    """And nothing else is heard but a tick for each domino that is turned up."""
    heard, game = {}, numbered(9)

    def player(m):
        while keys := quick_keys(game.state):
            count, before = len(front.notes), game.state
            yield typed(keys)
            yield
            press_all(game, keys)
            if game.state.fill > before.fill and not morgan.game_over(game.state):
                places = [at for at in range(64) if game.state.grid[at] and not before.grid[at]]
                notes = tuple(note.steps[0][1] for note in front.notes[count:])
                heard.setdefault(len(morgan.neighbours(game.state.grid, places[0])), set()).add(notes)
            yield from past_the_end(m)

    front = Headless(player)
    front.run(lambda m: edition.main(m, number=9), 1)
    assert heard == {count: {(69, 85, 101, 117)[:count]} for count in heard}
    assert len(heard) >= 3


# a whole game


def by_quick(game, seen):
    """A player of the quick player's moves, who looks at everything after each."""

    def player(m):
        yield
        while keys := quick_keys(game.state):
            yield typed(keys)
            press_all(game, keys)
            yield
            yield from past_the_end(m)
            state = game.state
            assert stack_at(m) == list(state.stack)
            assert state.fill % 8 or grid_at(m) == list(state.grid)
            assert numbers(m) == (str(state.total), str(state.fill), morgan.tenths(state.total, state.fill))
        seen.append(bottom(m))
        yield from ("T", None)
        assert f"Best  1  {morgan.tenths(state.total, state.fill)}" in m.screen.text
        yield from (" ", None, "Q", None, "Q")

    return player


@pytest.mark.slow
def test_a_whole_game_by_its_keys():
    game, seen = numbered(2), []
    m = running(2, by_quick(game, seen))
    assert seen == [f"The end: {morgan.game_over(game.state)}. N: new  Q: back"]
    assert "Thank you" in m.screen.text
    best = 100 * game.state.total // game.state.fill
    ((score, text, day),) = m.cload("MORGANREC")[4]
    assert (score, text.split()[0], day) == (best, morgan.tenths(game.state.total, game.state.fill), 0)
    assert m.cload("RESULT") == f"{game.state.fill} laid, {game.state.total} points"


def filled():
    """The game of the full grid, of which each domino belongs on the next place."""
    from tests.programs.morgan2.test_rules import FULL_GRID

    return edition.history.GameHistory(morgan2.start(FULL_GRID, 0), 1)


@pytest.mark.slow
def test_14_the_full_grid_on_the_screen(monkeypatch):
    game = filled()
    monkeypatch.setattr(morgan2, "deal", lambda rnd: game.state)

    def player(m):
        for place in range(1, 64):
            for click in (on_stack(0), on_grid(place)):  # a domino that fits is taken at once
                yield click
                yield
        yield 20.0  # the tune
        assert "THE END" in m.screen.text
        assert "Grid full." in m.screen.text
        assert "FINAL 14.0: master." in m.screen.text
        yield "<RETURN>"
        yield
        assert bottom(m) == "The end: grid full. N: new  Q: back"
        assert numbers(m) == ("896", "64", "14.0")
        yield "H"
        yield
        assert bottom(m) == "This game is over: N begins a new one"
        yield "U"  # with and without SHIFT
        yield
        assert numbers(m)[1] == "63"
        yield "u"
        yield "R"
        yield
        assert numbers(m)[1] == "63"
        yield "R"
        yield
        assert bottom(m) == "The end: grid full. N: new  Q: back"

    front = Headless(player)
    front.run(lambda m: edition.main(m, number=1), 1)
    notes = [PITCHES[int(note)] for note in edition.WON_TUNE if note.isdigit()]
    assert [note.steps[0][1] for note in front.notes[-len(notes) :]] == notes
    assert sum(map(str.isdigit, edition.WON_TUNE)) + edition.WON_TUNE.count(".") == 8 * 8


@pytest.mark.slow
def test_undo_continues_a_finished_game():
    game = numbered(2)

    def player(m):
        yield
        while keys := quick_keys(game.state):
            yield typed(keys)
            press_all(game, keys)
            yield
            yield from past_the_end(m)
        assert bottom(m).startswith("The end: ")
        places = grid_at(m), stack_at(m)
        before = numbers(m)
        yield "u"
        yield
        assert not bottom(m).startswith("The end")
        yield "R"
        yield
        assert (grid_at(m), stack_at(m)) == places
        assert numbers(m) == before
        yield from ("V", None)
        assert "a look ahead" in m.screen.text, "undo lets a player look ahead"

    running(2, player)


# undo and redo


def test_undo_and_redo_on_the_screen():
    def player(m):
        yield
        seen = [picture(m)]
        for keys in ("<RETURN>", "<ESCAPE><DOWN><RETURN>"):
            yield keys
            yield
            seen.append(picture(m))
        yield "u"
        yield
        assert stack_at(m)[:2] == [numbered(5).state.deck[1], 0]
        yield "u"
        yield
        assert stack_at(m) == [0] * 8
        yield "u"
        yield
        assert bottom(m) == "Nothing to undo"
        yield "R"
        yield "r"
        yield
        assert stack_at(m)[:2] == list(numbered(5).state.deck[1:3])
        yield "R"
        yield
        assert bottom(m) == "Nothing to redo"

    running(5, player)


@pytest.mark.slow
def test_a_game_with_a_domino_seen_early_counts_as_one_with_help():
    game = numbered(3)

    def player(m):
        yield from ("<RETURN>", "u", "R", None)
        press_all(game, "E")
        while keys := quick_keys(game.state):
            yield typed(keys)
            press_all(game, keys)
            yield
            yield from past_the_end(m)
        yield from ("V", None)
        assert "With help: a look ahead." in m.screen.text

    m = running(3, player)
    assert m.cload("MORGANREC")[3] == [[0, 0, 0, 1, 0, 0]]


# hints


@pytest.mark.slow
def test_return_does_what_the_hint_says():
    def player(m):
        yield "<DOWN>H"
        yield
        assert bottom(m).startswith("FINAL about ")
        assert bottom(m).endswith(": Return turns one up")
        assert bars(m)[1] == {1: 4}
        yield "<RETURN>"
        yield
        assert stack_at(m)[1] == numbered(4).state.deck[1]
        for _ in range(12):
            before = numbers(m), stack_at(m)
            yield "H"
            yield
            puts = bottom(m).endswith(": Return puts it here")
            assert puts or bottom(m).endswith(": Return turns one up")
            assert list(bars(m)[not puts].values()) == [2 if puts else 4]
            assert (numbers(m), stack_at(m)) == before
            yield "<RETURN>"
            yield
            assert (numbers(m), stack_at(m)) != before
        assert int(numbers(m)[1]) > 3

    running(4, player)


@pytest.mark.slow
def test_a_guess_is_the_quick_players():
    game = numbered(4)

    def player(m):
        while keys := quick_keys(game.state):
            yield "G"
            yield
            assert bottom(m).startswith("A quick guess: Return ")
            yield "<RETURN>"
            yield
            yield from past_the_end(m)
            before = game.state
            press_all(game, keys)
            if not is_move(before, game.state):  # it was taken
                press_all(game, quick_keys(game.state))
            assert stack_at(m) == list(game.state.stack)
        assert grid_at(m) == list(game.state.grid)
        yield "G"
        yield
        assert bottom(m) == "This game is over: N begins a new one"
        yield "V"
        yield
        assert re.search(r"With help: \d+ hints\.", m.screen.text)

    assert running(4, player).cload("MORGANREC")[3] == [[0, 0, 0, 1, 0, 0]]
    assert game.hints == 0


@pytest.fixture
def many_slices(monkeypatch):
    """Long thinking in many slices."""
    monkeypatch.setattr(morgan_player, "DECKS", 200)
    monkeypatch.setattr(morgan_player, "STEP", 4)
    monkeypatch.setattr(morgan_player, "SURE", 9.0)


def progress(m):
    return bottom(m) if bottom(m).startswith("Thinking") else ""


def looking(seen, *steps):
    """A player who asks for a hint in the middle of a game and looks while it is thought of."""

    def player(m):
        yield from (f"{keys}" for keys in ["G<RETURN>"] * 10)
        yield
        yield "H"
        while True:
            yield 0.004
            if progress(m):
                seen.append(progress(m))
                if len(seen) > 3 and steps:
                    break
            elif seen:
                return
        yield from steps
        yield
        seen.append(bottom(m))

    return player


@pytest.mark.usefixtures("many_slices")
def test_the_search_shows_a_progress_bar():
    seen = []
    running(21, looking(seen))
    lengths = [text.count("=") for text in dict.fromkeys(seen)]
    assert lengths == list(range(16))
    assert all(text.endswith("Escape stops") for text in seen)


@pytest.mark.usefixtures("many_slices")
@pytest.mark.parametrize("step", ["<ESCAPE>", press_at(8 * 30, 8 * 24)])
def test_escape_and_a_click_on_it_stop_the_search(step):
    seen = []
    m = running(21, looking(seen, step))
    assert seen[-1] == "The best so far: Return puts it here"
    assert m.keyboard.escape_types
    assert (m.screen.text_plane.ink, m.screen.text_plane.paper) == running_colours()


@pytest.mark.usefixtures("many_slices")
def test_keys_typed_during_the_search_are_obeyed_later():
    seen = []
    running(21, looking(seen, "<DOWN><DOWN>"))
    assert not seen[-1].startswith("Thinking")

    def player(m):
        yield [Text("H"), Key("DOWN"), Key("DOWN")]
        yield
        assert bars(m)[1][2] == 4

    running(21, player)


@pytest.mark.slow
def test_the_hint_depends_on_the_random_numbers_alone():
    """However late the machine is looked at."""

    def hints(delay):
        told = []

        def player(m):
            yield from (["G<RETURN>"] * 10)
            for _ in range(3):
                yield
                yield "H"
                yield delay
                yield
                told.append(bottom(m))
                yield "<RETURN>"

        running(21, player)
        return told

    assert hints(0.0) == hints(0.3) == hints(5.0)


# the mouse


@pytest.mark.slow
def test_a_game_by_mouse_alone():
    game = numbered(7)

    def clicks(state, move):
        yield on_stack(move.pointer)
        if move.place != NONE:
            yield on_grid(move.place)

    def player(m):
        yield
        turned = 0
        while not morgan.game_over(game.state):
            found = morgan.moves(game.state)
            move = found[0] if found else morgan.Move(game.state.stack.index(0), NONE)
            for click in clicks(game.state, move):
                yield click
                yield
            yield from past_the_end(m)
            press_all(game, keys_of_move(game.state, morgan.Move(move.pointer, NONE)))
            if found:
                press_all(game, keys_of_move(game.state, move))
            assert stack_at(m) == list(game.state.stack)
            turned += 1
        assert turned > 40
        assert grid_at(m) == list(game.state.grid)
        assert bottom(m).startswith("The end: ")
        yield press_at(8 * bottom(m).index("N: new") + 12, 8 * 24 + 4)
        yield
        assert "A NEW GAME" in m.screen.text
        yield "<ESCAPE>"
        yield
        yield press_at(8 * bottom(m).index("Q: back") + 12, 8 * 24 + 4)
        yield
        assert "MORGAN2" in m.screen.text

    running(7, player)


def test_the_mouse_on_the_panel_presses_that_key():
    lines = {18: "H HINT", 20: "? KEYS", 22: "Q BACK"}

    def player(m):
        yield
        for row, name in lines.items():
            assert panel(m, row).startswith(name)
        yield press_at(290, 18 * 8 + 4)
        yield
        assert "about" in bottom(m)
        yield press_at(319, 20 * 8)
        yield
        assert " KEYS " in m.screen.text
        row = next(row for row, line in enumerate(m.screen.lines) if "a quick guess" in line)
        yield press_at(20, 8 * row + 4)
        yield
        assert "go on" not in m.screen.text
        for row in (0, 4, 9, 12, 13, 14, 16, 19, 21, 23):
            yield press_at(300, 8 * row + 4)
            yield
            assert panel(m, 22) == "Q BACK"
        yield press_at(300, 22 * 8 + 4)
        yield
        assert "MORGAN2" in m.screen.text

    running(7, player)


def test_a_click_on_the_grid_takes_the_domino_at_the_cursor_there():
    number = next(number for number in range(1, 50) if (game := numbered(number)).press("E") and game.state.selected)
    place = game.state.place

    def player(m):
        yield "<RETURN><ESCAPE>"
        yield on_grid(place)
        yield
        assert grid_at(m)[place] == game.state.selected

    running(number, player)


def test_clicks_beside_everything_change_nothing():
    def player(m):
        yield on_grid(5)
        yield
        assert bottom(m) == "First take a domino that fits"
        for x, y in ((196, 50), (228, 50), (250, 100), (100, 191), (0, 0)):
            yield press_at(x, y)
            yield
            assert stack_at(m) == [0] * 8
        yield on_stack(3)
        yield
        assert list(bars(m)[0])
        yield press_at(100, 100, 1)
        yield
        assert bars(m) == ({}, {3: 4})
        yield on_stack(3)
        yield on_stack(6)
        yield
        assert [at for at, code in enumerate(stack_at(m)) if code] == [3, 6]
        yield "X"
        yield on_stack(0)
        yield
        assert stack_at(m)[0] == 0

    running(4, player)


# another game


def test_new_games_by_number():
    def player(m):
        yield "<RETURN>N"
        yield
        assert "This game will be lost." in m.screen.text
        yield "<ESCAPE>"
        yield
        assert (panel(m, 2).strip(), stack_at(m)[0]) == ("7", numbered(7).state.deck[1])
        yield "NS"
        yield
        assert (panel(m, 2).strip(), stack_at(m)[0]) == ("7", 0)
        yield "q"
        for other in ("<ESCAPE>", "<RETURN>", "x<RETURN>", "0<RETURN>", "1000000<RETURN>"):
            yield "d" + other
            yield
            assert "MORGAN2" in m.screen.text
        yield "d123<RETURN>"
        yield
        assert panel(m, 2).strip() == "123"
        assert grid_at(m) == list(numbered(123).state.grid)
        yield "NN"
        yield
        assert panel(m, 2).strip() not in ("123", "7", "0")
        assert 1 <= int(panel(m, 2)) <= 999_999

    running(7, player)


def test_16_the_same_number_is_the_same_game_whatever_was_done_before():
    def seen(keys):
        def player(m):
            yield keys + "55<RETURN>"
            yield
            told.append(grid_at(m))
            yield "<RETURN><ESCAPE>"
            yield
            told[-1] += stack_at(m)

        told = []
        running(3, player)
        return told

    assert seen("qd") == seen("<RETURN>qdy") == seen("Gqd")
    assert seen("qd")[0][:64] == list(numbered(55).state.grid)


def test_numbers_that_are_drawn_do_not_depend_on_the_game_before():
    def numbers_after(keys):
        told = []

        def player(m):
            yield keys
            for _ in range(3):
                yield "qn"
                yield
                if "HOW TO PLAY" in m.screen.text:
                    yield "<RETURN>"
                    yield
                told.append(panel(m, 2))

        running(5, player)
        return told

    assert numbers_after("F") == numbers_after("qd5<RETURN>")
    assert len(set(numbers_after("F"))) == 3


@pytest.mark.parametrize("number", [-5, 1_000_000])
def test_a_number_out_of_range_is_any(number):
    m = running(number, None)
    assert 1 <= int(panel(m, 2)) <= 999_999


# the tape


def test_save_and_load():
    def player(m):
        yield "L"
        yield
        assert bottom(m) == "No game is saved"
        yield "<RETURN><ESCAPE><DOWN><RETURN><DOWN><RETURN>" + "G<RETURN>G<RETURN>G<RETURN>uO"
        yield
        assert bottom(m) == "Saved. L goes on from here"
        now = grid_at(m), stack_at(m)
        yield "G<RETURN>G<RETURN>NN"
        yield
        assert (grid_at(m), stack_at(m)) != now
        for keys in ("L", "NNL"):
            yield keys
            yield
            assert bottom(m) == "Loaded"
            assert (grid_at(m), stack_at(m)) == now
        yield "r"
        yield
        assert (grid_at(m), stack_at(m)) != now

    running(4, player)


def test_a_full_tape_is_reported():
    def full(name, value):
        raise edition.BasicError(0, "No room")

    def player(m):
        m.csave = full
        yield "O"
        yield
        assert bottom(m) == "Not saved: No room"

    running(7, player)


def with_tape(contents, player, number=5):
    def main(m):
        m.tape = MemoryTape(contents)
        edition.main(m, number=number)

    return headless(main, player, seed=1)


def begun():
    """What the tape has of a game that was begun."""
    game = numbered(1)
    game.press("E")
    return encode("MORGANEND", to_tape(game))


GAME_TEXT = begun()


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        (GAME_TEXT, True),
        (GAME_TEXT[:-9], False),
        (GAME_TEXT.replace("[1,", "[2,", 1), False),
        ("", False),
        (encode("MORGANEND", [1, 2, 3]), False),
        (encode("MORGANEND", "x"), False),
    ],
)
def test_an_unfinished_game_waits_unless_it_is_damaged(text, waits):
    def player(m):
        yield
        assert ("Go on" in m.screen.text) == waits
        yield "n"

    with_tape({"MORGANEND": text}, player, number=0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GAME_TEXT[:-9], "What was saved cannot be read"),
        (encode("MORGAN2", [1, 2, 3]), "What was saved is no game"),
    ],
)
def test_a_damaged_saved_game_is_refused_with_a_sentence(text, said):
    def player(m):
        yield "<RETURN>L"
        yield
        assert bottom(m) == said
        assert stack_at(m)[0]

    with_tape({"MORGAN2": text}, player)


@pytest.mark.parametrize("value", [5, [[1, 2]], [], [["x", 1, 2, 3]], [[1, 0, 1, 1]]])
def test_a_damaged_list_of_the_best_counts_as_empty(value):
    def player(m):
        yield "R"
        yield
        assert "No game" in m.screen.text

    with_tape({"MORGANBEST": encode("MORGANBEST", value)}, player, number=0)


def test_the_list_of_the_best_of_an_earlier_version_is_in_the_record():
    def player(m):
        yield "R"
        yield
        assert "Best  1  9.7 master" in m.screen.text
        assert "FINAL 6 or more" in m.screen.text
        assert re.search(r"1 +2 +0 +1", m.screen.text)

    games = [[536, 55, 12, 0], [300, 55, 13, 0], [600, 55, 12, 3]]
    with_tape({"MORGANBEST": encode("MORGANBEST", games)}, player, number=0)


# random keys


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_keys_keep_the_game_consistent(seed, monkeypatch):
    for name, value in LITTLE.items():
        monkeypatch.setattr(morgan_player, name, value)
    m = headless(checked_program(drawing=True, known=seed % 3 == 0), anything(seed, 200), seed=seed + 1)
    assert m.screen.text.strip()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 105))
def test_random_keys_keep_the_game_consistent_without_drawing(seed):
    headless(checked_program(drawing=False), anything(seed, 300, letters="G"), seed=seed)


# recording


class Hasty(Unpunctual):
    """A front end that is as unpunctual as a real one, with the keys of this game."""

    def _key(self):
        letter = self._random.choice("\r\r\rwasdHHHGuUXMCFBOLT?n5 \x1b")
        names = {"\r": "RETURN", "\x1b": "ESCAPE"}
        return [Key(names[letter]) if letter in names else Text(letter)]


@pytest.mark.slow
def test_a_recorded_game_is_replayed_exactly():
    def session(**more):
        return RecordedGame(lambda: lambda m: edition.main(m, number=5), header(1), **more)

    first = session(tape=MemoryTape())
    played = Played(Hasty(1, 60), first, "normal", 1)
    again = Played(Headless(), session(log=first.log, mode=ToTheEnd()), "normal", 1)
    assert (again.stream, again.ended) == (played.stream, played.ended)
    assert "Thinking" in "".join(part.decode("latin-1") for part in played.stream)


# the score's history, the daily game


def test_the_history_has_the_points_and_the_final_score_after_each_domino():
    game = numbered(5)
    while keys := quick_keys(game.state):
        press_all(game, keys)
    scores = edition.history.score_history(game)
    assert len(scores) == game.state.fill - 1  # the first domino is placed by the deal
    assert sum(points for points, _ in scores) == game.state.total
    assert scores[-1][1] == game.state.total / game.state.fill


def test_the_chart_shows_each_domino():
    def player(m):
        yield "V"
        yield
        assert "FINAL 0.0: novice, 6.0 to beginner." in m.screen.text
        yield "<RETURN>"
        for _ in range(12):
            yield "G<RETURN>"
        yield "v"
        yield
        assert " THE SCORE " in m.screen.text
        foot = next(y for y in range(40, 199) if pixel(m, 32 + 4 * 63, y) == 1)  # the red line
        heights = [sum(pixel(m, 32 + 4 * x, foot - y) == 2 for y in range(1, 35)) for x in range(63)]
        fill = int(re.search(r"FILL +(\d+)", m.screen.text)[1])
        assert all(heights[: fill - 1])
        assert not any(heights[fill - 1 :])
        yield "<RETURN>"
        yield
        assert numbers(m)[1] == str(fill)

    running(5, player)


def test_the_daily_game():
    def player(m):
        yield "t<RETURN>"
        yield
        assert (panel(m, 0).strip(), panel(m, 2).strip()) == ("22 Nov", "261122")
        assert grid_at(m) == list(numbered(261122).state.grid)

    running(0, player, day=20261122)


def test_the_launcher_gives_the_date():
    program = Launcher(seed=1, keep=False).program("morgan2")
    launcher = Launcher(seed=1, keep=False)
    launcher.new(program)
    assert re.fullmatch(r"20\d{6}", str(program.chosen["day"]))
    chosen = launcher.program("morgan2", {"day": 20260101})
    launcher.new(chosen)
    assert chosen.chosen["day"] == 20260101
