"""Mahjong as it is played: the numbered cases of its specification on the machine, and what the original has not."""

import random
import re
from functools import partial
from types import SimpleNamespace

import pytest
from retro.programs.mahjong import edition, mahjong
from retro.programs.mahjong.rules import board as rules
from retro.programs.mahjong.rules import picture

from retro.basic.front_page import PITCHES
from retro.frontends.headless import Headless, headless
from retro.input.events import Down, Mouse, Text, Up
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
        yield None
        yield " "
        yield 0.3
        assert re.search(r" \d+ TILES TO DEAL", m.screen.text)

    headless(edition.main, player)


def test_1_the_start_on_the_screen():
    def player(table):
        assert table.beside(0) == "TILES"
        assert table.beside(1) == "144"
        assert (table.beside(9), table.beside(10)) == ("DEAL", str(SEED))
        yield from typed("p")
        assert (table.beside(12), table.beside(13)) == ("PAIRS", "17")
        yield from typed("p")
        assert (table.beside(12), table.beside(13)) == ("", "")

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
                assert (table.beside(1), table.beside(13)) == (str(144 - 2 * number), PAIRS_AFTER[number])
        yield from take(table, *SOLUTION[-1])
        yield from typed(" ")  # a key ends the tune
        assert table.page == "YOU WON!"
        assert re.search(r"All 144 tiles in \d+:\d\d, no help.", table.text)
        yield from typed("<ESCAPE>q")

    table = played(player)
    assert "Won 1 of 1" in table.m.screen.text
    assert table.v.record.counts[3] == [1, 1, 0, 0, 1, 1]


@pytest.mark.slow
def test_3_a_stuck_game_beeps_at_once_and_help_ends_it():
    def player(table):
        pairs = pairs_by(min)
        skip(table, pairs[:36])
        for pair in pairs[36:]:
            assert table.upper == ""
            yield from take(table, *pair)
        assert table.beside(1) == "62"
        assert table.upper == "NO PAIR LEFT."
        yield 12.0
        assert table.beeps[-1] == PITCHES[1]
        assert edition.LOST_TUNE.count(" ") == 7
        assert table.page == "NO PAIR LEFT"
        assert "62 of 144 tiles are left, and no two that are free are equal." in table.text
        yield from typed("<RETURN>")
        assert table.message == "NO PAIR LEFT: U UNDO  H WHAT ELSE?"
        yield from typed("h ")
        assert table.m.cload("RESULT") == "62 tiles left"
        assert table.v.record.is_empty
        yield from typed("u")
        assert table.v.tiles == 64
        assert table.v.playing
        assert table.message.startswith("ARROWS")
        skip(table, pairs_by(min)[40:])
        yield from typed("h n")
        assert (table.v.tiles, table.v.record.counts[3][:2]) == (144, [1, 0])

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


def pixels(m):
    return bytes(m.screen.framebuffer.pixels)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (None, None, "NO TILE LIES HERE."),
        (None, "311", f"{mahjong.SIGNS[DEAL[1] - 1]} IS SHUT BY K AND M."),
        ("211", "211", "ARROWS MOVE  SPACE TAKES  H HINT"),
        ("211", "D11", f"{mahjong.SIGNS[DEAL[place('D11')] - 1]}: NOW ITS PARTNER"),
        ("211", "311", f"{mahjong.SIGNS[DEAL[1] - 1]} IS SHUT BY K AND M."),
        ("211", None, "NO TILE LIES HERE."),
    ],
)
def test_11_a_blocked_tile_beeps_and_a_free_one_becomes_the_first(first, second, said):
    def player(table):
        v = table.v
        if first:
            yield from typed(reach(v, int(first[0], 16), 1) + " ")
            assert v.selected == place(first)
        here = (int(second[0], 16), 1) if second else (2, 2)
        yield from typed(reach(v, *here))
        before = list(v.values)
        yield from typed(" ")
        blocked = said.endswith(".")
        assert v.selected == (place(second) if second == "D11" else place(first) if first and blocked else -1)
        assert v.values == before
        assert table.beeps == [LOW] * blocked
        assert table.message == said
        assert table.beside(1) == "144"

    played(player)


