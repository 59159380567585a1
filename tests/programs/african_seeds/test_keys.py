"""The keys of African Seeds, its title page and its options: what is typed, clicked, saved, and taken back."""

import pytest
from retro.programs.african_seeds import edition, screen
from retro.programs.african_seeds.rules import rating, texts
from retro.programs.african_seeds.rules.game_record import parse_record, to_tape
from retro.programs.african_seeds.rules.player import EXPERT, cup_values
from retro.programs.african_seeds.rules.rating import Rating
from retro.programs.african_seeds.rules.sowing import (
    LETTERS,
    LOWER,
    START,
    UPPER,
    Position,
    ending_cups,
    legal_cups,
    sow,
)

from retro.basic.errors import Escape
from retro.frontends.headless import headless
from retro.input.events import Down, Mouse, Move, Text
from retro.library.errors import OptionError
from retro.library.loader import load
from retro.machine.machine import Machine
from tests.support.seeds_players import (
    BLACK,
    VECTORS,
    below,
    board,
    click,
    counted,
    cup_pixel,
    lit,
    play,
    position_text,
    row,
    score,
    waits,
)
from tests.support.waiting import typed

QUESTION = "WHICH CUP (A-F)?"
LEVEL = "WHAT LEVEL (0 HARDEST - 4 EASIEST)?"
GAME = {"level": "4", "first": "you"}
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
def test_small_letters_count_as_capitals(key):
    def player(m):
        yield from typed(key)
        assert shows(m, after("C"))

    play(player, **TWO)


def test_every_key_leaves_the_board_unchanged():
    """Every code there is, typed at the question; the game is still there, and its seeds."""

    def player(m):
        yield None
        for code in range(1, 256):
            if chr(code).upper() not in "ABCDEFQ":
                yield [Text(chr(code))]
                yield 0.3
        while QUESTION not in row(m, 22) or not board(m):
            yield "N"
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


def test_the_arrow_keys():
    def player(m):
        yield from typed("<RIGHT>")
        assert ">A<" in m.screen.lines[11]
        yield "<RIGHT><RIGHT>"
        yield 0.1
        assert ">C<" in m.screen.lines[11]
        yield "<LEFT><LEFT><LEFT>"
        yield 0.1
        assert ">F<" in m.screen.lines[11]
        yield "<RIGHT><RIGHT><RIGHT>"
        yield 0.1
        assert ">C<" in m.screen.lines[11]
        yield from typed("<RETURN>")
        assert shows(m, after("C"))
        assert "<" not in m.screen.lines[11] + row(m, 2)

    play(player, **TWO)


@pytest.mark.parametrize(
    ("keys", "forecast"),
    [
        ("<RIGHT>" * 3, "C: 5 LIFTS TO E, 6 SEEDS CAPTURED"),
        ("<RIGHT>" * 5, "E: 5 LIFTS TO G, NO CAPTURE"),
        ("<RIGHT>", "A: 5 LIFTS TO C, 1 SEED CAPTURED"),
    ],
)
def test_the_path_of_the_marked_cup(keys, forecast):
    def player(m):
        yield None
        yield keys
        yield 0.1
        assert row(m, 20) == forecast
        path = texts.path(START, LOWER, LETTERS.index(forecast[0]))
        lower = [path.get(cup, "") for cup in range(6)]
        upper = [path.get(cup, "") for cup in range(11, 5, -1)]
        assert [below(m, 18)[2 + 6 * n :][:5].strip() for n in range(6)] == lower
        assert [below(m, 9)[2 + 6 * n :][:5].strip() for n in range(6)] == upper
        assert row(m, 22).endswith(f"? RETURN: {forecast[0]}")
        yield from typed(on_text(m, "RETURN"))
        assert row(m, 20).startswith(f"CUP {forecast[0]}: 5 LIFTS")
        assert below(m, 18) == below(m, 9) == ""

    play(player, **TWO)


