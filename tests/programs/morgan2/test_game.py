"""Playing morgan2: every key and the mouse, hints, the end, the tape; by players that see only the screen."""

import os
import re
import signal
import subprocess
import sys

import pytest
from retro.programs.morgan2 import edition, morgan2, screen
from retro.programs.morgan2.morgan2 import NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules import picture as morgan_picture
from retro.programs.morgan2.rules import player as morgan_player
from retro.programs.morgan2.rules.history import keys_of_move, press_key, to_tape

from retro.frontends.headless import Headless, headless
from retro.input.events import Key, Text
from retro.launcher.launcher import Launcher
from retro.machine.tape import MemoryTape, encode
from retro.session.replay import ToTheEnd
from retro.session.storage import VARIABLE, FolderTape
from tests.support.morgan_players import (
    LITTLE,
    NAMES,
    anything,
    bars,
    bottom,
    checked_program,
    code_at,
    grid_at,
    numbered,
    on_grid,
    on_stack,
    panel,
    past_the_end,
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
    """TOTAL, FILL, FINAL, CODED."""
    return [panel(m, row).split()[1] for row in (4, 6, 8, 10)]


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
        ("  WWaA", "<RETURN><RETURN><UP><UP><LEFT><LEFT>"),
        ("  DDs", "<RETURN><RETURN><RIGHT><RIGHT><DOWN>"),
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


@pytest.mark.parametrize("before", ["", "<RETURN><RETURN>"])
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
        for name in ("TAB", "COPY", "f3", "DELETE", "SHIFT"):
            yield f"<{name}>"
            yield
            assert picture(m) == now

    running(4, player)


@pytest.mark.parametrize("before", ["", "<RETURN><RETURN>", "X", "F", "<RETURN><RETURN>C"])
@pytest.mark.parametrize("key", ["q", "Q"])
def test_13_q_ends_and_the_screen_is_restored(before, key):
    def player(m):
        yield before + ("x" if before == "X" else "") or None
        yield key
        if "<RETURN>" in before:
            yield
            assert bottom(m) == "Quit this game? Y: yes  N: no"
            yield "xY"

    m = running(4, player)
    text = " ".join(m.screen.text.split())
    assert text == "Game number 4 TOTAL 0 FILL 1 FINAL 0.0 CODED 0 Thank you for playing."
    assert m.screen.cursor_shown
    assert m.screen.palette.colours == [0, 1, 3, 7]
    assert m.screen.graphics_plane.window == (0, 0, 319, 199)
    assert (m.keyboard.cursor_keys, m.keyboard.escape_types, m.keyboard.pointer.types) == (0, False, False)
    assert (m.screen.text_plane.ink, m.screen.text_plane.paper) == running_colours()


@pytest.mark.parametrize("answer", ["N", "n", "<ESCAPE>", press_at(100, 100)])
def test_q_does_not_end_without_a_yes(answer):
    def player(m):
        yield "<RETURN>"
        yield
        stack = stack_at(m)
        yield "Q"
        yield
        assert bottom(m) == "Quit this game? Y: yes  N: no"
        yield "?"
        yield
        assert "THE KEYS" in m.screen.text
        yield "  "
        yield
        assert bottom(m) == "Quit this game? Y: yes  N: no"
        yield answer
        yield
        assert bottom(m) == "Return takes this domino to the grid"
        assert stack_at(m) == stack

    running(4, player)


def test_a_click_on_quit_asks_and_a_second_one_quits():
    def player(m):
        yield "<RETURN>"
        yield press_at(240, 8 * 22 + 3)
        yield
        assert bottom(m) == "Quit this game? Y: yes  N: no"
        yield press_at(240, 8 * 22 + 3)

    assert "Thank you" in running(4, player).screen.text


@pytest.mark.parametrize(
    ("question", "answer", "then"),
    [
        ("<RETURN>Q", "Y: yes", "Thank you"),
        ("<RETURN>Q", "N: no", "Return takes this domino"),
        ("<RETURN>N", "N: any", "Return turns up"),
        ("<RETURN>N", "S: same", "Return turns up"),
    ],
)
def test_answers_in_the_bottom_row_can_be_clicked(question, answer, then):
    def player(m):
        yield question
        yield
        yield press_at(8 * bottom(m).index(answer) + 24, 8 * 24 + 4)
        yield
        assert then in m.screen.text

    headless(lambda m: [edition.main(m, number=4), m.get()], player, seed=1)


def running_colours():
    fresh = headless(lambda m: m.mode(7)).screen.text_plane
    return fresh.ink, fresh.paper


def test_escape_goes_back_to_the_stack_only():
    def player(m):
        yield "<RETURN><RETURN>"
        yield
        assert list(bars(m)[0]) == [numbered(4).state.place]
        yield "<ESCAPE>"
        yield
        assert bars(m) == ({}, {0: 2})
        assert code_at(m, 232, 0) == numbered(4).state.deck[1]
        yield "<ESCAPE>"
        yield
        assert bottom(m) == "Press Q to quit"
        yield "<DOWN>"
        yield
        assert bars(m) == ({}, {1: 2})

    running(4, player)


@pytest.mark.parametrize("silent", [False, True])
def test_11_a_refusal_prints_a_reason_and_beeps(silent):
    game = numbered(6)
    press_all(game, "E")
    place = next(
        at for at in morgan.open_places(game.state.grid) if morgan.wrong_sides(game.state.grid, at, game.state.stack[0])
    )
    (side,) = morgan.wrong_sides(game.state.grid, place, game.state.stack[0])
    way = "E" + edition.history.keys_to_grid(press_key(game.state, "E"), place)

    def player(m):
        yield "<RETURN>" + typed(way)[:-8]
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
    front.run(lambda m: edition.main(m, number=6, silent=silent), 1)


def test_7_a_place_without_neighbours_is_refused_with_a_reason():
    game = numbered(6)
    far = typed("R" * 7 if game.state.column < 4 else "L" * 7)

    def player(m):
        yield "<RETURN><RETURN>" + far + "<RETURN>"
        yield
        assert bottom(m) == "There is no domino beside this place"

    running(6, player)


@pytest.mark.slow
def test_placing_sounds_higher_with_more_neighbours():
    """And nothing else is heard but a tick for each domino that is turned up."""
    heard, game = {}, numbered(9)

    def player(m):
        while keys := quick_keys(game.state):
            count, before = len(front.notes), game.state
            yield typed(keys)
            yield
            press_all(game, keys)
            (note,) = front.notes[count:][:1]
            if game.state.fill > before.fill:
                places = [at for at in range(64) if game.state.grid[at] and not before.grid[at]]
                heard.setdefault(len(morgan.neighbours(game.state.grid, places[0])), set()).add(note.steps[0][1])

    front = Headless(player)
    front.run(lambda m: edition.main(m, number=9), 1)
    assert [len(pitches) for pitches in heard.values()] == [1] * len(heard)
    (rising,) = zip(*(heard[count] for count in sorted(heard)))
    assert list(rising) == sorted(set(rising))
    assert len(rising) >= 3


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
            final = morgan.tenths(state.total, state.fill)
            assert numbers(m)[:3] == [str(state.total), str(state.fill), final]
        seen.append((bottom(m), panel(m, 0).strip()))
        yield from ("T", None)
        assert f"{morgan.tenths(state.total, state.fill):>5}" in m.screen.text
        yield from (" ", None, " ", None, "Q")

    return player


@pytest.mark.slow
def test_a_whole_game_by_its_keys():
    game, seen = numbered(2), []
    m = running(2, by_quick(game, seen))
    assert seen == [(f"The end: {morgan.game_over(game.state)}. N: new  Q: quit", "BEST 1")]
    assert "Thank you" in m.screen.text
    assert m.cload("MORGANBEST") == [[game.state.total, game.state.fill, 2, 0]]
    assert m.cload("RESULT") == f"{game.state.fill} laid, {game.state.total} points"


def filled():
    """The game of the full grid, and the keys that play it place by place."""
    from tests.programs.morgan2.test_rules import FULL_GRID, filling

    return edition.history.GameHistory(morgan2.start(FULL_GRID, 0), 1), filling()


@pytest.mark.slow
def test_14_the_full_grid_on_the_screen(monkeypatch):
    game, keys = filled()
    monkeypatch.setattr(morgan2, "deal", lambda rnd: game.state)

    def player(m):
        for pressed in keys:
            yield NAMES[pressed]
        yield
        yield from past_the_end(m)
        assert bottom(m) == "The end: grid full. N: new  Q: quit"
        assert numbers(m) == ["896", "64", "14.0", "896"]
        assert panel(m, 0).strip() == "BEST 1"
        yield "H"
        yield
        assert bottom(m) == "This game is over: N begins a new one"
        yield "U"
        yield "u"
        yield
        assert numbers(m)[1] == "63"
        assert panel(m, 0).endswith("GAME")
        yield "R"
        yield
        assert bottom(m) == "The end: grid full. N: new  Q: quit"

    front = Headless(player)
    front.run(lambda m: edition.main(m, number=1), 1)
    assert [note.steps[0][1] for note in front.notes[-4:]] == [*edition.BEST_TUNE]


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
        total, fill, final, coded = numbers(m)
        yield "u"
        yield
        assert not bottom(m).startswith("The end")
        yield "R"
        yield
        assert (grid_at(m), stack_at(m)) == places
        assert numbers(m) == [total, fill, final, coded]
        assert panel(m, 0) == "GAME *", "undo lets a player look ahead"

    running(2, player)


# undo and redo


def test_undo_and_redo_on_the_screen():
    def player(m):
        yield
        seen = [picture(m)]
        for keys in ("<RETURN>", "<DOWN><RETURN>"):
            yield keys
            yield
            seen.append(picture(m))
        yield "u"
        yield
        assert stack_at(m)[:2] == [numbered(5).state.deck[1], 0]
        assert panel(m, 0) == "GAME *"
        yield "u"
        yield
        assert stack_at(m) == [0] * 8
        yield "u"
        yield
        assert bottom(m) == "Nothing to undo"
        yield "U"
        yield "r"
        yield
        assert stack_at(m)[:2] == list(numbered(5).state.deck[1:3])
        yield "U"
        yield
        assert bottom(m) == "Nothing to redo; U undoes"

    running(5, player)


@pytest.mark.slow
def test_a_game_with_a_star_is_not_entered():
    game = numbered(3)

    def player(m):
        yield from ("<RETURN>", "u", "R", None)
        press_all(game, "E")
        while keys := quick_keys(game.state):
            yield typed(keys)
            press_all(game, keys)
            yield
            yield from past_the_end(m)
        assert bottom(m).startswith("The end: ")
        assert panel(m, 0).strip() == "GAME *"
        yield from ("T", None)
        assert "none yet" in m.screen.text
        yield from ("V", None)
        assert "A domino was seen early." in m.screen.text

    m = running(3, player)
    assert m.tape.load("MORGANBEST") is None


# hints


@pytest.mark.slow
def test_a_hint_is_shown_then_done():
    def player(m):
        yield "<DOWN>H"
        yield
        assert bottom(m).startswith("Marked: FINAL about ")
        assert bars(m)[1] == {1: 2}
        yield "H"
        yield
        assert stack_at(m)[1] == numbered(4).state.deck[1]
        for _ in range(12):
            before = numbers(m), stack_at(m)
            yield "H"
            yield
            said = bottom(m)
            assert "about" in said
            assert said.endswith("H: do it")
            assert (numbers(m), stack_at(m)) == before
            yield "H"
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
            assert bottom(m) == "A quick guess is marked. G: do it"
            yield "g"
            yield
            yield from past_the_end(m)
            press_all(game, keys)
            assert stack_at(m) == list(game.state.stack)
        assert grid_at(m) == list(game.state.grid)
        yield "G"
        yield
        assert bottom(m) == "This game is over: N begins a new one"

    m = running(4, player)
    ((total, fill, number, hints),) = m.cload("MORGANBEST")
    assert (total, fill, number) == (game.state.total, game.state.fill, 4)
    assert hints == game.state.fill - 1 + game.state.next - 1


def test_a_hint_is_forgotten_when_it_is_old():
    def player(m):
        yield "G"
        yield "<RETURN>"
        yield "H"
        yield
        assert bottom(m).startswith("Marked: FINAL about ")
        assert stack_at(m)[1:] == [0] * 7
        yield "uH"
        yield
        assert bottom(m).startswith("Marked: FINAL about ")

    running(4, player)


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
        yield from (f"{keys}" for keys in ["GH"] * 10)
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
    assert seen[-1] == "The best so far is marked. H: do it"
    assert m.keyboard.escape_types
    assert (m.screen.text_plane.ink, m.screen.text_plane.paper) == running_colours()


@pytest.mark.usefixtures("many_slices")
def test_keys_typed_during_the_search_are_obeyed_later():
    seen = []
    running(21, looking(seen, "<DOWN><DOWN>"))
    assert seen[-1].startswith(("Return", "Hint"))

    def player(m):
        yield [Text("H"), Key("DOWN"), Key("DOWN")]
        yield
        assert bars(m)[1][2] == 2

    running(21, player)


@pytest.mark.slow
def test_the_hint_depends_on_the_random_numbers_alone():
    """However late the machine is looked at."""

    def hints(delay):
        told = []

        def player(m):
            yield from (["GH"] * 10)
            for _ in range(3):
                yield
                yield "H"
                yield delay
                yield
                told.append(bottom(m))
                yield "H"

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
            press_all(game, keys_of_move(game.state, move))
            assert stack_at(m) == list(game.state.stack)
            turned += 1
        assert turned > 40
        assert grid_at(m) == list(game.state.grid)
        assert bottom(m).startswith("The end: ")
        yield press_at(8 * bottom(m).index("N: new") + 12, 8 * 24 + 4)
        yield
        assert bottom(m).startswith("Number?")
        yield "<ESCAPE>"
        yield
        yield press_at(8 * bottom(m).index("Q: quit") + 12, 8 * 24 + 4)

    m = running(7, player)
    assert "Thank you" in m.screen.text


def test_the_mouse_on_the_panel_presses_that_key():
    lines = {18: "H HINT", 20: "? KEYS", 22: "Q QUIT"}

    def player(m):
        yield
        for row, name in lines.items():
            assert panel(m, row).startswith(name)
        yield press_at(290, 18 * 8 + 4)
        yield
        assert "H: do it" in bottom(m)
        yield press_at(319, 20 * 8)
        yield
        for _ in morgan_picture.PAGES_OF_HELP:
            assert bottom(m) == "Press any key, or click"
            yield press_at(5, 5)
            yield
        assert panel(m, 22) == "Q QUIT"
        for row in (0, 4, 9, 12, 13, 14, 16, 19, 21, 23):
            yield press_at(300, 8 * row + 4)
            yield
            assert panel(m, 22) == "Q QUIT"
        yield press_at(300, 22 * 8 + 4)

    assert "Thank you" in running(7, player).screen.text


def test_clicks_beside_everything_change_nothing():
    def player(m):
        yield on_grid(5)
        yield
        assert bottom(m) == "First take a domino from the stack"
        for x, y in ((196, 50), (228, 50), (250, 100), (100, 191), (0, 0)):
            yield press_at(x, y)
            yield
            assert stack_at(m) == [0] * 8
        yield on_stack(3)
        yield on_stack(3)
        yield
        assert list(bars(m)[0])
        yield press_at(100, 100, 1)
        yield
        assert bars(m) == ({}, {3: 2})
        yield on_stack(3)
        yield on_stack(6)
        yield
        assert [at for at, code in enumerate(stack_at(m)) if code] == [3, 6]
        yield "X"
        yield on_stack(0)
        yield
        assert stack_at(m)[0] == 0
        yield "N"
        yield on_stack(0)
        yield
        assert bottom(m) == "Fits nowhere now; Return takes it", "the game goes on"

    running(7, player)


# another game


def test_a_click_on_a_key_of_the_help_presses_it():
    def player(m):
        for pages, (x, y), shown in (
            (0, (12, 14 * 8 + 4), "No domino here: bars come with one"),
            (0, (160, 12 * 8 + 4), "Nothing to redo; U undoes"),
            (1, (160, 16 * 8 + 4), "No game is saved"),
            (1, (12, 20 * 8 + 4), "Return turns up the next domino"),
        ):
            yield "?" + " " * pages
            yield press_at(x, y)
            yield
            assert bottom(m) == shown
        yield "?b"
        yield
        assert bottom(m) == "Crosses: nothing fits there any more"
        yield "<RETURN>?q"
        yield
        assert bottom(m).startswith("Quit")
        assert stack_at(m)[0], "the game is shown behind the question"
        yield "n"

    running(7, player)


def test_new_games_by_number():
    def player(m):
        yield "<RETURN>N"
        yield
        assert bottom(m).startswith("Number?")
        assert bottom(m).endswith("S: same  N: any")
        yield "123<DELETE>4567890"
        yield
        assert bottom(m).startswith("Number? 124567 ")
        yield "?  "
        yield
        assert bottom(m).startswith("Number? 124567 ")
        yield "x"
        yield
        assert (panel(m, 2).strip(), stack_at(m)[0]) == ("7", numbered(7).state.deck[1])
        yield "NS"
        yield
        assert (panel(m, 2).strip(), stack_at(m)[0]) == ("7", 0)
        yield "n123<RETURN>"
        yield
        assert panel(m, 2).strip() == "123"
        assert grid_at(m) == list(numbered(123).state.grid)
        yield "N<RETURN>"
        yield
        assert panel(m, 2).strip() not in ("123", "7", "0")
        assert 1 <= int(panel(m, 2)) <= 999_999
        yield "N0<RETURN>"
        yield
        assert panel(m, 2).strip() != "0"

    running(7, player)


def test_16_the_same_number_is_the_same_game_whatever_was_done_before():
    def seen(keys):
        def player(m):
            yield keys + "N55<RETURN>"
            yield
            told.append(grid_at(m))
            yield "<RETURN>"
            yield
            told[-1] += stack_at(m)

        told = []
        running(3, player)
        return told

    assert seen("") == seen("<RETURN><RETURN>") == seen("G")
    assert seen("")[0][:64] == list(numbered(55).state.grid)


def test_numbers_that_are_drawn_do_not_depend_on_the_game_before():
    def numbers_after(keys):
        told = []

        def player(m):
            yield keys
            for _ in range(3):
                yield "N<RETURN>"
                yield
                told.append(panel(m, 2))

        running(0, player)
        return told

    assert numbers_after("F") == numbers_after("N5<RETURN>")
    assert len(set(numbers_after("F"))) == 3


@pytest.mark.parametrize("number", [0, -5, 1_000_000])
def test_a_number_out_of_range_is_any(number):
    m = running(number, None)
    assert 1 <= int(panel(m, 2)) <= 999_999


# the tape


def test_save_and_load():
    def player(m):
        yield "L"
        yield
        assert bottom(m) == "No game is saved"
        yield "<RETURN><DOWN><RETURN><DOWN><RETURN>" + "GHGHGHu" + "<RETURN>O"
        yield
        assert bottom(m) == "Saved. L goes on from here"
        now = picture(m)[: 320 * 191]
        yield "GHGHN99<RETURN>"
        yield
        assert picture(m)[: 320 * 191] != now
        yield "L"
        yield
        assert bottom(m) == "Loaded"
        assert picture(m)[: 320 * 191] == now
        yield "u"
        yield "r"

    running(7, player)


def test_a_full_tape_is_reported():
    def full(name, value):
        raise edition.BasicError(0, "No room")

    def player(m):
        m.csave = full
        yield "O"
        yield
        assert bottom(m) == "Not saved: No room"

    running(7, player)


def with_tape(contents, player):
    def main(m):
        m.tape = MemoryTape(contents)
        edition.main(m, number=5)

    return headless(main, player, seed=1)


GAME_TEXT = encode("MORGAN2", to_tape(numbered(1)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GAME_TEXT, "Loaded"),
        (GAME_TEXT[:-9], "What was saved cannot be read"),
        (GAME_TEXT.replace("[1,", "[2,", 1), "What was saved cannot be read"),
        ("", "What was saved cannot be read"),
        (encode("MORGAN2", [1, 2, 3]), "What was saved is no game"),
        (encode("MORGAN2", "x"), "What was saved is no game"),
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(text, said):
    def player(m):
        yield "<RETURN>L"
        yield
        assert bottom(m) == said
        yield "<RETURN>"
        yield
        assert stack_at(m)[0]

    with_tape({"MORGAN2": text}, player)


@pytest.mark.parametrize(
    "text", ["", encode("MORGANBEST", 5), encode("MORGANBEST", [[1, 2]]), encode("MORGANBEST", [])]
)
def test_a_damaged_list_of_the_best_counts_as_empty(text):
    def player(m):
        yield "T"
        yield
        assert m.screen.text.count("none yet") == 1

    with_tape({"MORGANBEST": text}, player)


def test_the_list_of_the_best_is_kept():
    def player(m):
        yield "T"
        yield
        assert m.screen.lines[4].rstrip() == " 1    9.7    536    55      12      3"

    with_tape({"MORGANBEST": encode("MORGANBEST", [[536, 55, 12, 3]])}, player)


# Plays with the keys that are given, tells when it has saved, and waits to be killed.
CHILD = """
import sys, time
from retro.frontends.headless import Headless
from retro.session.storage import FolderTape
from retro.programs.morgan2 import edition, screen

def player(m):
    yield sys.argv[1]
    yield
    assert "Saved" in m.screen.lines[24]
    print(bytes(m.screen.framebuffer.pixels[: 320 * 191]).hex(), flush=True)
    time.sleep(60)

def main(m):
    m.tape = FolderTape("morgan2")
    edition.main(m, number=31)

Headless(player).run(main, 1)
"""


def test_saved_killed_and_loaded(tmp_path, monkeypatch):
    keys = "GH" * 30 + "uu<DOWN><DOWN><RETURN>R<RETURN><LEFT>O"
    environment = os.environ | {VARIABLE: str(tmp_path)}
    child = subprocess.Popen([sys.executable, "-c", CHILD, keys], stdout=subprocess.PIPE, env=environment, text=True)
    try:
        before = bytes.fromhex(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
    finally:
        child.kill()
        child.communicate()
    assert child.returncode == -signal.SIGKILL
    monkeypatch.setenv(VARIABLE, str(tmp_path))

    def player(m):
        yield "<RETURN>L"
        yield
        assert picture(m)[: 320 * 191] == before

    def main(m):
        m.tape = FolderTape("morgan2")
        edition.main(m, number=31)

    headless(main, player, seed=1)


# random keys


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_keys_keep_the_game_consistent(seed, monkeypatch):
    for name, value in LITTLE.items():
        monkeypatch.setattr(morgan_player, name, value)
    m = headless(checked_program(drawing=True, known=seed % 3 == 0), anything(seed, 200), seed=seed + 1)
    assert m.screen.lines[0].strip()


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
        assert "No domino is placed yet." in m.screen.text
        yield " "
        for _ in range(12):
            yield "GH"
        yield "v"
        yield
        assert m.screen.text.startswith(" THE SCORE SO FAR")
        pixels = m.screen.framebuffer.pixels
        heights = [sum(pixels[320 * y + 8 + 4 * x] in (2, 3) for y in range(80, 168)) for x in range(morgan2.PLACES)]
        fill = int(re.search(r"FILL +(\d+)", m.screen.text)[1])
        assert all(heights[: fill - 1])
        assert not any(heights[fill - 1 :])
        assert (
            screen.POINTS - 8 * 4 * screen.POINT >= screen.FINALS > 8 * 10 + 8 * 112 / 64 * screen.FINAL
        )  # eight a neighbour is most; above it are texts
        yield " "
        yield
        assert numbers(m)[1] == str(fill)
        yield "vn"
        yield
        assert bottom(m).startswith("Number?")

    running(5, player)


def test_the_daily_game():
    def player(m):
        yield "NS"
        yield "N"
        yield
        assert bottom(m).endswith("S: same  N: any  D: day")
        yield "d"
        yield
        assert panel(m, 2).strip() == "261122"
        assert grid_at(m) == list(numbered(261122).state.grid)

    running(5, player, day=20261122)


def test_the_launcher_gives_the_date():
    program = Launcher(seed=1, keep=False).program("morgan2")
    launcher = Launcher(seed=1, keep=False)
    launcher.new(program)
    assert re.fullmatch(r"20\d{6}", str(program.options["day"]))
    chosen = launcher.program("morgan2", {"day": 20260101})
    launcher.new(chosen)
    assert chosen.options["day"] == 20260101