@pytest.mark.parametrize("keys", ["D A S W", "d a s w", "d a z w", "<RIGHT> <LEFT> <DOWN> <UP>"])
def test_12_all_keys_that_move(keys):
    def player(table):
        yield from typed(reach(table.v, 5, 3))
        for key, expected in zip(keys.split(), ((6, 3), (5, 3), (5, 4), (5, 3))):
            yield from typed(key)
            assert (table.v.x, table.v.y) == expected

    played(player)


def test_14_undo():
    def player(table):
        yield from typed("u")
        assert table.beeps == [LOW]
        yield from take_all(table, SOLUTION[:2])
        assert table.beeps == [LOW] + 4 * [HIGH]
        yield from typed("uu")
        assert table.beeps[5:] == []
        assert table.v.tiles == 144

    played(player)


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
    names = ["values", "kinds", "order", "tiles", "x", "y", "seed", "won", "hints"]
    return {name: getattr(v, name) for name in names} | {"taken": v.taken[: mahjong.TILES - v.tiles]}


def test_15_save_new_game_load():
    def player(table):
        v = table.v
        yield from take_all(table, SOLUTION[:10])
        yield from typed(reach(v, 3, 3) + "o")
        assert table.message == "SAVED."
        saved, before = state(v), v.values[SOLUTION[9][0]]
        assert (v.x, v.y, v.tiles) == (3, 3, 124)
        yield from typed("nn")
        assert v.tiles == 144
        yield from take(table, *rules.pairs(v.values, v.kinds)[0])
        yield from typed("ln")
        assert v.tiles == 142
        yield from typed("ly")
        assert state(v) == saved
        assert table.message == "LOADED."
        check(v)
        yield from typed("u")
        assert v.tiles == 126
        assert before == mahjong.GONE != v.values[SOLUTION[9][0]]

    table = played(player)
    assert sorted(name for name in table.tape.contents if "SAV" in name) == ["MAHJSAV1", "MAHJSAV2", "MAHJSAV3"]


def test_15_saved_killed_and_loaded():
    kept = {}

    def first(table):
        yield from typed("p")
        yield from take_all(table, SOLUTION[:7])
        yield from typed("uo")
        kept["state"], kept["time"], kept["pixels"] = state(table.v), saved_time(table), board(table.m)

    tape = dict(played(first).tape.contents)

    def second(table):
        yield from typed("nly")
        assert state(table.v) == kept["state"]
        assert board(table.m) == kept["pixels"]
        yield from typed("o")
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
def test_16_a_failed_load_changes_nothing(damage):
    def player(table):
        yield from take_all(table, SOLUTION[:3])
        yield from typed("o")
        DAMAGES[damage](table.tape.contents)
        before = state(table.v)
        yield from typed("ly")
        assert state(table.v) == before
        assert table.message in ("NOT LOADED: File?", "NOT LOADED: Data?")
        assert LOW in table.beeps
        yield from typed("u")
        assert table.v.tiles == 140

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
        yield from typed("o")
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
            assert table.upper == f"PAIR {number + 1} OF 17.  C CAN IT BE WON?"
            assert table.message == "SPACE TAKES IT  H NEXT  ESCAPE STOPS"
            shown.append(tuple(sorted(v.highlighted)))
            assert all(blue(table.m, one) for one in v.highlighted)
            yield from typed("h")
        assert shown == [tuple(sorted(pair)) for pair in rules.pairs(v.values, DEAL, v.order)]
        assert shown[0] == tuple(sorted(SOLUTION[0]))
        assert len(set(shown)) == 17
        assert v.highlighted == frozenset(SOLUTION[0])  # from the last to the first
        yield from typed("<ESCAPE>")
        assert v.highlighted == frozenset()
        assert board(table.m) == plain
        assert v.hints == 18

    played(player)


def blue(m, one):
    left, top = picture.CORNERS[one]
    return m.screen.framebuffer.pixels[(top + 2) * 320 + left + 2] == picture.BLUE


def test_17_the_cursor_keys_go_through_the_pairs_of_help():
    def player(table):
        yield from typed("h")
        for keys, number in (("<LEFT>", 17), ("<RIGHT>", 1), ("<DOWN>", 2), ("<UP>", 1), ("h", 2)):
            yield from typed(keys)
            assert table.upper.startswith(f"PAIR {number} OF 17")
        second = table.v.highlighted
        yield from typed(" ")
        assert set(table.v.taken) == second

    played(player)