def test_the_path_of_an_endless_move():
    vector = VECTORS[-1]
    board, cup = tuple(vector["board"]), LETTERS.index(vector["cup"])
    assert texts.forecast(board, LOWER, cup) == "D: 100 LIFTS, NO END"
    assert not {"END", ""} & set(texts.path(board, LOWER, cup).values())


def test_the_arrow_keys_pass_empty_cups():
    def player(m):
        for key, letter in (("RIGHT", "B"), ("RIGHT", "E"), ("RIGHT", "B"), ("LEFT", "E")):
            yield from typed(f"<{key}>")
            assert f">{letter}<" in m.screen.lines[11]

    play(player, board="0 4 0 0 4 0 4 4 4 4 4 4 16 0", **TWO)


def test_the_arrow_keys_in_the_upper_row():
    def player(m):
        yield from typed("<RIGHT>")
        assert ">L<" in m.screen.lines[2]
        yield from typed("<RIGHT>")
        assert ">K<" in m.screen.lines[2]
        yield "<LEFT><LEFT>"
        yield 0.1
        assert ">G<" in m.screen.lines[2]
        yield from typed("<RETURN>")
        assert shows(m, Position(side=UPPER).after(6))

    play(player, two=True, first="computer")


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
            yield from typed("N")
            yield from typed("N")
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


# hint, where, numbers, pace, level


def test_the_hint():
    def player(m):
        yield None
        yield "H"
        yield 0.02
        assert row(m, 20) == "LOOKING FOR YOUR BEST CUP"
        yield None
        assert row(m, 20) == "TRY C: ENDS AT E, 6 SEEDS CAPTURED"
        assert ">C<" in m.screen.lines[11]
        yield from typed("<RETURN>")
        yield from typed("*")
        here = after("C")
        values = cup_values(here.board, here.score, here.side, EXPERT)
        cup = LETTERS.index(row(m, 20)[4])
        assert values[cup] == max(values.values())
        assert LETTERS[sow(here.board, here.side, cup).end] == row(m, 20)[15]

    play(player, **TWO)


def test_a_hint_uses_no_random_number():
    """A and B are worth the same here."""
    cups, seeds = [1, 8, 1, 5, 0, 2, 1, 3, 1, 2, 6, 4], [9, 5]
    values = cup_values(cups, tuple(seeds), LOWER, EXPERT)
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
        assert below(m, 18) == ""
        here = after("C")
        assert below(m, 9).split() == [
            texts.outlook(here.board, here.score, UPPER, cup) for cup in range(11, 5, -1) if here.board[cup]
        ]
        yield "W"
        yield None
        assert below(m, 9) == ""

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
    assert texts.outlook(tuple(cups), seeds, LOWER, cup) == said
    turned = tuple(cups[6:] + cups[:6])
    assert texts.outlook(turned, seeds[::-1], UPPER, cup + 6) == said


def test_the_numbers_can_be_hidden():
    def player(m):
        yield None
        assert board(m) == [4] * 12
        seeds = pixels(m)
        for numbers in (0, 0, 12):
            yield from typed("N")
            assert len(board(m)) == numbers
        assert pixels(m) == seeds

    def pixels(m):
        return bytes(m.screen.framebuffer.pixels)

    play(player, **GAME)


def test_the_pace_can_be_changed():
    def player(m):
        yield None
        seconds = []
        for letter, name in (("C", "FAST"), ("G", "SLOW"), ("B", "NORMAL")):
            yield from typed("P")
            assert row(m, 20) == f"PACE {name}"
            begin = m.now
            yield letter
            yield None
            seconds.append((m.now - begin) / counted(m)[0])
        assert seconds[0] < seconds[2] < seconds[1]

    play(player, **TWO)


