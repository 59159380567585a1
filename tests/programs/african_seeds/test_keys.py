"""The keys of African Seeds, its title page and its options: what is typed, clicked, saved, and taken back."""

import re
from textwrap import wrap

import pytest
from retro.programs.african_seeds import edition, screen
from retro.programs.african_seeds.rules import texts
from retro.programs.african_seeds.rules.game_record import parse_record, to_tape
from retro.programs.african_seeds.rules.player import EXPERT, LEVELS, Level, cup_values
from retro.programs.african_seeds.rules.sowing import (
    LETTERS,
    LOWER,
    START,
    UPPER,
    Position,
    legal_cups,
    sow,
)

from retro.basic.errors import Escape
from retro.basic.front_page import PITCHES
from retro.frontends.headless import headless
from retro.input.events import Down, Mouse, Move, Text
from retro.library.errors import OptionError
from retro.library.loader import load
from tests.support.seeds_players import (
    BLACK,
    VECTORS,
    below,
    board,
    click,
    counted,
    cup_pixel,
    lit,
    over,
    play,
    position_text,
    row,
    score,
    waits,
)
from tests.support.waiting import typed

QUESTION = "WHICH CUP (A-F)?"
GAME = {"level": 1, "first": "you"}
TWO = {"two": True, "first": "you"}


def after(*letters):
    """The position after these moves from the start."""
    return parse_record("".join(letters)).positions()[-1]


def pointed(letter):
    """The event of the mouse that moves to a cup."""
    return [Move(*cup_pixel(LETTERS.index(letter)))]


def shows(m, here):
    return (tuple(board(m)), tuple(score(m))) == (here.board, here.score)


# cups: cases 19 and 20


@pytest.mark.parametrize(("key", "said"), [("g", "NOT YOUR CUP"), ("K", "NOT YOUR CUP"), ("1", ""), ("<RETURN>", "")])
def test_keys_that_are_no_move(key, said):
    def player(m):
        yield from typed(key)
        assert (row(m, 22), row(m, 20)) == (QUESTION, said)
        assert shows(m, Position())

    play(player, **GAME)


def test_an_empty_cup():
    cups, seeds = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4], [2, 2]

    def player(m):
        yield from typed("A")
        assert (row(m, 22), row(m, 20)) == (QUESTION, "THAT CUP IS EMPTY")
        assert board(m) == cups

    play(player, board=position_text(cups, seeds), **GAME)


@pytest.mark.parametrize("key", ["c", "C"])
def test_small_letters_count_as_capitals_and_undo_of_two_players_takes_back_one_move(key):
    def player(m):
        yield from typed(key)
        assert shows(m, after("C"))
        yield from typed("U")
        assert shows(m, Position())
        assert "(A-F)" in row(m, 22)

    play(player, **TWO)


def test_every_key_leaves_the_board_unchanged():
    """Every code there is, typed at the question; the game is still there, and its seeds."""

    def player(m):
        yield None
        for code in range(1, 256):
            if chr(code).upper() not in "ABCDEFOQ":
                yield [Text(chr(code))]
                yield 0.3
        while QUESTION not in row(m, 22) or not board(m):
            yield "<RETURN>"
            yield 0.3
        assert sum(board(m)) == 48

    play(player, **GAME)


@pytest.mark.parametrize("key", ["H", "I"])
def test_h_and_i_are_cups_of_the_upper_player(key):
    def player(m):
        yield from typed(key)
        assert shows(m, Position(side=UPPER).after(LETTERS.index(key)))

    play(player, two=True, first="computer")


def test_a_letter_that_is_held_lifts_one_cup():
    def player(m):
        yield None
        yield [Down("C"), Text("c")]
        yield 8.0
        assert shows(m, after("C"))
        assert (row(m, 22), row(m, 20)) == ("PLAYER 2, WHICH CUP (G-L)?", "CUP C: 5 LIFTS, 6 SEEDS CAPTURED")

    play(player, **TWO)