@pytest.mark.parametrize("keys", ["", "h", "o", "n", "k", "f", "m", "l"])
def test_18_escape_is_one_step_back_and_from_the_first_page_ends_the_program_and_restores_the_machine(keys):
    def player(table):
        yield from take(table, *SOLUTION[0])
        yield from typed(keys)
        if keys:
            yield from typed("<ESCAPE>" * (keys != "o"))
            assert table.message[:6] == ("SAVED." if keys == "o" else "ARROWS")
            assert table.v.playing
        yield from typed("<ESCAPE>")
        assert table.page == "MAHJONG"
        assert "Go on  142 tiles are left" in table.m.screen.text
        yield "<ESCAPE>"

    m = played(player).m
    assert "Thank you for playing." in m.screen.text
    assert m.screen.cursor_shown
    assert m.screen.palette.colours == [0, 1, 3, 7]
    assert m.screen.text_plane.window == (0, 24, 39, 0)
    assert (m.keyboard.cursor_keys, m.keyboard.repeat_delay, m.keyboard.repeat_rate) == (0, 50, 8)
    assert not m.keyboard.escape_types


@pytest.mark.parametrize(
    ("keys", "message"), [("h?", "ARROWS"), ("hq", ""), ("hu", "THERE IS NOTHING"), ("hh", "SPACE TAKES IT")]
)
def test_18_a_key_of_the_board_leaves_a_question_and_acts(keys, message):
    def player(table):
        yield from typed(keys + "<RETURN>" * ("?" in keys))
        assert table.message.startswith(message)
        assert table.v.playing == (keys != "hq")

    played(player)


def test_18_the_page_of_keys_shows_the_rules_and_what_is_chosen_acts():
    def player(table):
        plain = pixels(table.m)
        for key in "k?":
            yield from typed(key)
            assert table.page == "KEYS"
            yield from typed("?")
            assert table.page == "HOW TO PLAY"
            assert "The 3s are free," in table.m.screen.text
            yield from typed("<RETURN>")
            assert pixels(table.m) == plain
        yield from typed("?p")
        assert table.beside(12) == "PAIRS"
        yield from typed("k<UP> ")  # the last row
        assert table.page == "MAHJONG"

    played(player)


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
@pytest.mark.parametrize("seed", [3, 77, 9999])
def test_21_the_same_seed_is_the_same_deal_and_its_number_is_shown(seed):
    deals = []

    def player(table):
        assert table.beside(10) == str(seed)
        deals.append((table.v.kinds, table.v.order))
        yield from typed("")

    played(player, seed=seed)
    played(player, seed=seed)
    assert deals[0] == deals[1]
    assert is_solution(*deals[0])


# after a game


def test_27_another_deal_and_the_same_again():
    def player(table):
        first = table.v.kinds
        yield from take(table, *rules.pairs(table.v.values, first)[0])
        yield from typed("n<ESCAPE>")
        assert table.v.tiles == 142
        yield from typed("ns")
        assert (table.v.tiles, table.v.kinds, table.v.taken) == (144, first, [])
        yield from typed("n")
        assert "This game will be lost." not in table.lines  # it has not begun
        yield from typed("n")
        assert table.v.kinds != first
        assert 1 <= table.v.seed <= 9999

    played(player, seed=5)


def test_another_deal_by_its_number():
    def player(table):
        first = table.v.kinds
        yield from typed("qd77<RETURN>")
        assert table.beside(10) == "77"
        by_number = table.v.kinds
        assert by_number != first
        for other in ("<ESCAPE>", "<RETURN>", "0<RETURN>", "10000<RETURN>", "x<RETURN>"):
            yield from typed("qd" + other)
            assert table.beside(10) == "77"

    def other(table):
        table.kinds = table.v.kinds
        yield from typed("")

    assert played(player, seed=9).v.kinds == played(other, seed=77).kinds


def test_a_number_that_is_not_given_leaves_the_game_and_its_layout():
    def player(table):
        yield from typed("ln")  # the smallest layout
        layout, tiles = table.v.layout, table.v.tiles
        yield from typed(" " + "hh q")
        yield from typed("ldy<RETURN>")
        assert (table.v.layout, table.v.tiles) == (layout, tiles - 2)
        assert table.v.playing

    Table(seed=1).play(player)


