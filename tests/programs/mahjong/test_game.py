"""Mahjong as it is played: the numbered cases of its specification on the machine, and what the original has not."""

import random
import re
from functools import partial

import pytest
from retro.programs.mahjong import edition, mahjong
from retro.programs.mahjong.rules import board as rules
from retro.programs.mahjong.rules import picture

from retro.basic import Escape
from retro.frontends.headless import headless
from retro.input.events import Down, Text, Up
from tests.support.mahjong_players import (
    DEAL,
    HIGH,
    LOW,
    SEED,
    SOLUTION,
    Table,
    begin,
    check,
    click,
    is_solution,
    pairs_by,
    place,
    reach,
    skip,
    solution,
    spot,
    take,
    take_all,
    take_by_keys,
    typed,
    without,
)

TOP = place("745")


def played(player, **options):
    """A game from the board on."""

    def whole(table):
        yield from begin()
        yield from player(table)

    return Table(**options).play(whole)


# the numbered cases


def test_the_deal_says_what_it_counts():
    def player(m):
        yield 0.3
        assert re.search(r" \d+ TILES TO DEAL", m.screen.text)
        yield "<ESCAPE>"

    with pytest.raises(Escape):
        headless(edition.main, player)


def test_1_the_start_on_the_screen():
    def player(table):
        assert table.beside(0) == "TILES"
        assert table.beside(1) == "144"
        assert table.beside(7) == "0/1"
        assert (table.beside(9), table.beside(11)) == ("LEVEL", "12345")
        grounds = [table.m.point(32 * column, 799 - 32 * 11) for column in range(33, 38)]
        assert grounds == [picture.WHITE, *4 * [picture.BLACK]], "the tile under the cursor lies on level 1"
        assert table.beside(14) == str(SEED)
        yield from typed("p")
        assert (table.beside(3), table.beside(4)) == ("PAIRS", "17")
        yield from typed("p")
        assert (table.beside(3), table.beside(4)) == ("", "")

    played(player)


PAIRS_AFTER = {1: "15", 10: "15", 36: "11", 71: "1"}


@pytest.mark.slow
def test_2_the_solution_wins():
    def player(table):
        yield from typed("p")
        for number, pair in enumerate(SOLUTION[:-1], 1):
            yield from take_by_keys(table, *pair)
            check(table.v)
            if number in PAIRS_AFTER:
                assert (table.beside(1), table.beside(4)) == (str(144 - 2 * number), PAIRS_AFTER[number])
        yield from take(table, *SOLUTION[-1])
        yield from typed(" ")  # a key ends the tune
        assert table.upper.startswith("YOU WON!  TIME ")
        assert table.message == "TRY AGAIN? (y/n)  b SAME DEAL  u UNDO"
        assert table.beside(7) == "1/1"
        assert table.v.statistics[:3] == [1, 1, 1]
        yield from typed("xn")

    table = Table(tape={})
    table.play(lambda table: (step for part in (begin(), player(table)) for step in part))
    assert "Games won: 1 of 1" in table.m.screen.text


@pytest.mark.slow
def test_3_a_stuck_game_beeps_at_once_and_help_ends_it():
    def player(table):
        pairs = pairs_by(min)
        skip(table, pairs[:36])
        for pair in pairs[36:]:
            assert "NO PAIR" not in table.message
            yield from take(table, *pair)
        assert table.beside(1) == "62"
        assert table.message == "NO PAIR LEFT: u UNDO m MIX h GAME OVER"
        yield from typed("h")
        assert table.upper == "GAME OVER, 62 TILES LEFT."
        assert table.m.cload("RESULT") == "62 tiles left"
        assert table.message == "TRY AGAIN? (y/n)  b SAME DEAL  u UNDO"
        yield from typed("u")
        assert table.v.tiles == 64
        assert table.v.playing
        assert table.message.startswith("ARROWS")

    played(player)


@pytest.mark.slow
def test_4_always_the_highest_pair_wins():
    def player(table):
        pairs = pairs_by(max)
        skip(table, pairs[:62])
        yield from take_all(table, pairs[62:])
        yield from typed(" ")
        assert table.v.wins == 1

    played(player)


def test_8_the_inner_right_tile_stays_shut_while_one_of_two_lies_on_its_left():
    """Where the original lets it go."""

    def player(table):
        v = table.v
        for one in range(mahjong.TILES):
            x, y, _ = mahjong.POSITIONS[one]
            if y == 4 and x < 14:
                mahjong.take(v.values, one)
        assert v.values[place("E41")] == 3
        yield from typed(reach(v, 14, 4) + " ")
        assert v.selected == -1
        assert table.message == f"{sign('E41')} IS SHUT BY {sign('D51')} AND {sign('F41')}."

    played(player)


def sign(short):
    return mahjong.SIGNS[DEAL[place(short)] - 1]


