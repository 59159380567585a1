"""The domino snake on the machine's own screen: display, commands, whole games played from the screen."""

import random

import pytest
from retro.programs.snake import snake
from retro.programs.snake.rules import stage1, stage3, stage4, stage5
from retro.programs.snake.rules.stage1 import PLAYER

from retro.basic import edition
from retro.cli import main as command
from retro.frontends.headless import Headless, headless
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.snake_players import first_marked, first_that_fits, hand, over, pictures, status

KEYS = ["H hint   U undo   L list   M marks", "R rules  N new    S same   Q quit"]
MIDDLE = "/15 35 46/25 35 05/44 42 21 10 00 02/player"


def program_and_variables(**options):
    """Return the program, and a list that holds its variables once they are drawn."""
    seen = []

    def draw(m, v):
        if not seen:
            seen.append(v)
        snake.draw(m, v)

    changed = edition(snake.main, draw=draw)
    return lambda m: changed(m, **options), seen


def rows(m):
    return [line.rstrip() for line in m.screen.lines]


def agrees(m, v):
    """Check the screen against the program's variables and return its rows."""
    lines, state = rows(m), v.state
    assert lines[0] == "=" * 40
    assert lines[1].startswith(f"Stock size: {len(state.stock)} ") or not v.deal
    assert lines[2] == f"Computer pieces: {len(state.computer)}"
    assert pictures(lines) == [f"{a}{b}" for a, b in state.snake]
    assert lines[8] == stage3.snake_text(state.snake)
    assert lines[10] == "Your pieces:"
    shown = hand(lines)
    assert [shown[n][:3] for n in sorted(shown)] == [(a, b, f"{a}{b}") for a, b in state.player]
    assert status(lines) == stage3.status_text(state)
    assert lines[21] == ">"
    assert lines[22] == v.error
    assert lines[23:] == KEYS
    for number, (_, _, _, mark) in shown.items():
        expected = "".join(
            sign
            for side, sign in ((-1, "<"), (1, ">"))
            if v.marks
            and v.stage > 3
            and not over(lines)
            and state.status == PLAYER
            and stage4.legal(state, side * number)
        )
        assert mark == expected
    return lines