def test_the_daily_game_is_the_same_turtle_for_everybody_and_stands_in_the_record():
    def player(table):
        yield from typed("l")  # another layout
        yield from typed("t")
        assert (table.v.seed, table.v.full) == (20261124 % 9999 + 1, 144)
        assert (table.beside(9), table.beside(10)) == ("TODAY", "24 Nov")
        skip(table, solution(table.v)[:-1])
        yield from typed("h  ")
        yield from typed("<RETURN>")
        assert re.search(r"Today  24 Nov, \d:\d\d, with help", table.m.screen.text)

    table = Table(seed=31, day=20261124).play(player)
    assert table.v.record.counts[3] == [0, 0, 0, 1, 0, 0]


@pytest.mark.slow
def test_a_win_is_counted_once_even_after_undo():
    def player(table):
        skip(table, SOLUTION[:-2])
        yield from take_all(table, SOLUTION[-2:])
        yield from typed(" u")
        assert (table.v.tiles, table.v.wins) == (2, 1)
        yield from take(table, *SOLUTION[-1])
        yield from typed(" ")
        assert table.v.wins == 1
        assert table.v.record.counts[3][:2] == [1, 1]

    played(player)


@pytest.mark.slow
def test_the_tune_has_eight_bars_and_the_pictures_change_at_the_third_win():
    looks = []

    def player(table):
        for _ in range(3):
            skip(table, SOLUTION[:-1])
            yield from typed("h")
            before = len(table.beeps)
            yield "  "  # the key typed before does not end the tune
            yield 4.0
            look = board(table.m)
            yield 9.0
            looks.append((look, table.beeps[before:]))
            yield from typed("s")

    table = played(player)
    notes = [PITCHES[int(note)] for note in edition.WON_TUNE if note.isdigit()]
    assert sum(map(str.isalnum, edition.WON_TUNE)) + edition.WON_TUNE.count(".") == 8 * 8
    assert [beeps for _, beeps in looks] == 3 * [[HIGH, HIGH, *notes]]
    assert looks[0][0] == looks[1][0] != looks[2][0]
    assert all(note.steps for note in table.front.notes)  # none was cut off
    assert table.v.wins == 3


def test_the_statistics_of_an_earlier_version_are_in_the_record():
    def player(table):
        assert table.v.record.counts[3] == [4, 2, 0, 1, 0, 0]
        yield from typed("r")
        assert "0:59" in table.m.screen.text

    Table(tape=tape_with(MAHJSTAT=[5, 3, 2, 5999, 40])).play(player)
    for damaged in ([5, 3, 2], "x", [1, 2, 3, 4, 5], [5, 3, 2, "x", 1]):
        assert played(lambda table: typed(""), tape=tape_with(MAHJSTAT=damaged)).v.record.is_empty


def tape_with(**values):
    """What a tape holds on which these values were saved."""
    m = headless(lambda m: [m.csave(name, value) for name, value in values.items()], lambda m: iter(()))
    return dict(m.tape.contents)


@pytest.mark.slow
def test_an_unfinished_game_can_be_continued():
    kept = {}

    def player(table):
        yield from take_all(table, SOLUTION[:4])
        kept["state"] = state(table.v)
        yield from typed("qn")  # a question
        assert "The game that waits will be lost." in table.m.screen.text
        yield from typed("n<ESCAPE>")

    table = played(player)
    assert "This game waits for you." in table.m.screen.text

    def second(table):
        assert "Go on  136 tiles are left" in table.m.screen.text
        yield from typed("g")
        assert state(table.v) == kept["state"]
        assert table.beside(1) == "136"
        yield from typed("qn")
        yield from typed("y<ESCAPE>q")

    tape = dict(Table(tape=dict(table.tape.contents)).play(second).tape.contents)

    def third(table):
        assert "Go on" not in table.m.screen.text
        yield from typed("g")
        assert not table.v or not table.v.playing

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
        assert table.message == f"NO. IT CAN AFTER {steps} TIMES U UNDO."
        yield from typed(steps * "u" + "c")
        assert table.message == "YES, IT CAN STILL BE WON."

    played(player)


def in_sight(values):
    """The tiles on which none lies, but the top one, which hides nothing."""
    lying = {one for one in range(mahjong.TILES) if values[one] != mahjong.GONE}
    return {one for one in lying if not lying & {*mahjong.ABOVE[one]} - {mahjong.TOP}}


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
        assert v.highlighted == frozenset(equal) & in_sight(v.values)
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
        assert v.record.counts[3] == [0, 0, 0, 1, 0, 0]  # with help

    played(player)