def test_10_undo_puts_all_144_values_back():
    def player(table):
        before = list(table.v.values)
        yield from take(table, *SOLUTION[0])
        yield from typed("u")
        assert table.v.values == before
        assert table.beside(1) == "144"

    played(player)


def pixels(m):
    return bytes(m.screen.framebuffer.pixels)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (None, None, "NO TILE LIES HERE."),
        (None, "311", f"{mahjong.SIGNS[DEAL[1] - 1]} IS SHUT BY K AND M."),
        ("211", "211", ""),
        ("211", "D11", "THAT IS NO PAIR."),
        ("211", "311", "THAT IS NO PAIR."),
        ("211", None, "THAT IS NO PAIR."),
    ],
)
def test_11_a_blocked_tile_beeps_and_drops_the_selection(first, second, said):
    def player(table):
        v = table.v
        if first:
            yield from typed(reach(v, int(first[0], 16), 1) + " ")
            assert v.selected == place(first)
        here = (int(second[0], 16), 1) if second else (2, 2)
        yield from typed(reach(v, *here))
        before = list(v.values)
        yield from typed(" ")
        assert v.selected == -1
        assert v.values == before
        assert table.beeps == [LOW]
        assert table.message == said or (not said and table.message.startswith("ARROWS"))
        assert table.beside(1) == "144"

    played(player)


def test_12_the_cursor_passes_around_the_top_tile():
    def player(table):
        v = table.v
        for keys, expected in ((reach(v, 6, 4), (6, 4)), ("d", (7, 4)), ("d", (9, 4)), ("a", (7, 4)), ("s", (7, 6))):
            yield from typed(keys)
            assert (v.x, v.y) == expected

    played(player)


@pytest.mark.parametrize("keys", ["D A S W", "d a s w", "d a z w", "<RIGHT> <LEFT> <DOWN> <UP>"])
def test_12_all_keys_that_move(keys):
    def player(table):
        yield from typed(reach(table.v, 5, 3))
        for key, expected in zip(keys.split(), ((6, 3), (5, 3), (5, 4), (5, 3))):
            yield from typed(key)
            assert (table.v.x, table.v.y) == expected

    played(player)


def test_13_the_ends_of_row_4():
    def player(table):
        v = table.v
        for keys, expected in ((reach(v, 13, 3), (13, 3)), ("d", (14, 4)), (reach(v, 2, 6), (2, 6)), ("a", (1, 4))):
            yield from typed(keys)
            assert (v.x, v.y) == expected

    played(player)


@pytest.mark.parametrize(("original", "beeps"), [(True, [LOW]), (False, [])])
def test_14_undo(original, beeps):
    def player(table):
        yield from typed("u")
        assert table.beeps == [LOW]
        yield from take_all(table, SOLUTION[:2])
        assert table.beeps == [LOW] + 4 * [HIGH]
        yield from typed("uu")
        assert table.beeps[5:] == beeps
        assert table.v.tiles == (142 if original else 144)

    played(player, original_undo=original)


def test_14_undo_drops_the_selection_first():
    def player(table):
        yield from take(table, *SOLUTION[0])
        yield from typed(reach(table.v, 2, 1) + " ")
        assert table.v.selected == place("211")
        yield from typed("u")
        assert table.v.selected == -1
        assert table.v.tiles == 144

    played(player)


def state(v):
    names = ["values", "kinds", "order", "tiles", "x", "y", "can_undo", "seed", "games", "wins", "won", "hints"]
    return {name: getattr(v, name) for name in names} | {"taken": v.taken[: mahjong.TILES - v.tiles]}


def test_15_save_new_game_load():
    def player(table):
        v = table.v
        yield from take_all(table, SOLUTION[:10])
        yield from typed(reach(v, 3, 3) + "oy  ")
        assert table.message == "SAVED."
        saved, before = state(v), v.values[SOLUTION[9][0]]
        assert (v.x, v.y, v.tiles) == (3, 3, 124)
        yield from typed("ryy ")
        assert state(v) != saved
        assert (v.games, v.tiles) == (2, 144)
        yield from typed("ly")
        assert state(v) == saved
        assert table.message == "LOADED."
        assert table.beside(7) == "0/1"
        check(v)
        yield from typed("u")
        assert v.tiles == 126
        assert before == mahjong.GONE != v.values[SOLUTION[9][0]]

    table = played(player)
    assert sorted(name for name in table.tape.contents if "SAV" in name) == ["MAHJSAV1", "MAHJSAV2", "MAHJSAV3"]


