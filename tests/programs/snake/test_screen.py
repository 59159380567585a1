"""The domino snake on the machine's own screen: display, keys and clicks, whole games played from the screen."""

import itertools
import random
import re
from textwrap import wrap
from types import SimpleNamespace

import pytest
from retro.programs.snake import edition, screen, snake
from retro.programs.snake.rules import pictures, sampling
from retro.programs.snake.snake import PLAYER

from retro.basic import Record
from retro.cli import main as command
from retro.frontends.headless import Headless, headless
from retro.input.events import Mouse
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.snake_players import (
    drawn,
    end_spot,
    first_marked,
    first_that_fits,
    hand,
    over,
    spot_of,
    status,
    with_the_mouse,
)

MIDDLE = "/15 35 46/25 35 05/44 42 21 10 00 02/player"
WON = "/66/45/43/player"


def program_and_variables(stage=5, state="", sampling=False, choices=(), deal=0):
    """Return the program without the list of stages, and a list that will hold its variables."""
    seen = []

    def program(m):
        number = deal or m.rnd(edition.DEALS)
        first = edition.parse_state(state) if state else edition.deal_number(m, number)
        seen.append(edition.Variables(edition.IMAGINES if sampling else stage, first, first, number))
        seen[0].choices = list(choices)
        edition.play_games(m, seen[0])

    return program, seen


def rows(m):
    """The rows of the screen without their margin."""
    return [line[screen.MARGIN :].rstrip() for line in m.screen.lines]