def test_the_level_can_be_changed():
    def player(m):
        yield None
        assert "LEVEL 4," in row(m, 0)
        for key, level in (("0", "0"), ("x", "X"), ("M", "M"), ("5", "M"), ("3", "3")):
            yield from typed("V")
            yield from clicked(m, "ESCAPE BACK")
            assert row(m, 22) == "LEVEL 0-4, X EXPERT OR M MASTER?"
            yield from typed(key)
            assert f"LEVEL {level}," in row(m, 0)

    play(player, **GAME)


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


def test_undo_of_two_players_takes_back_one_move():
    def player(m):
        yield from typed("C")
        yield from typed("U")
        assert shows(m, Position())
        assert "(A-F)" in row(m, 22)

    play(player, **TWO)


def test_undo_after_the_end_goes_on():
    cups, seeds = [1, 0, 3, 0, 0, 0, 0, 2, 0, 0, 5, 0], [21, 16]

    def player(m):
        yield from typed("A")
        assert row(m, 20) == "YOU WIN, 26 SEEDS TO 16"
        yield from typed("U")
        assert (board(m), score(m)) == (cups, seeds)
        assert row(m, 22) == QUESTION

    play(player, board=position_text(cups, seeds), **GAME)


# the level: case 21


def test_the_level_can_be_clicked():
    def player(m):
        yield from typed("S")
        column = m.screen.lines[24].index("3")
        yield [Mouse(32 * column + 8, 16, 4), Mouse(32 * column + 8, 16, 0)]
        yield from waits(m, "TOSS")
        assert "LEVEL 3," in row(m, 0)

    play(player)


def test_the_level_is_asked_for_until_it_is_one():
    def player(m):
        yield from typed("<RETURN>")  # S, from a gamepad
        for answer in ("5", "x", "<RETURN>", "X", "hello", "<LEFT>"):
            yield from typed(answer)
            assert row(m, 22) == LEVEL
            assert "  25 TO WIN  " in row(m, 0)
            assert "TOSS" not in row(m, 20)
        yield from typed([Mouse(600, 300, 4), Mouse(600, 300, 0)])
        assert row(m, 22) == LEVEL
        yield from typed("?")
        while "PRESS A KEY" in row(m, 24):
            yield from typed(" ")
        assert row(m, 22) == LEVEL
        yield "2"
        yield from waits(m, "TOSS")
        assert "LEVEL 2," in row(m, 0)

    play(player)


# the title page


def test_the_title_page_tells_its_keys():
    def player(m):
        yield None
        for item in (item for items in texts.TITLE.values() for item in items):
            assert item in m.screen.text
        assert not any(line[39:].strip() for line in m.screen.lines)

    play(player)


@pytest.mark.parametrize(
    ("key", "heading"),
    [
        *[(key, f"0    LEVEL {key}, 25 WIN    YOU") for key in "XM"],
        *[(key, "0     25 TO WIN    PLAYER 1") for key in "Tt"],
    ],
)
def test_other_opponents_ask_for_no_level(key, heading):
    def player(m):
        yield None
        yield key
        yield from waits(m, "TOSS")
        assert heading in row(m, 0)
        assert row(m, 2)
        assert row(m, 11)
        assert not row(m, 3) + row(m, 12)  # air between the letters and the cups

    play(player)


def test_a_click_on_the_title_page():
    def player(m):
        yield None
        yield [Mouse(300, 799 - 32 * 18 - 10, 4), Mouse(0, 0, 0)]
        yield from waits(m, "TOSS")
        assert "PLAYER 2 0" in row(m, 0)

    play(player)


def test_switches():
    def player(m):
        for key, columns in (("W", slice(20)), ("E", slice(20, 39)), ("D", slice(20))):
            yield None
            line = 22 if key == "D" else 20
            assert row(m, line)[columns].rstrip().endswith("OFF")
            yield from typed(key)
            assert row(m, line)[columns].rstrip().endswith(" ON")
        yield from typed("d")
        assert "OFF" in row(m, 22)

    play(player)