def test_15_saved_killed_and_loaded_from_the_title_page():
    kept = {}

    def first(table):
        yield from typed("p")
        yield from take_all(table, SOLUTION[:7])
        yield from typed("uo")
        assert table.upper == "SAVE GAME: PRESS y WHEN TAPE IS READY"
        assert table.message == "OR n TO ABORT."
        yield from typed("y")
        assert (table.upper, table.message) == ("SAVED MAHJSAV1", "HIT A KEY")
        yield 1.0
        yield None
        assert table.upper == "SAVED MAHJSAV2"
        yield from typed(" ")
        kept["state"], kept["time"], kept["pixels"] = state(table.v), saved_time(table), board(table.m)

    tape = dict(played(first).tape.contents)

    def second(table):
        yield from typed("ly")
        assert state(table.v) == kept["state"]
        assert board(table.m) == kept["pixels"]
        yield from typed("oy  ")
        assert 0 <= saved_time(table) - kept["time"] < 50
        yield from typed("uu")
        assert table.v.tiles == 136
        check(table.v)

    Table(tape=tape).play(second)


def saved_time(table):
    """How long the game that was saved has lasted, in centiseconds: the eighth number of the store."""
    return table.m.cload("MAHJSAV1")[0][1][0]


def board(m):
    """The pixels of the turtle."""
    rows = pixels(m)
    return b"".join(rows[320 * y : 320 * y + 256] for y in range(176))