def test_a_position_that_no_shuffle_solves_is_reported():
    def player(table):
        v = table.v
        left = {place("744"), place("743")}
        kind = next(kind for kind in range(1, 37) if DEAL.count(kind) == 4)
        v.values[:] = rules.values_without(one for one in range(mahjong.TILES) if one not in left)
        for one in left:
            v.kinds[one] = kind
        v.tiles, v.taken = 2, [one for one in range(mahjong.TILES) if one not in left]
        yield from typed("my")
        assert table.message == "NO SHUFFLE HELPS: THE TILES LIE BADLY."

    played(player)


def test_pictures_come_back_to_the_same_board():
    def player(table):
        plain = pixels(table.m)
        yield from typed("t")
        assert board(table.m) != plain
        yield from typed("t")
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
        yield from click(36 * 8, 15 * 8 + 3)  # H HINT
        yield from click((table.message.index("ESCAPE") + 2) * 8, 24 * 8 + 2)
        assert table.message.startswith("ARROWS")
        yield from click(35 * 8, 19 * 8)  # ? KEYS
        row = next(row for row, line in enumerate(table.lines) if "free tiles" in line)
        yield from click(6 * 8, row * 8 + 2)
        assert "FREE TILES" in table.message
        yield from click(100, 100)
        yield from click(35 * 8, 21 * 8)  # Q BACK
        assert table.page == "MAHJONG"

    played(player)


# layouts, best times, dark tiles, tiles that rise


@pytest.mark.parametrize("layout", range(len(rules.LAYOUTS)))
def test_every_deal_of_a_layout_can_be_solved(layout):
    absent = rules.ABSENT[layout]
    assert len(absent) % 2 == 0
    for seed in range(10):
        kinds, order, _ = rules.deal(partial(random.Random(seed).randint, 1), layout=layout)
        assert tuple(order[: len(absent)]) == absent
        assert sorted(order) == list(range(mahjong.TILES))
        values = rules.values_without(absent)
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


@pytest.mark.parametrize(("keys", "tiles"), [("l", 84), ("ll", 88), ("lll", 120), ("llll", 144)])
def test_a_layout_is_chosen_on_the_first_page(keys, tiles):
    def player(table):
        yield from typed(f"{keys}n")
        assert table.v.tiles == tiles
        yield from typed("u")
        assert table.message == "THERE IS NOTHING TO UNDO."
        yield from typed("h ")
        assert table.v.tiles == tiles - 2
        yield from typed("uc")
        assert table.v.tiles == tiles
        assert "CAN STILL BE WON" in table.message

    Table(seed=31).play(player)


@pytest.mark.parametrize(
    ("steps", "name", "tiles"),
    [
        (["<LEFT>"], "PYRAMID", 120),
        (["<RIGHT>", 0.2, "<RIGHT>"], "FORTRESS", 88),
        ([[Mouse(200, 300, 4), Mouse(200, 300, 0)]], "CROSS", 84),
        ([" "], "TURTLE", 144),
    ],
)
def test_a_layout_is_chosen_while_it_deals(steps, name, tiles):
    """Each is shown small, with its best time; another key is for the board."""

    def player(table):
        yield "n"
        yield 0.3
        assert table.lines[17].split() == ["CROSS", "FORTRESS", "PYRAMID", "TURTLE"]
        assert table.lines[18].split() == ["1:30", "4:12"]
        yield from steps
        yield 0.2
        assert f"YOUR {name} APPROACHES" in table.m.screen.text
        yield None
        assert table.beside(1) == str(tiles)
        assert (table.v.selected >= 0) == (steps == [" "] and mahjong.is_free(table.v.values[place("711")]))
        yield from typed("q")
        assert f"< {name.lower()}" in table.m.screen.text

    Table(seed=5, tape=tape_with(MAHJTIMES=[[0, 7, 25200], [0, 8, 26000], [3, 7, 9000]])).play(player)


def test_the_daily_game_offers_no_other_layout_while_it_deals():
    def player(table):
        yield "t"
        yield 0.3
        assert "CROSS" not in table.m.screen.text
        yield "<LEFT>"
        yield None
        assert table.beside(1) == "144"

    Table(seed=5, day=20261124).play(player)


def test_a_layout_is_saved_with_its_game():
    def player(table):
        yield from typed("lnh oh ly")
        assert (table.v.tiles, table.v.layout) == (82, 2)
        yield from typed("u")
        assert table.v.tiles == 84

    Table(seed=31).play(player)