def test_the_instructions():
    def player(m):
        yield from typed("I")
        for page in (*texts.RULES, texts.KEYS):
            for line in page.splitlines():
                assert line in m.screen.text
            yield from typed(" ")
        assert "PLAY LEVEL 0-4" in m.screen.text
        yield from typed("T")
        yield from typed("?")
        assert texts.KEYS.splitlines()[0] in m.screen.text
        yield from typed("<ESCAPE>")
        assert board(m) == [4] * 12
        assert "WHICH CUP" in row(m, 22)

    play(player)


def on_text(m, text):
    """A click on the first letter of a text."""
    at = next(number for number in range(25) if text in row(m, number))
    x, y = 32 * m.screen.lines[at].index(text) + 10, 799 - 32 * at - 10
    return [Mouse(x, y, 4), Mouse(x, y, 0)]


def clicked(m, text):
    """Open the page of keys, and click on the first letter of a text on it."""
    yield from (None, "?", None)
    yield on_text(m, text)
    yield None


@pytest.mark.parametrize(
    ("line", "said"),
    [("P  PACE", "PACE FAST"), ("O  SAVE", "SAVED ON TAPE"), ("U  UNDO", "NOTHING TO TAKE BACK")],
)
def test_a_key_on_the_page_of_keys_is_clicked(line, said):
    def player(m):
        yield from clicked(m, line)
        assert (row(m, 20), row(m, 22)) == (said, QUESTION)

    play(player, **GAME)


def test_a_click_elsewhere_on_the_page_of_keys_turns_it():
    def player(m):
        yield from clicked(m, "SPACE   FIN")
        assert texts.RULES[0].splitlines()[0] in m.screen.text

    play(player, **GAME)


def test_no_to_another_game_is_not_clicked_on_the_page_of_keys():
    def player(m):
        yield from won(m)
        yield from clicked(m, "N  NUMBERS")
        assert row(m, 22).startswith("ANOTHER GAME (Y/N)?")

    play(player, **ALMOST)


# every sentence has room


def test_every_sentence_fits_its_row():
    pages = [text.splitlines() for text in (*texts.RULES, texts.KEYS)]
    sentences = [*texts.FORFEITS.values(), *(line for page in pages for line in page)]
    sentences += [
        texts.result(reason, two, side, 48, 48)
        for reason in ("most seeds", "stalemate")
        for two in (False, True)
        for side in (0, 1)
    ]
    sentences += [f"MY CUP A: {texts.lifts(1016)}, {texts.captures(9)}", "TRY A: ENDS AT B, 24 SEEDS CAPTURED"]
    assert max(map(len, sentences)) <= 38
    assert len(f"{screen.QUESTION} YOU ARE LEVEL 2") <= 38
    assert max(len(item) for items in texts.TITLE.values() for item in items) <= 19
    assert max(map(len, pages)) <= 11


# the tape


def test_a_saved_game_goes_on():
    def first(m):
        yield from typed("C")
        yield from typed("O")
        assert row(m, 20) == "SAVED ON TAPE"
        seen.append((board(m), score(m)))
        yield "Q"
        yield None
        yield "Y"

    def second(m):
        yield from typed("L")
        assert (board(m), score(m)) == seen[0]
        assert "LEVEL 4," in row(m, 0)
        yield from typed("U")
        assert shows(m, Position())
        yield from typed("Q")
        yield "Y"

    seen = []

    def program(m):
        edition.main(m, **GAME)
        edition.main(m)

    def player(m):
        yield from first(m)
        yield from second(m)

    headless(program, player)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "THERE IS NO SAVED GAME"),
        ([1, 2, 3], "THE SAVED GAME IS DAMAGED"),
        (to_tape("S", "0", [False] * 3, parse_record("C"))[:-1], "THE SAVED GAME IS DAMAGED"),
        ("torn", "THE SAVED GAME IS DAMAGED"),
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
        yield from typed("L")
        assert row(m, screen.TITLE_NEWS_ROW) == said
        assert "PLAY LEVEL 0-4" in m.screen.text
        yield "Q"

    headless(program, player)