DAMAGES = {
    "missing": lambda tape: [tape.pop(f"MAHJSAV{n}", None) for n in (1, 2, 3)],
    "one of three missing": lambda tape: tape.pop("MAHJSAV3"),
    "cut short": lambda tape: tape.update(MAHJSAV2=tape["MAHJSAV2"][:-30]),
    "another name": lambda tape: tape.update(MAHJSAV1=tape["MAHJSAV2"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("at_title", [True, False])
def test_16_a_failed_load_changes_nothing(damage, at_title):
    def player(table):
        yield from take_all(table, SOLUTION[:3])
        yield from typed("oy  ")
        if at_title:
            yield from typed("ryy")
        DAMAGES[damage](table.tape.contents)
        before = state(table.v)
        yield from typed("ly")
        assert state(table.v) == before
        row = table.upper if at_title else table.message
        assert row in ("NOT LOADED: File?", "NOT LOADED: Data?")
        assert LOW in table.beeps
        yield from typed(" " if at_title else "u")
        assert table.v.tiles == (144 if at_title else 140)

    played(player)


OTHERS = {
    "numbers": [1, 2, 3],
    "a text": "HELLO",
    "a board of other sizes": [[[1]]],
    "nothing": [],
    "another game's": [[[0] * 7 for _ in range(9)] for _ in range(17)],
}


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_16_the_file_of_another_program_is_refused(other, number):
    def player(table):
        yield from take(table, *SOLUTION[0])
        yield from typed("oy  ")
        table.m.csave(f"MAHJSAV{number}", OTHERS[other])
        before = state(table.v)
        yield from typed("ly")
        assert state(table.v) == before
        assert table.message == "NOT LOADED: THAT IS NO GAME."

    played(player)


@pytest.mark.slow
def test_17_help_shows_each_pair_once_in_the_order_of_the_solution():
    def player(table):
        v = table.v
        plain = board(table.m)
        shown = []
        yield from typed("h")
        for number in range(17):
            assert table.upper == "TAKE THIS PAIR?  c CAN IT BE WON?"
            assert table.message == "t TAKE  y OR CURSOR KEYS NEXT  n STOP"
            assert (table.beside(3), table.beside(4)) == ("PAIR", f"{number + 1}/17")
            shown.append(tuple(sorted(v.highlighted)))
            assert all(blue(table.m, one) for one in v.highlighted)
            yield from typed("y")
        assert shown == [tuple(sorted(pair)) for pair in rules.pairs(v.values, DEAL, v.order)]
        assert shown[0] == tuple(sorted(SOLUTION[0]))
        assert len(set(shown)) == 17
        assert board(table.m) == plain
        yield from typed("hyn")
        assert v.highlighted == frozenset()
        assert board(table.m) == plain
        assert v.hints == v.statistics[4] == 19

    played(player)


def blue(m, one):
    left, top = picture.CORNERS[one]
    return m.screen.framebuffer.pixels[(top + 2) * 320 + left + 2] == picture.BLUE


def test_17_the_cursor_keys_go_through_the_pairs_of_help():
    def player(table):
        yield from typed("h")
        for keys, number in (("<LEFT>", 1), ("<RIGHT>", 2), ("<DOWN>", 3), ("<UP>", 2), ("h", 3)):
            yield from typed(keys)
            assert table.beside(4) == f"{number}/17"
        third = table.v.highlighted
        yield from typed("t")
        assert set(table.v.taken) == third

    played(player)


def test_17_the_original_shows_each_pair_twice():
    def player(table):
        yield from typed("h")
        assert table.beside(4) == "1/34"

    played(player, original_help=True)


def test_18_quit_can_be_cancelled_or_confirmed():
    def player(table):
        yield from typed("r")
        assert table.message == "ARE YOU SURE? (y/n)"
        yield from typed("n")
        assert table.message.startswith("ARROWS")
        yield from typed("r")
        yield from typed("y")
        assert table.upper == "GAME OVER, 144 TILES LEFT."
        yield from typed("n")

    table = Table()
    table.play(lambda table: (step for part in (begin(), player(table)) for step in part))
    m = table.m
    assert "Games won: 0 of 1" in m.screen.text
    assert m.screen.cursor_shown
    assert m.screen.palette.colours == [0, 1, 3, 7]
    assert m.screen.text_plane.window == (0, 24, 39, 0)
    assert (m.keyboard.cursor_keys, m.keyboard.repeat_delay, m.keyboard.repeat_rate) == (0, 50, 8)
    assert (m.screen.palette.flash_timer.first, m.screen.palette.flash_timer.second) == (25, 25)


@pytest.mark.parametrize("keys", ["", " ", " h", " r", " o", " n", " k", " f"])
def test_18_escape_leaves_questions_and_pages_and_from_the_board_saves_the_game_and_restores_the_machine(keys):
    table = Table()

    def player(table):
        yield from typed(keys)
        if len(keys) > 1:
            yield from typed("<ESCAPE>")
            assert table.message.startswith("ARROWS MOVE")
            assert table.v.playing
        yield "<ESCAPE>"

    with pytest.raises(Escape):
        table.play(player)
    assert table.m.screen.cursor_shown
    assert table.m.screen.palette.colours == [0, 1, 3, 7]
    assert "Thank you for playing." in table.m.screen.text


QUESTIONS = {
    "h": "t TAKE",
    "r": "ARE YOU SURE?",
    "m": "ARE YOU SURE?",
    "n": "OR TYPE ITS",
    "o": "OR n TO",
    "l": "OR n TO",
}


@pytest.mark.parametrize("key", QUESTIONS)
def test_18_help_opens_at_every_question_and_comes_back_to_it(key):
    def player(table):
        for one in ("?", "k"):
            yield from typed(key + one)
            assert table.message.endswith("SPACE SHOWS MORE")
            yield from typed("  ")
            assert table.message.startswith(QUESTIONS[key])
            yield from typed("?p")  # a key of a page acts instead
            assert table.message.startswith("ARROWS")
            assert table.beside(3) == ("PAIRS" if one == "?" else "")

    played(player)


def test_18_help_at_a_question_of_the_title_page_comes_back_to_it():
    def player(table):
        yield from click(8 * 8, 18 * 8 + 2)  # O=SAVE GAME.
        assert table.upper == "THERE IS NO GAME TO SAVE YET."
        yield from click(22 * 8, 18 * 8 + 2)  # L=LOAD GAME.
        yield from typed("n")
        yield from typed("l?")
        assert table.message.endswith("SPACE SHOWS MORE")
        yield from typed("x")
        assert table.upper == "LOAD GAME: PRESS y WHEN TAPE IS READY"
        assert "YOUR TURTLE APPROACHES..." in table.m.screen.text
        yield from typed("n")
        assert table.upper == f"THE TURTLE, DEAL {SEED}"

    Table().play(player)


@pytest.mark.parametrize(("keys", "message"), [("hq", "ARE YOU SURE?"), ("hu", "THERE IS NOTHING"), ("qh", "t TAKE")])
def test_18_a_key_of_the_board_leaves_a_question_and_acts(keys, message):
    def player(table):
        for key in (keys, "n" + keys[1]):
            yield from typed(key)
            assert table.message.startswith(message)
            yield from typed("n" if message[-1] != "G" else "")

    played(player)


def test_18_r_quits_at_the_end_as_q_does():
    def player(table):
        yield from typed("qyr")

    assert not played(player).v.running


@pytest.mark.parametrize(("key", "same"), [("b", "b"), ("n", "y")])
def test_18_keys_of_the_page_of_keys_act_at_the_end(key, same):
    def player(table, keys):
        yield from typed(keys)
        table.shown = table.upper, table.message, table.v.playing
        yield from typed("")

    chosen, answered = played(partial(player, keys=f"qyk{key}")), played(partial(player, keys=f"qy{same}"))
    assert chosen.shown == answered.shown
    assert chosen.v.running


def test_19_a_held_key_repeats():
    def player(table):
        v = table.v
        yield from typed(reach(v, 2, 1))
        yield [Down("D"), Text("d")]
        yield 1.0
        assert 10 <= v.x - 2 <= 12
        yield 1.0
        assert (v.x, v.y) == (15, 4)
        yield [Up("D")]
        yield None

    played(player)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 77, 2147483647])
def test_21_the_same_seed_is_the_same_deal_and_its_number_is_shown(seed):
    deals = []

    def player(table):
        assert table.beside(14) == str(seed)
        deals.append((table.v.kinds, table.v.order))
        yield from typed("")

    played(player, seed=seed)
    played(player, seed=seed)
    assert deals[0] == deals[1]
    assert is_solution(*deals[0])


# after a game


def test_27_yes_is_a_new_deal_and_other_keys_do_nothing():
    def player(table):
        first = table.v.kinds
        yield from typed("ry")
        yield from typed("x3 h")
        assert "TRY AGAIN?" in table.message
        assert [table.beside(row) for row in (16, 18, 20)] == ["", "u UNDO", "k KEYS"]
        yield from typed("u")
        assert table.message == "THERE IS NOTHING TO UNDO."
        yield from typed("qys")
        assert table.v.kinds == first
        assert [table.beside(row) for row in (16, 18, 20)] == ["h HINT", "u UNDO", "k KEYS"]
        yield from typed("ry?f ")
        assert (table.upper, table.message[:9]) == ("GAME OVER, 144 TILES LEFT.", "TRY AGAIN")
        assert table.beside(16) == ""
        yield from typed("y")
        assert "YOUR TURTLE APPROACHES..." in table.m.screen.text
        yield from typed("h")  # no key of the title
        assert table.upper.strip() == f"THE TURTLE, DEAL {table.v.seed}"
        yield from typed(" ")
        assert table.beside(7) == "0/3"
        assert table.v.kinds != first
        assert 1 <= table.v.seed <= 99999

    played(player, seed=5)


def test_the_same_deal_again():
    def player(table):
        first = table.v.kinds
        yield from take_all(table, SOLUTION[:3])
        yield from typed("bn")
        assert table.v.tiles == 138
        yield from typed("by")
        assert (table.v.tiles, table.v.kinds, table.v.taken) == (144, first, [])
        assert table.beside(7) == "0/2"
        yield from typed("ryb")
        assert table.beside(7) == "0/3"

    played(player)


def test_another_deal_by_its_number():
    def player(table):
        yield from typed("n77<RETURN>")
        assert "YOUR TURTLE APPROACHES..." in table.m.screen.text
        yield from typed(" ")
        assert table.beside(14) == "77"
        by_number = table.v.kinds
        yield from typed("n9999999999<RETURN>")
        assert table.message == "A NUMBER UP TO 2147483647, PLEASE."
        for back in ("<RETURN>", "r", "x7<DELETE><RETURN>", "s"):
            yield from typed(f"n{back}")
            assert (table.v.kinds, table.v.playing) == (by_number, True)
        yield from typed("n0<RETURN> ")
        assert table.v.kinds != by_number
        table.kinds = by_number

    def other(table):
        table.kinds = table.v.kinds
        yield from typed("")

    first, second = played(player, seed=9), played(other, seed=77)
    assert first.kinds == second.kinds


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["u", "ku", "k u"], ids=["at the question", "on the keys", "on their second page"])
def test_a_win_is_counted_once_even_after_undo(keys):
    def player(table):
        skip(table, SOLUTION[:-2])
        yield from take_all(table, SOLUTION[-2:])
        yield from typed(" ")
        yield from typed(keys)
        assert (table.v.tiles, table.v.wins) == (2, 1)
        yield from take(table, *SOLUTION[-1])
        yield from typed(" ")
        assert table.v.wins == 1
        assert table.v.statistics[1] == 1

    played(player)