@pytest.mark.slow
def test_the_best_times_without_help_of_a_deal_and_of_its_layout_are_kept():
    """And they stand beside the board; a game with hints changes none."""

    def won(table, news, wait=0.0, keys="", tiles=2):
        yield from typed(keys)
        yield wait
        pairs = solution(table.v)
        skip(table, pairs[:-tiles])
        yield from take_all(table, pairs[-tiles:])
        yield from typed(" ")
        assert table.page == "YOU WON!"
        assert news in table.m.screen.text

    def player(table):
        yield from typed("ln")
        assert table.beside(6) == ""
        yield from won(table, "With help: not counted", keys="h<ESCAPE>")
        assert "MAHJTIMES" not in table.tape.contents
        yield from typed("s")
        yield from won(table, "Your first cross without help!", wait=90.0)
        assert any("Next: the fortress" in line for line in table.lines)
        (row,) = table.m.cload("MAHJTIMES")
        assert row[:2] == [2, 31]
        assert re.fullmatch(r"won in 1:3\d", table.m.cload("RESULT"))
        yield from typed("s")
        assert (table.beside(6), table.beside(7)[:3]) == ("BEST", "1:3")
        yield from won(table, "This deal before: 1:3", wait=600.0)
        assert table.m.cload("MAHJTIMES") == [row]
        yield from typed("s")
        yield from won(table, "Your fastest cross! Before: 1:3")
        assert table.m.cload("MAHJTIMES")[0][2] < row[2]
        yield from typed("n")
        assert table.beside(7)[:2] == "0:"  # of all crosses
        yield from won(table, "Your fastest cross: 0:", wait=60.0)
        yield from typed("<ESCAPE>")

    def again(table):
        assert "< fortress >" in table.m.screen.text
        yield from typed("lll")
        assert re.search(r"< cross, 0:\d\d >", table.m.screen.text)
        yield from typed("q")

    table = Table(seed=31).play(player)
    Table(seed=31, tape=dict(table.tape.contents)).play(again)


def test_the_clock_goes_while_the_board_is_looked_at():
    def player(table):
        first = table.beside(4)
        for seconds in (2.0, 61.0):
            yield seconds
            assert table.beside(4) != first
        assert re.fullmatch(r"1:0\d", table.beside(4))
        yield from typed("")

    played(player)


def test_the_next_layout_is_offered_after_a_win():
    def player(table):
        yield from typed("ln")
        skip(table, solution(table.v)[:-1])
        yield from typed("h  l")
        assert table.beside(1) == "88"
        skip(table, solution(table.v)[:-1])
        yield from typed("h  ")
        assert any("Next: the pyramid" in line for line in table.lines)

    Table(seed=31).play(player)


def test_damaged_times_are_ignored():
    def player(table):
        table.m.csave("MAHJTIMES", [[1, 2], "x"])
        yield from typed("nq")
        assert "< turtle >" in table.m.screen.text

    Table(seed=31).play(player)


def test_tiles_that_are_not_free_are_dim_and_keep_their_signs():
    def player(table):
        def dim():
            """Return the tiles with a dot in the face, left of the sign."""
            found = set()
            for one in in_sight(table.v.values):
                left, top = picture.CORNERS[one]
                if picture.tile_at(table.v.values, left + 3, top + 3) == one:
                    found |= {one} if table.m.point(4 * (left + 3), 4 * (199 - top - 3)) == picture.BLUE else set()
            return found

        yield from typed("d")
        assert not dim()
        for keys in ("x", "ht", "u"):
            yield from typed(keys)
            blocked = {one for one in in_sight(table.v.values) if not mahjong.is_free(table.v.values[one])}
            assert len(dim()) > 40
            assert dim() <= blocked
        yield from typed("x")
        assert not dim()

    played(player)


def test_a_tile_rises_before_it_is_gone():
    pictures = []

    def player(table):
        yield from typed("h")
        yield " "
        for _ in range(20):
            yield 0.01
            pictures.append(board(table.m))
        yield from typed("")

    played(player)
    assert len(set(pictures)) >= 6


def test_the_original_plays_a_trill_at_a_win():
    front = Headless()
    front.run(lambda m: mahjong.win_picture(m, SimpleNamespace(wins=1)), 1)
    assert [note.steps[0][1] for note in front.notes] == [129, 149] * 15