# the arrow keys and the mouse


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        ({"first": "you"}, [("<RIGHT>", "A"), ("<RIGHT><RIGHT>", "C"), ("<LEFT>" * 3, "F"), ("<RIGHT>" * 3, "C")]),
        ({"first": "computer"}, [("<RIGHT>", "L"), ("<RIGHT>", "K"), ("<LEFT><LEFT>", "G")]),
        (
            {"first": "you", "board": "0 4 0 0 4 0 4 4 4 4 4 4 16 0"},
            [("<RIGHT>", "B"), ("<RIGHT>", "E"), ("<RIGHT>", "B"), ("<LEFT>", "E")],
        ),
    ],
)
def test_the_arrow_keys_mark_cups_with_seeds_and_return_lifts_one(options, steps):
    def player(m):
        yield None
        before = board(m)
        for keys, letter in steps:
            yield keys
            yield 0.1
            assert f">{letter}<" in m.screen.lines[11] + m.screen.lines[2]
        yield from typed("<RETURN>")
        assert board(m) == list(sow(before, LETTERS.index(letter) // 6, LETTERS.index(letter)).board)
        assert "<" not in m.screen.lines[11] + row(m, 2)

    play(player, two=True, **options)


@pytest.mark.parametrize(
    ("keys", "forecast"),
    [
        ("<RIGHT>" * 3, "C: 5 LIFTS TO E, CAPTURES 6"),
        ("<RIGHT>" * 5, "E: 5 LIFTS TO G, NO CAPTURE"),
        ("<RIGHT>", "A: 5 LIFTS TO C, CAPTURES 1"),
    ],
)
def test_the_path_of_the_marked_cup(keys, forecast):
    def player(m):
        yield None
        yield keys
        yield 0.1
        assert row(m, 20) == forecast
        path = texts.path(Position(), LETTERS.index(forecast[0]))
        lower = [path.get(cup, "") for cup in range(6)]
        upper = [path.get(cup, "") for cup in range(11, 5, -1)]
        assert [below(m, 18)[2 + 6 * n :][:5].strip() for n in range(6)] == lower
        assert [below(m, 9)[2 + 6 * n :][:5].strip() for n in range(6)] == upper
        assert row(m, 22).endswith(f"? RETURN: {forecast[0]}")
        yield from typed("<RETURN>")
        assert row(m, 20).startswith(f"CUP {forecast[0]}: 5 LIFTS")

    play(player, **TWO)


def test_the_path_of_an_endless_move():
    vector = VECTORS[-1]
    board, cup = tuple(vector["board"]), LETTERS.index(vector["cup"])
    assert texts.forecast(Position(board), cup) == "D: 100 LIFTS, NO END"
    assert not {"END", ""} & set(texts.path(Position(board), cup).values())


@pytest.mark.parametrize("cup", range(12))
def test_a_click_on_a_cup(cup):
    def player(m):
        yield from typed(click(cup))
        assert shows(m, Position(side=cup // 6).after(cup))

    play(player, two=True, first="you" if cup < 6 else "computer")


def test_a_click_on_another_cup_or_beside_them():
    def player(m):
        yield None
        for cup in (6, 7, 8):
            yield from typed("W")
            yield from typed(click(cup))
            assert row(m, 20) == "NOT YOUR CUP"
        yield from typed([Mouse(40, 500, 4), Mouse(40, 500, 0)])
        assert shows(m, Position())

    play(player, **GAME)


def test_a_click_finishes_a_move():
    def player(m):
        yield None
        yield "C"
        yield 0.3
        yield click(0)
        yield 0.1
        assert shows(m, after("C"))
        assert "(G-L)" in row(m, 22)

    play(player, **TWO)


def test_a_click_on_a_key_in_the_last_row():
    def player(m):
        yield from typed("<LEFT>")
        column = m.screen.lines[24].index("ENDS")
        yield [Mouse(32 * column + 8, 16, 4), Mouse(32 * column + 8, 16, 0)]
        yield None
        assert "E+6" in below(m, 18)
        assert "<" not in m.screen.lines[11]

    play(player, **GAME)


# hint, where moves end


def test_the_hint():
    def player(m):
        yield None
        yield "H"
        yield 0.02
        assert row(m, 20) == "LOOKING FOR YOUR BEST CUP"
        yield None
        assert row(m, 20) == "TRY C: 5 LIFTS TO E, CAPTURES 6"
        assert ">C<" in m.screen.lines[11]
        yield from typed("<RETURN>")
        yield from typed("*")
        here = after("C")
        values = cup_values(here, LEVELS[EXPERT - 1])
        cup = LETTERS.index(row(m, 20)[4])
        assert values[cup] == max(values.values())
        assert f"TO {LETTERS[sow(here.board, here.side, cup).end]}," in row(m, 20)

    play(player, **TWO)


def test_a_hint_uses_no_random_number():
    """A and B are worth the same here."""
    cups, seeds = [1, 8, 1, 5, 0, 2, 1, 3, 1, 2, 6, 4], [9, 5]
    values = cup_values(Position(tuple(cups), tuple(seeds)), LEVELS[EXPERT - 1])
    assert values[0] == values[1] == max(values.values())

    def player(m):
        yield None
        before = m._rnd.state
        yield "H"
        yield None
        assert row(m, 20).startswith("TRY A:")
        assert m._rnd.state == before

    play(player, board=position_text(cups, seeds), **TWO)


def test_where_moves_end():
    def player(m):
        yield from typed("W")
        expected = [sow(START, LOWER, cup) for cup in range(6)]
        assert below(m, 18).split() == [LETTERS[s.end] + (f"+{s.captured}" if s.captured else "") for s in expected]
        assert row(m, 20) == "WHERE EACH MOVE ENDS, + WHAT IT TAKES"
        gap = range(797 - 32 * 18, 799 - 32 * 18 - 12, -4)
        assert {m.point(x, y) for x in range(0, 1280, 4) for y in gap} == {BLACK}, "three rows of pixels"
        yield from typed("C")
        assert not below(m, 18).strip()
        here = after("C")
        assert below(m, 9).split() == [texts.outlook(here, cup) for cup in range(11, 5, -1) if here.board[cup]]
        yield "W"
        yield None
        assert not below(m, 9).strip()

    play(player, **TWO)


@pytest.mark.parametrize(
    ("cups", "seeds", "cup", "said"),
    [
        ([1, 0, 3, 0, 0, 0, 0, 2, 0, 0, 5, 0], (21, 16), 0, "WIN"),
        ([0, 1, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0], (20, 21), 1, "LOSE"),
        (VECTORS[-1]["board"], tuple(VECTORS[-1]["score"]), 3, "ROUND"),
        ([0] + [4] * 11, (4, 0), 0, ""),
    ],
)
def test_the_outlook_of_a_move(cups, seeds, cup, said):
    assert texts.outlook(Position(tuple(cups), seeds), cup) == said
    turned = tuple(cups[6:] + cups[:6])
    assert texts.outlook(Position(turned, seeds[::-1], UPPER), cup + 6) == said


# case 27


def test_undo_takes_back_the_computers_answer_too():
    def player(m):
        yield from typed("C")
        first = board(m), score(m)
        assert not shows(m, after("C"))
        yield from typed(next(LETTERS[cup] for cup in range(6) if first[0][cup]))
        yield from typed("U")
        assert (board(m), score(m)) == first
        assert row(m, 20) == "TAKEN BACK"
        yield from typed("U")
        assert shows(m, Position())
        yield from typed("U")
        assert row(m, 20) == "NOTHING TO TAKE BACK"
        assert lit(m) == ""

    play(player, **GAME)


def test_undo_after_the_end_goes_on():
    cups, seeds = [1, 0, 3, 0, 0, 0, 0, 2, 0, 0, 5, 0], [21, 16]

    def player(m):
        yield from typed("A")
        assert row(m, 20) == "YOU WIN, 26 SEEDS TO 16"
        yield from typed("U")
        assert (board(m), score(m)) == (cups, seeds)
        assert row(m, 22) == QUESTION

    play(player, board=position_text(cups, seeds), **GAME)


# the tape and records


def test_a_saved_game_goes_on():
    seen = []

    def player(m):
        yield from keys("C", "S")
        assert row(m, 20) == "SAVED ON TAPE"
        seen.append((board(m), score(m)))
        yield from keys("Q", "2", "Y", "Q", "S")
        assert (board(m), score(m)) == seen[0]
        assert "ANY CUP," in row(m, 0)
        yield from keys("U")
        assert shows(m, Position())

    play(player, **GAME)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "There is no saved game."),
        ([1, 2, 3], "The saved game is damaged."),
        (to_tape(False, 1, [False] * 2, parse_record("C"))[:-1], "The saved game is damaged."),
        ("torn", "The saved game is damaged."),
    ],
)
def test_a_missing_or_damaged_game_is_reported(value, said):
    def program(m):
        if value == "torn":
            m.tape.save("AS", "no tape")
        elif value is not None:
            m.csave("AS", value)
        edition.main(m)

    def player(m):
        yield from keys("S")
        assert said in m.screen.text
        yield from keys("<RETURN>")
        assert "Two people" in m.screen.text

    headless(program, player)


# two players may change sides


def test_the_second_player_may_change_sides():
    def player(m):
        yield from typed("C")
        assert row(m, 22) == "PLAYER 2, SWAP SIDES (Y/N)?"
        yield "y"
        yield from waits(m, "THE SIDES ARE CHANGED")
        yield None
        assert shows(m, after("C", "S"))
        assert "(A-F)" in row(m, 22)
        yield from typed("A")
        yield from typed("U")
        yield from typed("U")
        assert row(m, 22) == "PLAYER 2, SWAP SIDES (Y/N)?"
        yield from typed("N")
        assert shows(m, after("C"))
        assert "(G-L)" in row(m, 22)
        yield from typed("G")
        assert shows(m, after("C", "G"))
        yield from typed("U")
        assert row(m, 22) == "PLAYER 2, SWAP SIDES (Y/N)?"

    play(player, swap=True, **TWO)


@pytest.mark.parametrize("level", [1, 7])
def test_the_computer_changes_sides_when_it_is_behind(level):
    def player(m):
        yield None
        yield "C"
        yield from waits(m, "THE SIDES ARE CHANGED")
        yield None
        assert shows(m, after("C", "S"))
        assert row(m, 22) == QUESTION

    play(player, level=level, first="you", swap=True)


@pytest.mark.parametrize("level", [1, 4])
def test_the_computer_keeps_its_side_when_it_is_ahead(level):
    def player(m):
        yield from typed("C ")
        assert score(m)[0] < 12 <= score(m)[1]

    play(player, level=level, first="you", swap=True, board=position_text([3] * 12, [0, 12]))


# endless moves forbidden


def test_an_endless_move_can_be_forbidden():
    vector = VECTORS[-1]

    def player(m):
        yield from typed(vector["cup"])
        assert row(m, 20) == "THAT MOVE NEVER ENDS"
        assert board(m) == vector["board"]

    play(player, two=True, forbid=True, first="you", board=position_text(vector["board"], vector["score"]))


@pytest.mark.slow
def test_the_computer_makes_no_forbidden_move():
    vector = VECTORS[-2]
    assert vector["side"] == "computer"
    lifted = set()
    for seed in range(1, 20_000, 999):

        def player(m):
            yield from waits(m, "I LIFT CUP")
            lifted.add(row(m, 20)[11])

        options = {"level": 1, "first": "computer", "board": position_text(vector["board"], vector["score"])}
        play(player, seed=seed, forbid=True, **options)
    assert lifted == {LETTERS[cup] for cup in legal_cups(vector["board"], UPPER, ending=True)}
    assert vector["cup"] not in lifted


def won(m):
    """Bring a game to its end."""
    yield from typed("A")
    assert "YOU WIN" in row(m, 20)
    assert over(m)
    assert m.screen.lines[0].split()[2:4] == ["YOU", "WIN"]


ALMOST = {"board": "1 0 3 0 0 0 0 2 0 0 5 0 21 16", **GAME}


def test_keys_pressed_too_early_do_not_end_the_game():
    def player(m):
        yield None
        yield "A"
        yield 0.3
        yield "N"
        yield None
        assert over(m)
        yield from typed("N")
        assert row(m, 22) == QUESTION

    play(player, **ALMOST)


def test_the_cups_of_the_winner_light_up_in_turn():
    seen = []

    def player(m):
        yield None
        yield "A"
        yield from waits(m, "YOU WIN")
        for _ in range(60):
            seen.append(lit(m))
            yield 0.05
            codes = {m.screen.code_at(column, line) for column in range(40) for line in range(25)}
            assert not codes & set(range(screen.FIRST_PIP, screen.FIRST_PIP + 8))  # the original's
        yield None
        assert m.screen.lines[0][13:29].strip() == "YOU WIN"

    notes = [note.steps[0][1] for note in play(player, **ALMOST).front.notes]
    tune = [PITCHES[int(sign)] for sign in screen.TUNES[0] if sign.isdecimal()]
    assert notes[-len(tune) :] == tune
    assert screen.TUNES[0].count(" ") == screen.TUNES[1].count(" ") == 7
    assert "".join(dict.fromkeys("".join(seen).replace("B", ""))) == "ACDEF"


def test_the_path_is_shown_for_the_cup_that_the_mouse_points_at():
    def player(m):
        yield
        for letter in "CF":
            yield from typed(pointed(letter))
            assert f"Cup {letter} is marked" in m.in_words
            assert row(m, screen.NEWS) == texts.forecast(Position(), LETTERS.index(letter))
        for elsewhere in (pointed("H"), [Move(4, 4)]):
            yield from typed(elsewhere)
            assert "Cup F is marked" in m.in_words
        yield from typed([Text("?"), *pointed("A")])
        assert "THE KEYS" in m.screen.text

    headless(lambda m: edition.main(m, **GAME), player)


# the front page, its options, help


def keys(*steps):
    """Press keys, each when the program asks for one, and wait for the next question."""
    for step in steps:
        yield
        yield step
    yield


@pytest.mark.parametrize(
    ("steps", "heading"),
    [
        ("<RETURN>", "CARELESS, TO 25"),
        ("L<LEFT><LEFT><LEFT>N", "MASTER, TO 25"),
        ("2", "PLAYER 2 0    25 TO WIN     PLAYER 1 0"),
        ("T", "24 NOV: MOVE 1 OF 3"),
        ([Mouse(300, 799 - 32 * 10 - 10, 4), Mouse(0, 0, 0)], "CARELESS, TO 25"),
    ],
)
def test_the_front_page_begins_a_game(steps, heading):
    def player(m):
        yield from keys(steps)
        assert heading in row(m, 0)
        assert row(m, 2)
        assert row(m, 11)
        assert not row(m, 3) + row(m, 12)[1:36].strip()  # air between the letters and the cups

    play(player, first="you", day=20261124)


def test_a_game_without_a_move_is_not_waited_for():
    def player(m):
        yield from keys("T", "Q")
        assert "A game waits" not in m.screen.text
        yield from keys("2")
        assert row(m, 22).startswith("PLAYER 1")

    play(player, day=20261124, first="you")


@pytest.mark.parametrize("two", [False, True])
def test_n_begins_another_game_after_a_question(two):
    def player(m):
        yield from keys("N")
        assert row(m, 22).endswith(QUESTION)
        yield from typed("C ")
        assert board(m) != START
        yield from keys("N", "N")
        assert board(m) != START
        yield from keys("N", "Y")
        assert tuple(board(m)) == START
        assert ("PLAYER" in row(m, 22)) == two

    play(player, two=two, **GAME)


def test_the_options_change_a_game():
    def player(m):
        yield from keys("W", "O")
        assert re.search("Swapping sides +< no >.*normal.*numbers too", " ".join(m.screen.lines))
        yield from keys("W", "P", "E", "N", "B")
        assert board(m) == []
        yield from keys("O")
        assert re.search("Swapping sides +< yes >.*yes.*fast.*< seeds >", " ".join(m.screen.lines))
        yield from keys("<ESCAPE>")
        assert row(m, 22) == QUESTION

    play(player, **GAME)


def test_the_pace_can_be_changed():
    def player(m):
        yield None
        seconds = []
        for letter, times in (("C", 1), ("G", 1), ("B", 1)):
            yield from keys("O", *"P" * times, "B")
            begin = m.now
            yield from typed(letter)
            seconds.append((m.now - begin) / counted(m)[0])
        assert seconds[0] < seconds[2] < seconds[1]

    play(player, **TWO)


def test_help_shows_the_keys_and_the_rules_and_does_what_is_chosen():
    def player(m):
        yield from keys("?")
        assert "THE KEYS" in m.screen.text
        yield from keys("?")
        assert "anticlockwise" in m.screen.text
        yield from keys("<ESCAPE>")
        assert (board(m), row(m, 22)) == ([4] * 12, QUESTION)
        yield from keys("?", "U")
        assert row(m, 20) == "NOTHING TO TAKE BACK"

    play(player, **GAME)


def test_every_sentence_fits_its_row_and_every_page_the_screen():
    sentences = [other for _, other in texts.OF_TWO]
    sentences += [f"MY CUP A: {texts.lifts(1016)}, 9 SEEDS CAPTURED", "TRY A: 1016 LIFTS TO B, CAPTURES 24"]
    assert max(map(len, sentences)) <= 38
    for page in (texts.RULES, texts.KEYS):
        assert sum(len(wrap(line, 39)) or 1 for line in page) <= 20


# leaving: a game waits


def in_order(m):
    """Is everything as a program should leave it?"""
    assert m.screen.cursor_shown
    assert m.screen.palette.colours == [0, 1, 3, 7]
    assert not m.keyboard.pointer.types
    assert (m.keyboard.cursor_keys, m.keyboard.repeat_delay) == (0, 50)


@pytest.mark.parametrize("key", ["Q", "<ESCAPE>"])
def test_q_and_escape_lead_to_the_front_page_where_the_game_waits_and_out(key):
    machines = []

    def player(m):
        machines.append(m)
        yield from keys("C", key)
        waiting = re.search("Go on  move (\\d+), you 6, other", m.screen.text)
        yield from keys("N")
        assert "will be lost" in m.screen.text
        yield from keys("N", "G")
        assert (score(m)[0], row(m, 22)) == (6, QUESTION)
        assert waiting[1] == "3"
        yield from keys(key, key)

    with pytest.raises(Escape):  # by which the launcher knows that the game can go on
        play(player, **GAME)
    assert "THANK YOU FOR PLAYING" in machines[0].screen.text
    in_order(machines[0])


@pytest.mark.parametrize(
    "steps", [["<ESCAPE>"], ["N", 0.2, "<ESCAPE>", None, "Q"], ["2", 3.0, "C", 0.4, "<ESCAPE>", None, "Q"]]
)
def test_leaving_restores_screen_and_keyboard(steps):
    m = play(lambda m: iter([None, *steps]))
    in_order(m)


# records


def test_a_game_begins_after_the_moves_of_a_record():
    def player(m):
        yield None
        assert shows(m, after("C", "G", "B"))
        yield from typed("U")
        assert shows(m, after("C", "G"))

    play(player, two=True, moves="c g b")


BOARD = "14 numbers, 48 together: cups A to L, your score, the computer's"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("level", "9", "a whole number from 1 to 8"),
        ("level", "abc", "a whole number from 1 to 8"),
        ("first", "me", "one of you, computer"),
        ("board", "x", BOARD),
        ("board", "9" * 26, BOARD),
        ("moves", "CB", "the letters of a game, a cup for each move; move 2 cannot be B"),
        ("moves", "Z", "the letters of a game, a cup for each move; move 1 cannot be Z"),
        ("level", "8", ""),
        ("board", "4 " * 12 + "0 0", ""),
        ("moves", "c g", ""),
    ],
)
def test_options_are_checked(name, value, expected):
    option = next(option for option in load("african_seeds").options if option.name == name)
    if not expected:
        assert str(option.parse(value)) == value
        return
    with pytest.raises(OptionError) as caught:
        option.parse(value)
    assert str(caught.value) == f"--{name} {value}: expected {expected}"