@pytest.mark.slow
def test_the_tune_is_15_times_two_tones_and_the_pictures_change_at_the_third_win():
    looks = []

    def player(table):
        for _ in range(3):
            skip(table, SOLUTION[:-3])
            yield from typed("h h ")
            before = len(table.beeps)
            yield "h"
            yield " "
            yield 4.0
            yield None
            looks.append((board(table.m), table.beeps[before:]))
            yield from typed("b")

    table = played(player)
    assert [beeps for _, beeps in looks] == 3 * [[HIGH, HIGH] + 15 * [129, 149]]
    assert looks[0][0] == looks[1][0] != looks[2][0]
    assert all(note.steps for note in table.front.notes)  # none was cut off
    assert table.v.wins == 3


@pytest.mark.slow
def test_statistics_are_kept_between_runs():
    def player(table):
        skip(table, SOLUTION[:-2])
        yield from take_all(table, SOLUTION[-2:])
        yield from typed(" b")
        yield from typed("k ")
        assert "GAMES OF ALL TIMES  2" in table.m.screen.text
        assert "WON WITHOUT HELP    1, IN 0:" in table.m.screen.text
        yield from typed(" ")

    tape = dict(played(player).tape.contents)

    def later(table):
        assert table.v.statistics[:3] == [3, 1, 1]
        assert table.beside(7) == "0/1"
        yield from typed("")

    played(later, tape=tape)
    tape["MAHJSTAT"] = tape["MAHJSTAT"][:-5]

    def damaged(table):
        assert table.v.statistics == [1, 0, 0, 0, 0]
        yield from typed("")

    played(damaged, tape=tape)