# records


def test_a_record_is_replayed_and_the_game_goes_on():
    def player(m):
        yield from typed("R")
        assert "THE GAME IN ONE LINE?" in row(m, 22)
        yield from "c g b"
        yield "<RETURN>"
        yield from typed("4")
        assert "MOVE" not in row(m, 20)
        yield from typed("U")
        assert shows(m, after("C", "G"))

    play(player)


def test_a_key_stops_the_replay():
    def player(m):
        yield from waits(m, "MOVE 2")
        yield "x"
        yield None
        assert shows(m, after("C", "G"))
        assert row(m, 22) == QUESTION

    play(player, level="4", moves="CGBJ")


def test_a_replay_shows_the_seeds_move():
    def player(m):
        yield from waits(m, "MOVE 1: C")
        begin = m.now
        yield from waits(m, "MOVE 2: G")
        assert m.now - begin > 3

    play(player, two=True, moves="CG")


@pytest.mark.parametrize("record", ["Z", "CB", "CGX", "C" * 300])
def test_invalid_records_are_refused(record):
    def player(m):
        yield from typed("R")
        yield from record
        yield "<RETURN>"
        yield None
        assert row(m, screen.TITLE_NEWS_ROW).startswith("MOVE ")
        assert "CANNOT BE" in row(m, screen.TITLE_NEWS_ROW)
        assert "PLAY LEVEL 0-4" in m.screen.text

    play(player)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("level", "7", "one of 4, 3, 2, 1, 0, X, M"),
        ("level", "abc", "one of 4, 3, 2, 1, 0, X, M"),
        ("first", "me", "one of you, computer"),
        ("board", "x", "14 numbers, 48 together: cups A to L, your score, the computer's"),
        ("board", "9" * 26, "14 numbers, 48 together: cups A to L, your score, the computer's"),
        ("moves", "CB", "the letters of a game, a cup for each move; move 2 cannot be b"),
    ],
)
def test_bad_options_are_refused(name, value, expected):
    option = next(option for option in load("african_seeds").options if option.name == name)
    with pytest.raises(OptionError) as caught:
        option.parse(value)
    assert str(caught.value) == f"--{name} {value}: expected {expected}"


@pytest.mark.parametrize(
    ("name", "value"), [("level", "x"), ("level", "0"), ("board", "4 " * 12 + "0 0"), ("moves", "c g")]
)
def test_good_options_are_accepted(name, value):
    option = next(option for option in load("african_seeds").options if option.name == name)
    assert option.parse(value) == value


# the review


def test_the_review():
    def player(m):
        yield from typed("C")
        yield from typed("R")
        text = m.screen.text
        assert "REVIEW, SIX MOVES AHEAD" in text
        assert "THE LARGEST MISTAKES" in text
        assert text.split("THE GAME IN ONE LINE")[1].split()[0].startswith("C")
        assert not any(row(m, odd).strip() for odd in range(1, 24, 2))
        yield from typed(" ")
        assert "SEEDS THAT EACH MOVE COST" in m.screen.text
        assert "  1 C OK" in m.screen.text
        yield from typed(" ")
        assert row(m, 22) == QUESTION
        yield from typed("R")
        yield from typed("<ESCAPE>")
        assert row(m, 22) == QUESTION
        assert lit(m) != ""

    play(player, **GAME)


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


def test_the_computer_changes_sides_when_it_would_rather():
    def player(m):
        yield None
        yield "C"
        yield from waits(m, "THE SIDES ARE CHANGED")
        yield None
        assert shows(m, after("C", "S"))
        assert row(m, 22) == QUESTION

    play(player, level="X", first="you", swap=True)