def test_the_player_may_take_the_computers_place():
    def player(m):
        yield None
        assert row(m, 22) == "SWAP SIDES (Y/N)?"
        before = board(m), score(m)
        yield "Y"
        yield from waits(m, "THE SIDES ARE CHANGED")
        assert (board(m), score(m)) == (before[0][6:] + before[0][:6], before[1][::-1])
        yield None
        assert row(m, 22) == QUESTION

    play(player, level=7, first="computer", swap=True)


# the end of a game


@pytest.mark.parametrize(
    ("key", "then"),
    [
        ("N", "ANY CUP,"),
        ("L", "CARELESS,"),
        ([Mouse(32 * 3, 799 - 32 * 22 - 10, 4), Mouse(0, 0, 0)], "CARELESS,"),
        ("<ESCAPE>", "Two people"),
        ("Q", "Two people"),
    ],
)
def test_the_keys_after_a_game(key, then):
    def player(m):
        yield from won(m)
        assert row(m, 22) == "L: CARELESS"
        assert ("L", "next level") in m.keys
        yield key
        yield None
        assert then in m.screen.text

    play(player, **ALMOST)


def test_the_review():
    def player(m):
        yield from won(m)
        yield from keys("R")
        assert "SIX MOVES AHEAD" in m.screen.text
        assert "THE LARGEST MISTAKES" in m.screen.text
        assert m.screen.text.split("THE GAME IN ONE LINE")[1].split()[0] == "A"
        yield from keys("E")
        assert "SEEDS THAT EACH MOVE COST" in m.screen.text
        assert "  1 A OK" in m.screen.text
        yield from keys("<RETURN>")
        assert row(m, 24) == "N NEW GAME  U UNDO  R REVIEW  Q BACK"
        yield from keys("R", "<ESCAPE>")
        assert "YOU WIN" in row(m, 20)

    play(player, **ALMOST)