@pytest.mark.slow
@pytest.mark.parametrize("way_out", ["rynn", "<ESCAPE>"])
def test_an_unfinished_game_can_be_continued(way_out):
    kept = {}

    def player(table):
        yield from take_all(table, SOLUTION[:4])
        kept["state"] = state(table.v)
        yield from typed(way_out[:-1] if way_out[0] == "r" else "")
        if way_out[0] == "<":
            yield way_out

    table = Table()
    try:
        table.play(lambda table: (step for part in (begin(), player(table)) for step in part))
    except Escape:
        assert way_out[0] == "<"
    assert "This game waits for you." in table.m.screen.text

    def second(table):
        assert table.message.startswith("SPACE NEW c GO ON l LOAD k KEYS r QUIT")
        yield from typed("c")
        assert state(table.v) == kept["state"]
        assert table.beside(1) == "136"

    tape = dict(Table(tape=dict(table.tape.contents)).play(second).tape.contents)

    def third(table):
        assert "GO ON" not in table.message
        yield from typed("c")
        assert not table.v.playing

    Table(tape=tape).play(third)


# the other keys


@pytest.mark.slow
def test_undo_and_redo_all_the_way():
    def player(table):
        v = table.v
        start = list(v.values)
        yield from take_all(table, SOLUTION[:20])
        after = list(v.values)
        yield from typed(20 * "u")
        assert v.values == start
        yield from typed("u")
        assert table.message == "THERE IS NOTHING TO UNDO."
        yield from typed(20 * "i")
        assert v.values == after
        yield from typed("i")
        assert table.message == "THERE IS NOTHING TO TAKE AGAIN."
        yield from typed("uu")
        yield from take(table, *SOLUTION[18])
        yield from typed("i")
        assert table.message == "THERE IS NOTHING TO TAKE AGAIN."
        assert v.tiles == 144 - 38
        check(v)

    played(player)


@pytest.mark.slow
def test_can_it_still_be_won():
    def player(table):
        yield from typed("c")
        assert table.message == "YES, IT CAN STILL BE WON."
        yield from typed("hc")
        assert table.message == "YES, IT CAN STILL BE WON."
        skip(table, pairs_by(min))
        yield from typed("c")
        steps = int(table.message.split()[4])
        assert table.message == f"NO. IT CAN AFTER {steps} TIMES u UNDO."
        yield from typed(steps * "u" + "c")
        assert table.message == "YES, IT CAN STILL BE WON."

    played(player)


def test_free_tiles_and_equal_ones():
    def player(table):
        v, plain = table.v, board(table.m)
        yield from typed("f")
        assert table.message == "35 FREE TILES.  PRESS ANY KEY"
        assert v.highlighted == frozenset(rules.free_places(v.values))
        assert all(blue(table.m, one) for one in v.highlighted if (v.x, v.y) != mahjong.POSITIONS[one][:2])
        yield from typed(" ")
        assert board(table.m) == plain
        yield from typed("e")
        equal = [one for one in range(mahjong.TILES) if DEAL[one] == DEAL[place("711")]]
        assert v.highlighted == frozenset(equal) & frozenset(picture.uncovered_tiles(v.values))
        assert place("711") in v.highlighted
        yield from typed(" " + reach(v, 2, 2) + "e")
        assert v.highlighted == frozenset()
        assert table.message == "NO TILE LIES HERE."

    played(player)


@pytest.mark.slow
def test_mixing_the_rest():
    def player(table):
        v = table.v
        skip(table, pairs_by(min))
        yield from typed("mn")
        assert v.kinds == DEAL
        yield from typed("my")
        assert table.message == "MIXED: NOW IT CAN BE WON."
        check(v)
        assert rules.pairs(v.values, v.kinds)
        assert is_solution(v.kinds, v.order)
        yield from typed("h" + 30 * " h" + " ")
        yield from typed(" ")
        assert table.v.wins == 1
        assert v.statistics[2] == 0  # with help

    played(player)


def test_a_position_that_no_shuffle_solves_is_reported():
    def player(table):
        v = table.v
        left = {place("744"), place("743")}
        kind = next(kind for kind in range(1, 37) if DEAL.count(kind) == 4)
        v.values[:] = without(one for one in range(mahjong.TILES) if one not in left)
        for one in left:
            v.kinds[one] = kind
        v.tiles, v.taken = 2, [one for one in range(mahjong.TILES) if one not in left]
        yield from typed("my")
        assert table.message == "NO SHUFFLE HELPS: THE TILES LIE BADLY."

    played(player)