def test_the_player_may_take_the_computers_place():
    def player(m):
        yield None
        yield from clicked(m, "ESCAPE BACK")
        assert row(m, 22) == "SWAP SIDES (Y/N)?"
        before = board(m), score(m)
        yield "Y"
        yield from waits(m, "THE SIDES ARE CHANGED")
        assert (board(m), score(m)) == (before[0][6:] + before[0][:6], before[1][::-1])
        yield None
        assert row(m, 22) == QUESTION
        assert sum(score(m)) > sum(before[1]) or board(m) != before[0]

    play(player, level="X", first="computer", swap=True)


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

        options = {"level": "4", "first": "computer", "board": position_text(vector["board"], vector["score"])}
        play(player, seed=seed, forbid=True, **options)
    assert lifted == {LETTERS[cup] for cup in ending_cups(vector["board"], UPPER)}
    assert vector["cup"] not in lifted


# leaving


def test_q_asks_before_it_quits():
    def player(m):
        yield from typed("Q")
        assert row(m, 22) == "QUIT (Y/N)?"
        yield "x"
        yield from clicked(m, "ESCAPE BACK")
        assert row(m, 22) == "QUIT (Y/N)?"
        yield from typed("N")
        assert row(m, 22) == QUESTION
        yield from typed("q")
        yield "y"

    m = play(player, **GAME)
    assert "THANK YOU FOR PLAYING" in m.screen.text
    in_order(m)


def in_order(m):
    """Is everything as a program should leave it?"""
    assert m.screen.cursor_shown
    assert m.screen.palette.colours == [0, 1, 3, 7]
    assert not m.keyboard.pointer.types
    assert (m.keyboard.cursor_keys, m.keyboard.repeat_delay) == (0, 50)


@pytest.mark.parametrize("keys", [[], ["S"], ["S", "0<RETURN>"], ["T", 3.0, "C", 0.4], ["X", 2.0]])
def test_escape_restores_screen_and_keyboard(keys):
    machines = []

    def program(m):
        machines.append(m)
        edition.main(m)

    def player(m):
        yield None
        yield from keys
        yield 0.2
        yield "<ESCAPE>"

    with pytest.raises(Escape):
        headless(program, player)
    in_order(machines[0])
    machines[0].vdu(65)
    assert machines[0].screen.text.startswith("A")


def test_the_end_of_input_is_the_end():
    m = play(lambda m: iter([None, "T", None]))
    assert isinstance(m, Machine)
    assert "WHICH CUP" in row(m, 22)


def won(m):
    """Bring a game to its end."""
    yield from typed("A")
    assert "YOU WIN" in row(m, 20)
    assert row(m, 22) == "ANOTHER GAME (Y/N)?"


ALMOST = {"board": "1 0 3 0 0 0 0 2 0 0 5 0 21 16", **GAME}


@pytest.mark.parametrize(("key", "then"), [("Y", QUESTION), ("M", "PLAY LEVEL 0-4"), ("Q", "THANK YOU")])
def test_the_keys_after_a_game(key, then):
    def player(m):
        yield from won(m)
        yield key
        yield None
        assert then in m.screen.text

    play(player, **ALMOST)


def test_the_question_comes_back_after_the_review():
    def player(m):
        yield from won(m)
        yield "R"
        yield None
        assert "MOVE" in m.screen.text
        yield from typed("  ")
        assert "YOU WIN" in row(m, 20)
        assert row(m, 22) == "ANOTHER GAME (Y/N)?"
        assert row(m, 24) == "Y YES  N NO  M MENU  U UNDO  R REVIEW"
        yield "n"

    play(player, **ALMOST)


def test_keys_pressed_too_early_do_not_end_the_game():
    def player(m):
        yield None
        yield "A"
        yield 0.3
        yield "N"
        yield None
        assert row(m, 22) == "ANOTHER GAME (Y/N)?"
        yield from typed("Y")
        assert row(m, 22) == QUESTION

    play(player, **ALMOST)