@pytest.mark.parametrize(("before", "counts"), [("", "1 +1 +0 +0"), ("H", "0 +0 +0 +1")])
def test_games_are_counted_once_and_those_with_hints_apart(before, counts):
    def player(m):
        yield from keys(*before)
        for _ in range(2):
            while not over(m):
                yield from typed(f"{LETTERS[legal_cups(board(m), LOWER)[0]]} ")
            assert m.cload("RESULT") == "you win"
            assert row(m, 22) == f"{'WITH HELP: NOT COUNTED' if before else 'WON 1 OF 1'}  L: CARELESS"
            yield from keys("U")
        yield from keys("Q", "R")
        assert re.search(f"any cup +{counts}", m.screen.text)

    play(player, seed=FIRST_CUPS_WIN, **GAME)


FIRST_CUPS_WIN = 1  # a game that the first cup with seeds wins


@pytest.mark.parametrize(
    ("choose", "help_before", "undo", "result"),
    [
        (max, "", False, "solved ***"),
        (max, "", True, "solved **"),
        (max, "H", False, "solved *"),
        (min, "", False, "not solved"),
    ],
)
def test_the_position_of_the_day_is_won_in_three_and_kept_for_its_day(choose, help_before, undo, result):
    def player(m):
        yield from keys("T", *help_before)
        if undo:
            yield from typed(f"{LETTERS[legal_cups(board(m), LOWER)[0]]} ")
            yield from typed("U")
        for number in (1, 2, 3):
            if over(m):
                break
            assert f"24 NOV: MOVE {number} OF 3" in row(m, 0)
            values = cup_values(Position(tuple(board(m)), tuple(score(m))), Level(5, 100))
            yield from typed(f"{LETTERS[choose(values, key=values.get)]} ")
        assert over(m)
        assert row(m, 22).startswith("U TAKES BACK: SOLVE IT FOR **" if "not" in result else result.upper())
        assert result.split(" *")[0].upper() in m.screen.lines[0]
        assert m.cload("RESULT") == result.split(" *")[0]
        yield from keys("Q")
        assert re.search(f"Today.*{re.escape(result)}(, with help)?(?!\\*)", m.screen.text)
        assert "Won" not in m.screen.text

    play(player, day=20261124)