def test_the_second_tile_is_selected_only_with_the_option():
    def player(table):
        yield from typed(reach(table.v, 2, 1) + " " + reach(table.v, 13, 1) + " ")
        table.found = table.v.selected

    assert played(player).found == -1
    assert played(player, moving_choice=True).found == place("D11")


def test_pictures_and_pages_come_back_to_the_same_board():
    def player(table):
        plain = pixels(table.m)
        yield from typed("t")
        assert board(table.m) != plain
        yield from typed("v")
        text = table.m.screen.lines
        assert text[3].startswith("  1 2 3 4")
        assert text[4][4:8] == "3c9b"
        yield from typed(" t")
        assert pixels(table.m) == plain
        yield from typed("v")
        lines = table.m.screen.lines
        assert lines[4].rstrip() == "1   K 8 M F H 4 5 X 3 K Z Q"
        assert lines[5].rstrip() == "    1>1x1x1x1x1x1x1x1x1x1x1<"
        assert lines[10].rstrip() == "4 O O Z 4 F W 5 7 D R W O 0 Q J"
        yield from typed(" k")
        assert "H hint" in table.m.screen.text
        assert not any(line.strip() for line in table.m.screen.lines[2:24:2])
        yield from typed(" ")
        lines = table.m.screen.lines
        assert lines[11].strip() == "Take pairs of tiles that are free:"
        assert not lines[9].strip() + lines[15].strip()
        assert lines[17].startswith(" GAMES OF ALL TIMES")
        yield from typed(" ")
        assert pixels(table.m) == plain

    played(player)


# the mouse


def test_the_mouse_takes_pairs_and_moves_the_cursor():
    def player(table):
        v = table.v
        first, second = SOLUTION[0]
        yield from click(*spot(v, first))
        assert v.selected == first
        assert (v.x, v.y) == mahjong.POSITIONS[first][:2]
        yield from click(*spot(v, second))
        assert v.tiles == 142
        left, top = picture.corner(2, 2, 1)
        yield from click(left + 8, top + 8)
        assert (v.x, v.y) == (2, 2)
        yield from click(300, 20)
        assert (v.x, v.y) == (2, 2)
        assert v.selected == -1

    played(player)


def test_a_click_selects_the_highest_face():
    def player(table):
        v = table.v
        left, top = picture.CORNERS[TOP]
        yield from click(left + 8, top + 8)
        assert v.selected == TOP
        assert (v.x, v.y) == (7, 4)
        yield from click(left + 8, top + 8)
        below, above = picture.CORNERS[place("854")]
        yield from click(below + 12, above + 16)
        assert table.message == f"{sign('854')} LIES UNDER {sign('745')}."
        assert (v.x, v.y) == (7, 4)

    played(player)


def test_words_can_be_clicked():
    def player(table):
        yield from click((table.message.index("SPACE") + 1) * 8, 24 * 8 + 2)
        assert table.message.startswith("4 IS SHUT")
        yield from click(36 * 8, 16 * 8 + 3)  # h HINT
        assert "n STOP" in table.message
        yield from click((table.message.index("n STOP") + 1) * 8, 24 * 8 + 2)
        assert table.message.startswith("ARROWS")
        yield from click(35 * 8, 20 * 8)  # k KEYS
        assert "ALL KEYS" in table.m.screen.text
        assert "F all free tiles" in table.m.in_words
        assert table.message.endswith("SPACE SHOWS MORE")
        yield from click(100, 100)  # turns the page
        assert table.message.strip() == "PRESS OR CLICK A KEY"
        yield from click(100, 100)  # closes it
        yield from click(35 * 8, 20 * 8)
        row = next(row for row, line in enumerate(table.m.screen.lines) if "F all free tiles" in line)
        yield from click(6 * 8, row * 8 + 2)
        assert "FREE TILES" in table.message
        yield from click(100, 100)
        yield from typed("r")
        yield from click(100, 100)
        assert "ARE YOU SURE?" in table.message
        yield from click((table.message.index("y/") + 1) * 8, 24 * 8)
        yield from click((table.message.index("b SAME") + 1) * 8 + 20, 24 * 8)
        assert table.v.games == 2

    played(player)


@pytest.mark.slow
def test_a_whole_game_by_the_mouse():
    def player(table):
        for pair in SOLUTION:
            for one in pair:
                yield from click(*spot(table.v, one))
        yield from typed(" ")
        assert table.v.wins == 1

    def whole(table):
        yield from click(160, 100)  # anywhere on the title page
        yield from player(table)

    Table().play(whole)


# layouts, best times, dark tiles, tiles that rise