# the rating


def test_a_win_raises_the_rating_the_more_the_harder_the_level():
    new = Rating()
    assert [new.after(level, 1).points for level in "43"] == [1200, 1261]
    assert new.after("4", 0).points == 800
    assert new.after("4", 0.5) == (1000, 1)
    assert Rating(1000, 50).after("4", 1).points == 1016


@pytest.mark.parametrize(("points", "level"), [(-500, "4"), (1055, "4"), (1056, "3"), (1500, "0"), (9000, "M")])
def test_the_level_of_a_rating_is_the_nearest(points, level):
    assert Rating(points, 3).sentence == f"YOU RATE {points} AFTER 3 GAMES: LEVEL {level}"


@pytest.mark.parametrize("value", ["x", [1], [1, -1], [99999, 1], [1.5, 2], None])
def test_a_damaged_rating_is_a_new_one(value):
    assert rating.from_tape(value) == Rating()


def first_cups(m, before=""):
    """Play a game that the first cup with seeds wins, to its end."""
    yield None
    yield from before
    while "ANOTHER GAME" not in row(m, 22):
        yield from typed(f"{LETTERS[legal_cups(board(m), LOWER)[0]]} ")


@pytest.mark.parametrize(("before", "shown"), [("S4", " YOU ARE LEVEL 2"), ("S4H", "")])
def test_only_a_game_without_hints_is_rated(before, shown):
    def player(m):
        yield from first_cups(m, before)
        assert m.screen.lines[0][13:29].strip() == "YOU WIN"
        assert m.cload("RESULT") == "you win"
        assert row(m, 22) == f"ANOTHER GAME (Y/N)?{shown}"
        yield "U"
        yield from first_cups(m)
        assert row(m, 22) == f"ANOTHER GAME (Y/N)?{shown}"
        yield from typed("M")
        assert ("YOU RATE 1200 AFTER 1 GAME: LEVEL 2" in m.screen.text) == bool(shown)
        yield from typed("S")
        assert row(m, 20) == ("YOU RATE 1200 AFTER 1 GAME: LEVEL 2" if shown else "")

    play(player, first="you")


@pytest.mark.parametrize(("question", "key", "then"), [("S", "4 EAS", "LEVEL 4"), ("S3V", "X EX", "LEVEL X")])
def test_keys_that_a_question_names_can_be_clicked(question, key, then):
    def player(m):
        yield None
        for step in question:
            yield from typed(step)
        x, y = 8 * m.screen.lines[22].index(key) + 4, 22 * 8 + 4
        yield [Mouse(4 * x, 799 - 4 * y, 4), Mouse(4 * x, 799 - 4 * y, 0)]
        yield None
        assert then in row(m, 0)

    play(player, first="you")


def test_the_cups_of_the_winner_light_up_in_turn():
    seen = []

    def player(m):
        yield None
        yield "A"
        yield from waits(m, "YOU WIN")
        for _ in range(60):
            seen.append(lit(m))
            yield 0.02
        yield None
        assert m.screen.lines[0][13:29].strip() == "YOU WIN"

    play(player, **ALMOST)
    assert "".join(dict.fromkeys("".join(seen).replace("B", ""))) == "ACDEF"


def test_the_path_is_shown_for_the_cup_that_the_mouse_points_at():
    def player(m):
        yield
        for letter in "CF":
            yield from typed(pointed(letter))
            assert f"Cup {letter} is marked" in m.in_words
            assert row(m, screen.NEWS) == texts.forecast(START, LOWER, LETTERS.index(letter))
        for elsewhere in (pointed("H"), [Move(4, 4)]):
            yield from typed(elsewhere)
            assert "Cup F is marked" in m.in_words
        yield from typed([Text("?"), *pointed("A")])
        assert row(m, 24).startswith("PRESS A KEY")

    headless(lambda m: edition.main(m, **GAME), player)