def random_line(dice):
    """Return a random line: mostly moves, some commands, some rubbish."""
    if dice.random() < 0.7:
        return f"{dice.randint(-8, 8)}\n"
    return dice.choice(
        ["\n", "u\n", "M\n", "h\n ", "l\n ", "r\n ", "hello, you\n", "7" * 100 + "\n", "<DOWN>\n", "s\n", " n \n"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_games_with_all_kinds_of_input(seed):
    dice = random.Random(seed)
    program, seen = program_and_variables(stage=3 + seed % 3, sampling=seed % 6 == 5)

    def player(m):
        for _ in range(60):
            yield
            while "Press any key" in rows(m)[24]:
                yield " "
                yield
            lines = agrees(m, seen[0])
            marked = dice.random() < 0.5 and "your turn" in status(lines)
            yield f"{first_marked(lines)}\n" if marked else random_line(dice)
        yield
        while "Press any key" in rows(m)[24]:
            yield " "
            yield
        yield "q\n"

    m = headless(program, player, seed=seed + 1)
    assert m.screen.text.strip() == "Thank you for playing."


@pytest.mark.slow
@pytest.mark.parametrize("stage", [4, 5])
def test_games_are_played_to_their_end_from_the_screen(stage):
    ends = set()
    for seed in range(1, 11):
        program, seen = program_and_variables(stage=stage)
        front = Headless(first_that_fits)
        front.run(program, seed)
        ends.add(stage3.result(seen[0].state))
        assert len(front.notes) == 2
        assert front.notes[1].start >= front.notes[0].start + front.notes[0].length
    assert len(ends) > 1


def test_quitting_and_escape_end_the_program():
    for keys in ("q\n", "Q \n", "<ESCAPE>", "h<ESCAPE>", "r\n<ESCAPE>"):
        front = Headless(lambda m, keys=keys: iter([None, keys, None]))
        m = front.run(lambda m: run_to_end(m, snake.main), 3)
        assert m.screen.lines[24].strip() == FAREWELL


def test_a_line_that_is_too_long_stays_in_its_row():
    def player(m):
        yield
        before = rows(m)
        for _ in range(9):
            yield "0123456789" * 3
            yield
        assert rows(m)[:21] == before[:21]
        assert rows(m)[22:] == before[22:]
        yield "<DELETE>" * 20
        yield
        assert rows(m)[:21] == before[:21]
        yield "\n"
        yield
        assert rows(m)[22] == "Invalid input. Please try again."
        assert rows(m)[:22] == before[:22]
        yield "q\n"

    headless(lambda m: snake.main(m, state=MIDDLE), player)


# layouts


def test_the_largest_hand_and_the_longest_snake_fit():
    whole = stage1.full_set()
    hand_text = " ".join(f"{a}{b}" for a, b in whole[:21])
    program, seen = program_and_variables(stage=3, state=f"/66/{hand_text}/65 54 43 36 64 45/player")
    headless(program, lambda m: iter_checks(m, seen, 21))
    long = " ".join(f"{a}{b}" for a, b in whole[:26])
    program, seen = program_and_variables(stage=3, state=f"/66/65/{long}/player")
    headless(program, lambda m: iter_checks(m, seen, 1))
    longer = " ".join(f"{a}{b}" for a, b in (*whole[:26], (5, 5)))
    program, seen = program_and_variables(stage=3, state=f"/66//{longer}/player")
    headless(program, lambda m: iter_checks(m, seen, 0))


def test_a_hand_that_takes_the_whole_stock_fits():
    program, seen = program_and_variables(stage=4, choices="0 " * 60)

    def player(m):
        for _ in range(34):
            yield
            agrees(m, seen[0])
            yield "0\n"

    headless(program, player, seed=1)
    assert not seen[0].state.stock


def iter_checks(m, seen, pieces):
    yield
    agrees(m, seen[0])
    assert len(hand(rows(m))) == pieces


def test_stage_1_shows_the_deal_and_ends():
    m = headless(lambda m: snake.main(m, stage=1, state="25 12/14/06 55/66/computer"))
    assert [line for line in rows(m) if line] == [
        "=" * 40,
        "Stock pieces:",
        "[2, 5]25  [1, 2]12",
        "Computer pieces:",
        "[1, 4]14",
        "Player pieces:",
        "[0, 6]06  [5, 5]55",
        "Domino snake:",
        "[6, 6]66",
        "Status: computer",
    ]


def test_a_whole_deal_of_stage_1_fits():
    for seed in range(1, 20):
        m = headless(lambda m: snake.main(m, stage=1), seed=seed)
        assert sum(line.count("[") for line in rows(m)) == 28
        assert rows(m)[19].startswith("Status: ")


def test_stage_2_shows_the_display_and_ends():
    program, seen = program_and_variables(stage=2)
    m = headless(program, seed=2)
    assert rows(m)[22:] == ["", "", ""]
    assert rows(m)[10] == "Your pieces:"
    assert len(hand(rows(m))) == len(seen[0].state.player)


# commands


def play(*steps, **options):
    """Type these lines; return the rows of the screen before each and after the last."""
    screens = []

    def player(m):
        for step in steps:
            yield
            screens.append(rows(m))
            yield step
        yield
        screens.append(rows(m))

    headless(lambda m: snake.main(m, **options), player, seed=4)
    return screens


def test_the_hint_is_the_worked_example():
    _, page, back = play("h\n", " ", state=MIDDLE)
    assert page[3] == "0:5   1:2   2:4   3:1   4:3   5:3   6:0"
    assert page[6:10] == ["[0, 5] 5+3=8  no", "[2, 5] 4+3=7  right", "[3, 5] 1+3=4  no", ""]
    assert page[19] == "So 1: [2, 5] goes to the right."
    assert page[24] == "Press any key to go on"
    assert back[10] == "Your pieces:"


def test_the_hint_where_nothing_fits():
    assert play("h\n", state=MIDDLE.replace("25 35 05", "15 35 05"))[1][19] == "None fits, so 0: you pass."
    assert (
        play("h\n", state="33" + MIDDLE.replace("25 35 05", "15 35 05"))[1][19] == "None fits, so 0: you take a piece."
    )


def test_the_hint_of_the_largest_hand_fits():
    whole = " ".join(f"{a}{b}" for a, b in stage1.full_set()[:21])
    page = play("h\n", state=f"/66/{whole}/65 54 43 36 64 45/player")[1]
    assert sum(line.count("[") for line in page) == 21 + 1
    assert page[17:19] == ["", ""]


def test_hints_are_refused_where_there_is_none():
    assert play("h\n", stage=3)[1][22] == "Stage 3 has no rules: anything goes."
    assert play("h\n", state=MIDDLE.replace("player", "computer"))[1][22] == "A hint is for your own turn."


def test_undo_goes_back_move_by_move_to_the_deal():
    first, _, second, _, third, back, deal, nothing = play("0\n", "\n", "0\n", "\n", "u\n", "U\n", "u\n", deal=7)
    assert first[:21] != second[:21] != third[:21]
    assert back[:21] == second[:21]
    assert deal[:21] == first[:21]
    assert nothing[22] == "There is nothing to take back."


def test_undo_after_the_end_of_the_game():
    before, ended, again = play("1\n", "u\n", state="/66/45/44 46 65/player")
    assert "You won!" in ended[19]
    assert again[:21] == before[:21]


def test_a_deal_can_be_repeated_by_its_number():
    first, *_, same = play("0\n", "\n", "s\n", deal=4711)
    assert first[1].endswith("Deal 4711")
    assert same == first
    new = play("n\n", deal=4711)[1]
    number = int(new[1].split()[-1])
    assert number != 4711
    assert play(deal=number)[0] == new


def test_the_moves_are_listed_beside_the_counting_players():
    page = play("0\n", "\n", "1\n", "l\n", state=MIDDLE.replace("/15", "/33"), stage=4, choices="0")[4]
    assert page[2].split() == ["Yours", "The", "counting", "player"]
    assert page[3] == " 1  passes        * [2, 5] right"
    assert page[4] == " 2  [2, 5] right    [2, 5] right"
    assert play("l\n")[1][22] == "You have made no move yet."


def test_a_long_list_has_pages():
    steps = ["0\n", "\n"] * 21
    screens = play(*steps, "l\n", " ", " ", stage=3, choices="0 " * 21)
    assert screens[-3][22].startswith("20  ")
    assert screens[-2][3].startswith("21  ")
    assert screens[-1][10] == "Your pieces:"


def test_marks_can_be_switched_off():
    first, without, again = play("m\n", "m\n", state=MIDDLE)
    assert first[12] == "1:[2, 5] 25>"
    assert without[12] == "1:[2, 5] 25"
    assert again == first


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"stage": 3}, "Stage 3: there are no rules yet"),
        ({"stage": 4}, "Stage 4: the computer plays any piece"),
        ({}, "Stage 5: the computer counts"),
        ({"sampling": True}, "The computer imagines the hidden pieces"),
    ],
)
def test_the_rules_are_those_of_the_stage(options, sentence):
    page = "\n".join(play("r\n", **options)[1])
    assert sentence in page
    assert ("A piece must hold" in page) is (options.get("stage") != 3)


def test_after_the_end_only_commands_are_accepted():
    screens = play("1\n", "1\n", "q\n", state="/66/45/44 46 65/player")
    assert screens[2][22] == "The game is over: N, S, U, L or Q."
    assert screens[2][:21] == screens[1][:21]


def test_the_last_move_is_printed():
    screens = play("0\n", "\n", "1\n", state="33" + MIDDLE.replace("/15 35 46", "/24 04"))
    assert [screen[18] for screen in screens] == [
        "",
        "You take a piece.",
        "The computer lays [0, 4] at the left.",
        "You lay [2, 5] at the right.",
    ]


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
    assert all(stage4.legal(state, k) for state, k in mine)
    assert all(k or not stage4.moves(state) for state, k in mine)


def test_the_counting_player_moves_as_it_counts():
    program, seen = program_and_variables()
    headless(program, first_that_fits, seed=9)
    assert all(k == stage5.statistical_move(state) for state, k in seen[0].past if state.status != PLAYER)


def test_choices_beyond_the_hand_are_skipped():
    program, seen = program_and_variables(stage=3, state="33/12 13/25/44/computer", choices="7 -3 2")
    headless(program, lambda m: iter([None, "\n", None]))
    assert [k for _, k in seen[0].past] == [2]