def agrees(m, v):
    """Check the screen against the program's variables and return its rows."""
    lines, state = m.screen.lines, v.state
    assert tuple(drawn(lines).values())[: len(state.snake)] == state.snake
    if snake.result(state):
        assert lines[0].strip() in {banner for _, _, banner, _ in screen.BANNERS.values()}
        assert not any(line[screen.RIGHT_EDGE :].strip() for line in lines)
        return lines
    assert re.match(rf" [A-Z ]+ \|* {len(state.computer)}  ", lines[0])
    assert lines[11].endswith(f"STOCK {'|' * len(state.stock)} {len(state.stock)} ")
    assert not any(line[screen.RIGHT_EDGE :].strip() for line in lines[:1] + lines[10:])
    left, right = (end_spot(lines, side) for side in (-1, 1))
    ends = {word: (area[0] // 32, 25 - area[3] // 32) for word, area in v.click_areas.items() if word[0] == "@"}
    assert ends == {"@L": left, "@R": right}
    shown = hand(lines)
    assert [shown[n][:2] for n in sorted(shown)] == list(state.player)
    for number, (_, _, mark) in shown.items():
        fits = [v.marks and v.stage > 3 and snake.legal_4(state, side * number) for side in (-1, 1)]
        assert mark == "L" * fits[0] + "R" * fits[1]
    return lines


def click(column, row):
    """Return the events of a click in a cell of the screen."""
    at = 32 * column + 16, 783 - 32 * row
    return [Mouse(*at, 4), Mouse(*at, 0)]


def random_step(dice):
    """Return a random key or click, without those that leave the game."""
    if dice.random() < 0.2:
        return click(dice.randrange(40), dice.randrange(22))
    return dice.choice([*"0123456789-+ \rHULMNSxy?", "<UP>", "<DOWN>", "<LEFT>", "<RIGHT>", "<DELETE>"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_games_with_all_kinds_of_input(seed):
    dice = random.Random(seed)
    program, seen = program_and_variables(stage=4 + seed % 2, sampling=seed % 6 == 5)

    def player(m):
        for _ in range(150):
            yield
            if not re.search("Match|W I N|D R A W", m.screen.lines[0]):
                yield "\r"
                continue
            if not seen[0].both_ends:
                agrees(m, seen[0])
            sensible = dice.random() < 0.4 and "Your turn" in status(m.screen.lines)
            yield first_marked(m.screen.lines) if sensible else random_step(dice)

    headless(program, player, seed=seed + 1)


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "play"), [(4, first_that_fits), (5, first_that_fits), (5, with_the_mouse)])
def test_games_are_played_to_their_end_from_the_screen(stage, play):
    ends = set()
    for seed in range(1, 7):
        program, seen = program_and_variables(stage=stage)

        def player(m):
            for step in play(m):
                yield click(*step) if isinstance(step, tuple) else step

        front = Headless(player)
        front.run(program, seed)
        ends.add(snake.result(seen[0].state))
        assert seen[0].front.record.counts[stage - 4][0] == 1
    assert len(ends) > 1 or stage == 4


def test_an_option_begins_at_once():
    for options in ({"stage": 4}, {"deal": 7}, {"state": MIDDLE}):
        m = headless(lambda m, options=options: edition.main(m, **options), lambda m: iter([None]))
        assert "YOUR PIECES" in m.screen.lines[11]


# layouts


def test_the_path_bends_and_touches_itself_only_at_the_bends():
    cells = [
        {(place.column + x, place.row + y) for x in range(3 - place.upright) for y in range(2 + place.upright)}
        for place in pictures.PATH
    ]
    assert sum(map(len, cells)) == len(set().union(*cells))
    for one, other in itertools.pairwise(cells):
        assert any((x + 1, y) in other or (x - 1, y) in other for x, y in one)
    assert all(0 <= x < 40 and 2 <= y < 10 for cell in cells for x, y in cell)


@pytest.mark.parametrize("left", [0, 5, 13, 27])
def test_a_whole_set_fits_with_both_ends(left):
    first = pictures.first_place(28, left)
    assert first >= 1
    assert first + 28 < len(pictures.PATH)
    assert pictures.first_place(10, 4) + 4 == len(pictures.PATH) // 2


def test_every_domino_is_drawn_with_its_pips():
    shapes = {code: rows for code, rows in pictures.shapes() if code >= pictures.UPRIGHT}
    assert len(set(shapes.values())) == len(shapes) == 60
    upper = pictures.FLAT
    ink = [sum(row.bit_count() for row in shapes[upper + a] + shapes[upper + 7 + a]) for a in range(7)]
    assert [(one - ink[0]) / 4 for one in ink] == [*range(7)]


def test_the_largest_hand_and_the_longest_snake_fit():
    whole = snake.full_set()
    hand_text = " ".join(f"{a}{b}" for a, b in whole[:21])
    for state in (
        f"/66/{hand_text}/65 54 43 36 64 45/player",
        f"/66/65/{' '.join(f'{a}{b}' for a, b in whole[:26])}/player",
    ):
        program, seen = program_and_variables(stage=4, state=state)
        headless(program, lambda m, seen=seen: iter_checks(m, seen))


def iter_checks(m, seen):
    yield
    agrees(m, seen[0])


def test_a_hand_of_21_is_readable_in_the_terminal_too():
    program, seen = program_and_variables(stage=4, choices=[0] * 60)

    def player(m):
        for _ in range(17):
            yield
            agrees(m, seen[0])
            yield "0"

    headless(program, player, seed=1)
    assert not seen[0].state.stock


# keys and clicks


def play(*steps, seed=4, **options):
    """Press these keys; return the rows of the screen before each and after the last."""
    screens = []

    def player(m):
        for step in steps:
            yield
            screens.append(rows(m))
            yield step
        yield
        screens.append(rows(m))

    program, _ = program_and_variables(**options)
    headless(program, player, seed=seed)
    return screens


def test_a_piece_that_fits_one_end_goes_there_at_once():
    assert play("1", state=MIDDLE)[1][18] == "The computer laid [1, 5] right."
    program, seen = program_and_variables(state=MIDDLE)
    headless(program, lambda m: iter([None, "1"]))
    assert seen[0].past[0][1] == 1


BOTH = "33/16 35/24 42 05/44 42/player"


@pytest.mark.parametrize(
    ("steps", "k"),
    [
        (["1", "L"], -1),
        (["1", "<RIGHT>"], 1),
        (["-1"], -1),
        (["+1"], 1),
        (["<RIGHT>", "\r", "l"], -1),
        (["<LEFT><RIGHT>", " ", "r"], 2),
        (["0"], 0),
    ],
)
def test_ways_to_make_a_move(steps, k):
    program, seen = program_and_variables(state=BOTH)
    headless(program, lambda m: iter([None, *[part for step in steps for part in (step, None)]]))
    assert seen[0].past[0][1] == k


@pytest.mark.parametrize(("word", "side"), [("@L", -1), ("@R", 1), ("L", -1), ("R", 1)])
def test_clicks_choose_a_piece_and_an_end(word, side):
    program, seen = program_and_variables(state=BOTH)

    def player(m):
        yield
        yield click(*spot_of(m.screen.lines, 1))
        yield
        assert status(m.screen.lines) == "[2, 4] fits both ends: L or R?"
        assert "Moves" not in m.screen.text
        left, _, _, top = seen[0].click_areas[word]
        yield click(left // 32, 25 - top // 32)

    headless(program, player)
    assert seen[0].past[0][1] == side


def test_with_equal_ends_a_piece_goes_right_at_once():
    program, seen = program_and_variables(state="33/16 35/24 42 05/44 42 24/player")
    headless(program, lambda m: iter([None, "1", None]))
    assert seen[0].past[0][1] == 1


def test_a_marked_piece_stays_marked_after_a_refusal():
    assert play("h", "2", state=MIDDLE)[2][18:21] == [
        "[3, 5] does not fit there.",
        "",
        "RETURN lays [2, 5] right.",
    ]


def test_what_the_computer_lacked_is_shown():
    lines = play("1", state="33/66 61/25 35 05/44 42 21 10 00 02/player")[1]
    assert lines[1] == "It had no 4, no 5 at its last take."
    assert play("1", state="33/66 61/25 35 05/44 42 21 10 00 02/player", stage=4, choices=[0])[1][1] == ""


def test_a_first_answer_names_the_double_before_it():
    assert play(deal=61937, seed=1)[0][18].startswith("You laid [4, 4], it [3, 4] left.")


@pytest.mark.parametrize(("keys", "deal"), [(["4711", "\r"], "Deal 4711"), (["0", "\r"], "")])
def test_a_deal_is_chosen_by_its_number(keys, deal):
    m = headless(edition.main, lambda m: iter([None, "d", *[part for key in keys for part in (None, key)], None]))
    assert deal in m.screen.lines[24]
    assert ("YOUR PIECES" in m.screen.text) is bool(deal)


def test_refusals_say_why():
    for steps, options, sentence in (
        (["2"], {}, "[3, 5] does not fit at either end."),
        (["-1"], {}, "[2, 5] does not fit there."),
        (["9"], {}, "You hold only 3."),
        (["\r"], {}, "Mark a piece with the arrows first."),
        (["u"], {}, "There is nothing to take back."),
        (["m"], {}, "You have made no move yet."),
        ([click(6, 5)], {}, "Choose a piece first."),
    ):
        for step in steps:
            options = {"state": MIDDLE} | options
            screens = play(step, **options)
            assert screens[-1][18] == sentence
            assert screens[-1][20].startswith("Your turn")


def test_what_is_marked_is_explained():
    screens = play("<RIGHT>", "<RIGHT>", "<DELETE>", "-", state=MIDDLE)
    assert [lines[20] for lines in screens] == [
        "Your turn: number, arrows or a click.",
        "RETURN lays [2, 5] right.",
        "[3, 5] fits nowhere.",
        "Your turn: number, arrows or a click.",
        "Your turn: which piece goes left?",
    ]


def test_the_player_without_a_move_is_told():
    state = MIDDLE.replace("25 35 05", "15 35 05")
    assert play(state=state)[0][20] == "Your turn: nothing fits. 0 passes."
    assert play(state="33" + state)[0][20] == "Your turn: nothing fits. 0 takes one."


def test_one_sees_the_move_before_the_computer_answers():
    def player(m):
        yield
        yield "1"
        yield 0.3
        assert m.screen.lines[18].startswith(" You laid [2, 5] right.")
        assert m.screen.lines[20].startswith(" The computer is thinking")
        yield 0.5
        assert "Your turn" in m.screen.lines[20]

    headless(lambda m: edition.main(m, state=MIDDLE), player)


def test_undo_goes_back_move_by_move_to_the_deal():
    first, second, third, back, deal, nothing = play("0", "0", "u", "U", "u", deal=7, seed=1)
    assert first[:18] != second[:18] != third[:18]
    assert back[:18] == second[:18]
    assert deal[:18] == first[:18]
    assert nothing[18] == "There is nothing to take back."


def test_the_end_says_why_and_shows_both_hands():
    program, seen = program_and_variables(state=WON)
    front = Headless(lambda m: iter([None, "1", None]))
    m = front.run(program, 1)
    lines = rows(m)
    assert m.screen.lines[0] == f"{'Y O U   W I N':^40}"
    assert [m.point(x, y) for x in (0, 1276) for y in (796, 768)] == [screen.YELLOW] * 4
    assert lines[18:22] == [
        "You have none, it has 1: won by 1.",
        "",
        "Match 1 : 0.",
        "Par for this deal: won by 1 (you +0).",
    ]
    assert lines[11:15] == ["YOU      0", "", "", "COMPUTER 1 6-6"]
    assert "fits" not in m.in_words
    assert len(front.notes) == 2  # the domino, and the first of the tune
    assert seen[0].front.record.counts[1][:2] == [1, 1]
    assert over(lines)


def test_both_hands_at_the_end_leave_a_row_above_the_messages():
    pieces = " ".join(f"{a}{b}" for a, b in snake.full_set()[:8])
    m = headless(
        lambda m: edition.main(m, state=f"/{pieces}/{pieces}/15 15 15 15 15 15 12 21/player"), lambda m: iter([None])
    )
    lines = rows(m)
    assert lines[0].strip() == "A   D R A W"
    assert lines[14].startswith("COMPUTER ")
    assert lines[18] == "Both ends 1, all 1s are laid: a draw."
    assert lines[19] == ""


def test_the_end_names_the_deal():
    program, seen = program_and_variables(deal=7)

    def player(m):
        yield None
        while not snake.result(seen[0].state):
            yield first_marked(m.screen.lines)
            yield None
        assert rows(m)[11].startswith("YOU ")
        assert rows(m)[24].endswith(" Deal 7")

    Headless(player).run(program, 1)


def test_after_the_end_only_commands_are_accepted():
    screens = play("1", " ", "1", state=WON)
    assert screens[3] == screens[2]


@pytest.mark.parametrize("saved", ["x", [], [[1, 2]], [[0, 0]] * 5 + [["a", 1]], [[0, -1]] * 6])
def test_a_damaged_record_is_ignored(saved):
    def program(m):
        m.csave(edition.OLD_RECORD, saved)
        edition.main(m)

    m = headless(program, lambda m: iter([None]))
    assert "Won" not in m.screen.text


def test_a_deal_can_be_repeated_by_its_number():
    first, _, asked, same = play("0", "n", "s", deal=4711)
    assert "A NEW GAME" in asked[1]
    assert first[24].endswith("Deal 4711")
    assert same == first
    new = play("nn", deal=4711)[1]
    number = int(new[24].split()[-1])
    assert number != 4711
    assert play(deal=number)[0][:20] == new[:20]


def test_marks_can_be_switched_off():
    screens = play("q", "o", "m", "b", "n", "y", deal=7)
    assert re.search("[LR]", screens[0][14])
    assert not re.search("[LR]", screens[-1][14])


def test_a_hand_of_nine_marks_its_last_piece_within_the_row():
    lines = play(state="/66/01 02 03 04 06 11 12 13 05/05 50/player")[0]
    assert lines[14].endswith(" 9LR")
    assert lines[15] == ""


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--stage", "0", "a whole number from 1 to 5"),
        ("--deal", "-1", "a whole number from 1 to 99999"),
        ("--deal", "1" * 26, "a whole number from 1 to 99999"),
        ("--state", "x", "five parts: stock, computer, player, snake, and who is to move"),
        ("--choices", "x", "whole numbers, such as 2 0 -3, found 'x'"),
    ],
)
def test_an_invalid_option_prints_a_sentence(option, value, expected, capsys):
    assert command(["play", "snake", option, value]) == 2
    assert capsys.readouterr().err == f"retro: {option} {value}: expected {expected}.\n"


def test_the_sampling_player_moves_by_the_rules():
    program, seen = program_and_variables(sampling=True)
    headless(program, first_that_fits, seed=9)
    past = seen[0].past
    mine = [(state, k) for state, k in past if state.status != PLAYER]
    assert len(mine) > 3
    assert all(snake.legal_4(state, k) for state, k in mine)
    assert all(k or not sampling.moves(state) for state, k in mine)


def test_the_counting_player_moves_as_it_counts():
    program, seen = program_and_variables()
    headless(program, first_that_fits, seed=9)
    assert all(k == snake.choose_move_5(state) for state, k in seen[0].past if state.status != PLAYER)


def test_choices_beyond_the_hand_are_skipped():
    program, seen = program_and_variables(stage=4, state="33/12 14/25/44/computer", choices=[7, -3, 2])
    headless(program, lambda m: iter([None]))
    assert [k for _, k in seen[0].past] == [2]


def test_only_what_has_changed_is_drawn():
    program, seen = program_and_variables(state=MIDDLE)
    front = Headless(lambda m: iter([None]))
    m = front.run(program, 1)
    version = m.screen.version
    screen.show(m, seen[0].items, dict(seen[0].items))
    assert m.screen.version == version


def test_no_text_cursor_stands_in_the_picture():
    def player(m):
        yield
        assert not m.screen.cursor_shown

    headless(program_and_variables(state=MIDDLE)[0], player)


# the front page


def test_quit_and_escape_lead_to_the_front_page_where_the_game_waits_and_out():
    def player(m):
        yield
        yield "0"
        yield
        for key in ("q", "<ESCAPE>"):
            yield key
            yield
            assert "DOMINO SNAKE" in m.screen.lines[1]
            assert "Go on  you hold " in m.screen.text
            yield "\r"
            yield
            assert "YOUR PIECES" in m.screen.text
        yield "<ESCAPE>"
        yield
        yield "<ESCAPE>"
        yield
        assert FAREWELL in m.screen.text

    headless(lambda m: run_to_end(m, lambda m: edition.main(m, deal=3)), player)


@pytest.mark.parametrize(
    ("keys", "title"),
    [
        ("\r", "AT RANDOM"),
        ("l<UP>\r", "IT COUNTS"),
        ("<DOWN><LEFT><UP>\r", "IT IMAGINES"),
        ("t", "IT COUNTS"),
        (click(5, 10), "AT RANDOM"),
    ],
)
def test_the_front_page_begins_a_game_against_the_computer_that_is_chosen(keys, title):
    m = headless(lambda m: edition.main(m, day=20261124), lambda m: iter([None, keys, None]))
    assert m.screen.lines[0].startswith(f" {title} |")
    assert ("24 Nov" in m.screen.lines[24]) is (keys == "t")
    assert ("Match 0 : 0" in m.screen.lines[0]) is (keys != "t")


def test_the_daily_game_is_the_same_for_everybody_and_kept_for_its_day():
    def lines(seed):
        m = headless(lambda m: edition.main(m, day=20261124), lambda m: iter([None, "t", None]), seed=seed)
        return m.screen.lines

    assert lines(1) == lines(2)

    def player(m):
        yield
        yield "t"
        yield
        while not over(m.screen.lines):
            yield first_marked(m.screen.lines)
            yield
        yield 8.0
        yield "q"
        yield
        assert re.search("Today  24 Nov, (won|lost) by", m.screen.text)

    headless(lambda m: edition.main(m, day=20261124), player)


@pytest.mark.parametrize(
    ("stage", "text"), [(1, "Domino snake: [["), (2, "Status: "), (3, "Status: "), (5, "Status: ")]
)
def test_the_course_plays_a_stage_in_its_own_text_and_comes_back(stage, text):
    def player(m):
        yield from (None, "n", None, "q", None, "c", None, "y", None)
        assert "THE COURSE" in m.screen.text
        yield str(stage)
        yield
        assert text in m.screen.text
        assert "RETURN" in dict(m.keys)
        assert "Your pieces: 1" not in m.in_words  # as in the game before
        yield " " if stage < 3 else "<ESCAPE>"
        yield
        assert "THE COURSE" in m.screen.text
        yield "<ESCAPE>"
        yield
        assert "Go on" not in m.screen.text
        yield "n"
        yield
        assert "YOUR PIECES" in m.screen.text

    headless(edition.main, player)


def test_every_page_of_text_fits_the_screen():
    for text in (edition.pages.RULES + edition.pages.KEYS_TEXT, edition.pages.COURSE_TEXT):
        assert sum(len(wrap(line, 36)) or 1 for line in text) <= 20


@pytest.mark.parametrize(
    ("doubles", "left", "right"), [(1, ["<=4", "<=L"], ["2o>", "Ro>"]), (9, ["^^", "==", "L4"], ["2o>", "Ro>"])]
)
def test_the_snake_has_a_tail_and_a_head_that_light_up_while_one_is_asked_for(doubles, left, right):
    state = f"/16 24/24 42 05/{'44 ' * doubles}42/player"

    def player(m):
        yield
        lines, points = m.screen.lines, []
        for side, texts in ((-1, left), (1, right)):
            column, row = end_spot(lines, side)
            assert [lines[row + index][column : column + len(text)] for index, text in enumerate(texts)] == texts
            points.append((32 * (column + (side > 0)) + 18, 797 - 32 * (row + 1) - 4))
        assert [m.point(*point) for point in points] == [screen.BODY] * 2
        yield "1"
        yield
        assert [m.point(*point) for point in points] == [screen.YELLOW] * 2

    headless(lambda m: edition.main(m, state=state), player)


# hints, the record, help


@pytest.mark.parametrize("end", ["\r", click(5, 20)])
def test_a_hint_is_a_lit_piece_and_a_sentence_and_return_plays_it(end):
    lit, played = play("h", end, state=MIDDLE)[1:]
    assert lit[18] == "[2, 5] right: its numbers are common."
    assert lit[20] == "RETURN lays [2, 5] right."
    assert played[18] in ("The computer laid [3, 5] right.", "The computer laid [1, 5] right.")


def test_the_second_hint_is_the_worked_example():
    page, back = play("h", "h", "\r", state=MIDDLE)[2:]
    text = [line.strip() for line in page if line.strip()]
    assert text[3:4] + text[5:7] == [
        "0:5  1:2  2:4  3:1  4:3  5:3  6:0",
        "[0, 5] 5+3= 8 no    [3, 5] 1+3= 4 no",
        "[2, 5] 4+3= 7 right",
    ]
    assert back[20] == "RETURN lays [2, 5] right."
    whole = " ".join(f"{a}{b}" for a, b in snake.full_set()[:21])
    page = play("h", "h", state=f"/66/{whole}/65 54 43 36 64 45/player")[2]
    assert sum(line.count("]") for line in page) == 21
    assert page[-1] == ""


def test_the_hint_is_the_one_of_the_computer_that_is_playing():
    assert play("h", deal=11, sampling=True, seed=1)[1][18].endswith("best in imagined games.")


def test_the_hint_where_nothing_fits():
    state = MIDDLE.replace("25 35 05", "15 35 05")
    assert play("h", state=state)[1][18] == "None fits: you pass."
    hint, taken = play("h", "\r", state="33" + state)[1:]
    assert hint[18] == "None fits: you take a piece."
    assert taken[11].endswith("STOCK  0")


def test_undo_after_the_end_of_the_game():
    before, _, ended, again = play("1", " ", "u", state=WON)
    assert "won by 1" in ended[18]
    assert again[20] == before[20]


def test_games_are_counted_once_and_kept_on_the_tape():
    front = Headless(lambda m: iter([None, "1", 8.0, None, "u", None, "1", 8.0, None, "q", None]))
    m = front.run(lambda m: edition.main(m, state=WON), 1)
    assert "Won 1 of 1" in m.screen.text
    assert m.cload("RESULT") == "you won by 1"


@pytest.mark.parametrize(("keys", "counts"), [("h\r", (0, 1)), ("1", (1, 0)), ("1s1", (1, 1))])
def test_games_with_help_and_of_known_deals_are_counted_apart(keys, counts):
    program, seen = program_and_variables(state=WON)

    def player(m):
        yield
        for key in keys:
            yield key
            yield 8.0
            yield
        assert ("Match 1 : 0" in m.screen.text) is (keys == "1")

    headless(program, player)
    played, _, _, helped, *_ = seen[0].front.record.counts[1]
    assert (played, helped) == counts


@pytest.mark.parametrize(("key", "title", "level"), [("n", "AT RANDOM", 1), ("l", "IT COUNTS", 2)])
def test_four_won_games_win_the_match_and_the_next_computer_is_offered(key, title, level):
    program, seen = program_and_variables(stage=4, state=WON)

    def player(m):
        yield
        seen[0].match[4] = [3, 2]
        yield "1"
        yield 8.0
        yield
        assert "You win the match 4 : 2." in m.screen.text
        assert "Level up" in m.screen.lines[24]
        yield key
        yield
        assert m.screen.lines[0].startswith(f" {title} ")
        assert m.screen.lines[0].endswith("Match 0 : 0 ")
        assert seen[0].front.level == level

    headless(program, player)


def test_a_match_goes_on_after_the_front_page():
    screens = play("1", " ", "q", "n", state=WON, stage=4)
    assert screens[4][0].endswith("Match 1 : 0")


def test_after_the_deal_of_the_day_the_chosen_computer_plays_again():
    m = headless(lambda m: edition.main(m, day=20261124), lambda m: iter([None, "t", None, "n", None, "n", None]))
    assert m.screen.lines[0].startswith(" AT RANDOM ")


@pytest.mark.parametrize("played", [False, True])
def test_a_deal_of_the_day_that_is_played_again_is_known(played):
    seen = []

    def program(m):
        record = Record(m, edition.RECORD, 3)
        if played:
            record.add_day(20261124, -1, False)
        record.save(m)
        first = edition.deal_number(m, 1)
        seen.append(edition.Variables(5, first, first))
        edition.play_games(m, seen[0], 20261124, choose=True)

    headless(program, lambda m: iter([None, "t", None]))
    assert seen[0].helped == played


def test_the_next_level_is_not_offered_after_a_defeat():
    screens = play("0", " ", "l", state="/64/11 22/46 65/player", stage=4, choices=[-1])
    assert "C O M P U T E R   W I N S" in screens[-1][0]
    assert "Level up" not in screens[-1][24]
    assert screens[-1] == screens[-2]


def test_what_was_typed_before_the_end_does_not_leave_it():
    assert "won by 1" in play("1qnn", state=WON)[-1][18]


def test_an_earlier_versions_record_opens():
    def program(m):
        m.csave(edition.OLD_RECORD, [[0, 0]] * 4 + [[5, 3], [2, 1]])
        edition.main(m)

    m = headless(program, lambda m: iter([None, "r", None]))
    assert re.search("it counts +3   5", m.screen.text)
    assert re.search("it imagines +1   2", m.screen.text)


def test_the_moves_are_listed_beside_the_counting_players():
    page = play("0", "1", "m", state=MIDDLE.replace("/15", "/33"), stage=4, choices=[0])[3]
    first = next(row for row, line in enumerate(page) if "Yours" in line)
    assert page[first].split() == ["Yours", "The", "counting", "player"]
    assert page[first + 1 : first + 3] == ["1 passed           [2, 5] right  7 *", "2 [2, 5] right  7  [2, 5] right  7"]


def test_a_long_list_shows_the_last_moves():
    screens = play(*["0"] * 21, "m", "\r", choices=[0] * 21, stage=4)
    shown = [line for line in screens[-2] if re.search("took|passed", line)]
    assert (len(shown), shown[0].split()[0]) == (16, "6")
    assert screens[-1][11].endswith("STOCK  0")


def test_help_comes_back_to_the_question_and_escape_takes_it_back():
    asked, rules, again, free, front = play(
        "5", "?", "\r", "<ESCAPE>", "<ESCAPE>", state="25/66/12 34 56 66 05/01 15/player"
    )[1:]
    assert "HOW TO PLAY" in "\n".join(rules)
    assert again == asked
    assert asked[20].startswith("[0, 5] fits both")
    assert free[20].startswith("Your turn")
    assert "DOMINO SNAKE" in front[1]


@pytest.mark.parametrize(("k", "stock", "channel"), [(0, 3, 1), (0, 0, 0), (2, 3, 0), (-2, 0, 0)])
def test_a_domino_that_is_taken_has_a_tone_and_one_that_is_laid_a_click(k, stock, channel, monkeypatch):
    monkeypatch.setattr(edition, "make_move", lambda v, k: None)
    sounds = []
    edition.move(
        SimpleNamespace(sound=lambda *sound: sounds.append(sound)),
        SimpleNamespace(state=SimpleNamespace(stock=stock)),
        k,
    )
    assert [sound[0] for sound in sounds] == [channel]


def click_text(m, text):
    """Return the events of a click on the last place where a text stands, in any MODE."""
    row = max(row for row, line in enumerate(m.screen.lines) if text in line)
    high = m.screen.framebuffer.height // len(m.screen.lines)
    at = m.screen.framebuffer.units(8 * m.screen.lines[row].index(text) + 4, high * row + high // 2)
    return [Mouse(*at, 4), Mouse(*at, 0)]


def test_a_stage_of_the_course_by_the_mouse_alone():
    def player(m):
        for text in ("The course", "The rules"):
            yield
            yield click_text(m, text)
        yield
        before = m.screen.text
        for text in ("Stock size", "Type, or", "Your pieces"):  # they mean nothing
            yield click_text(m, text)
            yield
        assert m.screen.text == before
        while "The game is over" not in m.screen.text:
            text = m.screen.text[m.screen.text.rindex("Computer pieces") :]
            ends = (re.search(r"\n\[(\d)", text)[1], re.findall(r"(\d)\]\n\n", text)[0])
            fitting = [
                (f"{n}:", end) for n, a, b in re.findall(r"(\d+):\[(\d), (\d)\]", text) for end in ends if end in a + b
            ]
            texts = ["Take one"]
            if "Press Enter" in text:
                texts = ["Go on"]
            elif fitting:
                texts = ["Left end"] * (fitting[0][1] == ends[0]) + [fitting[0][0]]
            for one in texts:
                yield click_text(m, one)
                yield
        assert "Press a key." in m.screen.text
        yield click_text(m, "Press a key.")
        yield
        assert "THE COURSE" in m.screen.lines[1]
        yield "<ESCAPE>"
        yield
        yield click_text(m, "Quit")

    headless(edition.main, player, seed=6)