@pytest.mark.parametrize("layout", range(len(rules.LAYOUTS)))
def test_every_deal_of_a_layout_can_be_solved(layout):
    absent = rules.ABSENT[layout]
    assert len(absent) % 2 == 0
    for seed in range(10):
        kinds, order, _ = rules.deal(partial(random.Random(seed).randint, 1), layout=layout)
        assert tuple(order[: len(absent)]) == absent
        assert sorted(order) == list(range(mahjong.TILES))
        values = rules.layout_values(layout)
        for a, b in zip(order[len(absent) :: 2], order[len(absent) + 1 :: 2]):
            assert kinds[a] == kinds[b]
            assert mahjong.is_free(values[a])
            assert mahjong.is_free(values[b])
            mahjong.take(values, a)
            mahjong.take(values, b)
        assert all(value == mahjong.GONE for value in values)


def test_no_tile_of_a_layout_hangs_in_the_air():
    for absent in rules.ABSENT:
        present = set(range(mahjong.TILES)) - set(absent)
        assert all(set(mahjong.BELOW[one]) <= present for one in present)
    assert len({len(absent) for absent in rules.ABSENT}) == len(rules.LAYOUTS)


@pytest.mark.parametrize(("key", "tiles"), [("t", 144), ("p", 120), ("x", 84), ("f", 88)])
def test_a_layout_is_chosen_on_the_title_page(key, tiles):
    def player(table):
        yield from typed(f"{key} ")
        assert table.v.tiles == tiles
        first = board(table.m)
        yield from typed("u")
        assert table.message == "THERE IS NOTHING TO UNDO."
        yield from typed("ht")
        assert table.v.tiles == tiles - 2
        yield from typed("uc")
        assert table.v.tiles == tiles
        assert "CAN STILL BE WON" in table.message
        yield from typed("p")
        assert len(first) == len(board(table.m))

    Table(seed=31).play(player)


def test_a_layout_is_saved_with_its_game():
    def player(table):
        yield from typed("x hto y")
        yield from typed("htly")
        assert (table.v.tiles, table.v.layout) == (82, 2)
        yield from typed("u")
        assert table.v.tiles == 84

    Table(seed=31).play(player)


@pytest.mark.slow
def test_the_best_time_of_a_deal_is_kept():
    tape = {}

    def player(table):
        yield from typed("x ")
        skip(table, solution(table.v)[:-2])
        yield from typed("htht ")
        assert table.upper.startswith("YOU WON!")
        first = table.m.cload("MAHJTIMES")
        assert [row[:2] for row in first] == [[2, 31]]
        assert re.fullmatch(r"won in \d+:\d\d", table.m.cload("RESULT"))
        yield from typed("b")
        yield 600.0
        skip(table, solution(table.v)[:-2])
        yield from typed("htht ")
        assert table.beside(3) == "BEFORE"
        assert table.m.cload("MAHJTIMES") == first
        yield from typed("n")

    def again(table):
        assert "BEST" not in table.upper
        yield from typed("x")
        assert re.fullmatch(r"THE CROSS, DEAL 31, BEST 0:\d\d", table.upper)

    table = Table(seed=31, tape=tape).play(player)
    Table(seed=31, tape=dict(table.tape.contents)).play(again)


def test_damaged_times_are_ignored():
    def player(table):
        table.m.csave("MAHJTIMES", [[1, 2], "x"])
        yield from typed("x")
        assert table.upper == "THE CROSS, DEAL 31"

    Table(seed=31).play(player)


def test_tiles_that_are_not_free_are_drawn_dark():
    def player(table):
        def faces():
            return {
                one: table.m.point(4 * (picture.CORNERS[one][0] + 2), 4 * (199 - picture.CORNERS[one][1] - 2))
                for one in picture.uncovered_tiles(table.v.values)
                if picture.tile_at(table.v.values, picture.CORNERS[one][0] + 2, picture.CORNERS[one][1] + 2) == one
            }

        def dark():
            return {one for one, colour in faces().items() if colour == picture.BLACK}

        yield from typed("d")
        assert not dark()
        for keys in ("x", "ht", "u"):
            yield from typed(keys)
            under_cursor = rules.top_tile(table.v.values, table.v.x, table.v.y)
            blocked = {one for one in faces() if not mahjong.is_free(table.v.values[one])}
            assert dark() == blocked - {under_cursor}
        yield from typed("x")
        assert not dark()

    played(player)


def test_a_tile_rises_before_it_is_gone():
    pictures = []

    def player(table):
        yield from typed("h")
        yield "t"
        for _ in range(20):
            yield 0.01
            pictures.append(board(table.m))
        yield from typed("")

    played(player)
    assert len(set(pictures)) >= 6


def test_nothing_but_its_progress_is_on_the_screen_while_a_layout_is_dealt():
    def player(table):
        yield "p"
        yield 0.1
        assert "TURTLE p" not in table.m.screen.text
        assert "QUITS" not in table.m.screen.text
        yield
        assert "t TURTLE p PYRAMID x CROSS f FORTRESS" in table.m.screen.text

    Table(seed=31).play(player)
