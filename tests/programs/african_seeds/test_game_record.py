"""Games of African Seeds as one line of letters: reading, taking back, saving, and the review."""

import json
import random
import re

import pytest
from retro.programs.african_seeds.rules.game_record import (
    SWAP,
    GameRecord,
    from_tape,
    parse_position,
    parse_record,
    to_tape,
)
from retro.programs.african_seeds.rules.player import EXPERT, LEVELS, WIN, cup_values
from retro.programs.african_seeds.rules.review import (
    LOST_GAME,
    MISSED_WIN,
    MoveReview,
    cost,
    report,
    review_moves,
    table,
)
from retro.programs.african_seeds.rules.sowing import LETTERS, LOWER, UPPER, Position, legal_cups


def random_game(seed, swap=False):
    chance = random.Random(seed)
    game = GameRecord(Position(side=chance.randrange(2)))
    while (here := game.positions()[-1]).winner() is None:
        taken = swap and len(game.letters) == 1
        game = game.then(SWAP if taken else LETTERS[chance.choice(legal_cups(here.board, here.side))])
    return game


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_a_record_is_the_game(seed, swap):
    game = random_game(seed, swap)
    again = parse_record(game.letters)
    assert again == game
    assert again.positions()[-1].winner() is not None
    assert parse_record(" ".join(game.letters.lower())) == game


def test_the_first_letter_tells_who_began():
    assert parse_record("C").positions()[0].side == LOWER
    assert parse_record("J").positions()[0].side == UPPER
    assert parse_record("").positions() == [Position()]


def test_changing_sides():
    before, after = parse_record("C").positions()[-1], parse_record("CS").positions()[-1]
    assert after == before.swapped()
    assert after.score == (0, 6)
    assert after.side == LOWER


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1", "move 1 cannot be 1"),
        ("S", "move 1 cannot be S"),
        ("CB", "move 2 cannot be B"),
        ("CH", "move 2 cannot be H"),  # which is empty
        ("CGE", "move 3 cannot be E"),
        ("CSS", "move 3 cannot be S"),
        ("CG\x07", "move 3 cannot be ?"),
    ],
)
def test_invalid_games_are_refused(text, sentence):
    with pytest.raises(ValueError, match=f"; {re.escape(sentence)}$"):
        parse_record(text)


def test_a_game_that_goes_on_after_its_end():
    game = random_game(1)
    over = GameRecord(game.start, game.letters + "A")
    with pytest.raises(ValueError, match=f"the game is over before move {len(game.letters) + 1}"):
        over.positions()


# taking back


def test_a_players_last_decision_is_taken_back():
    game = parse_record("CGBJ")
    assert game.undone(LOWER).letters == "CG"
    assert game.undone(LOWER).undone(LOWER).letters == ""
    assert game.undone(UPPER).letters == "CGB"
    assert game.undone(None).letters == "CGB"


def test_nothing_to_take_back():
    for game in (parse_record(""), parse_record("J")):
        assert game.undone(LOWER) == game


def test_a_change_of_sides_is_taken_back_as_a_decision():
    assert parse_record("CSA").undone(UPPER).letters == "C"
    assert parse_record("CSA").undone(LOWER).letters == "CS"


# positions


def test_a_position():
    text = "0 0 1 0 0 0 0 0 5 1 2 3 18 18"
    expected = Position((0, 0, 1, 0, 0, 0, 0, 0, 5, 1, 2, 3), (18, 18))
    assert parse_position(text) == parse_position(text.replace(" ", ",")) == expected


@pytest.mark.parametrize(
    "text", ["", "4 " * 12, "4 " * 12 + "0 1", "4 " * 12 + "0 -0", "x " * 14, "4 " * 12 + "0 0 0", "999 " * 14]
)
def test_invalid_positions_are_refused(text):
    with pytest.raises(ValueError, match="14 numbers, 48 together"):
        parse_position(text)


# the review


def test_what_a_move_costs():
    values = {0: 5, 1: 3, 2: 5, 3: -WIN, 4: WIN - 2, 5: WIN}
    assert cost({0: 5, 1: 3}, 0) == 0
    assert cost({0: 5, 1: 3}, 1) == 2
    assert cost({0: 5, 3: -WIN}, 3) == LOST_GAME
    assert cost(values, 0) == MISSED_WIN
    assert cost(values, 4) == cost(values, 5) == 0
    assert cost({0: -WIN, 1: 2 - WIN}, 0) == 0


def test_the_first_moves_are_judged():
    values = cup_values(Position(), LEVELS[EXPERT - 1])
    for cup in range(6):
        move = next(review_moves(parse_record(LETTERS[cup])))
        assert move == MoveReview(1, LOWER, cup, 2, values[2] - values[cup])


@pytest.mark.parametrize("seed", range(4))
def test_the_report_fits_and_tells_every_move(seed):
    game = random_game(seed, swap=seed % 2 == 1)
    moves = list(review_moves(game))
    lines, rows = report(game, moves, (LOWER,)), table(moves)
    assert max(map(len, lines + rows)) <= 39
    entries = [entry.split() for line in rows for entry in (line[:13], line[13:26], line[26:]) if entry.strip()]
    told = sorted((int(number), letter) for number, letter, _ in entries)
    assert told == [(n, letter) for n, letter in enumerate(game.letters, 1) if letter != SWAP]
    assert "".join(lines[lines.index("THE GAME IN ONE LINE") + 1 :]) == game.letters


def test_the_report_of_a_game_in_which_a_seed_was_lost():
    lines = report(parse_record("A"), [MoveReview(1, LOWER, 0, 2, 1)], (LOWER,))
    assert lines[:2] == ["THE LARGEST MISTAKES", "MOVE 1, A: LOST 1 SEED. BEST: C"]
    assert report(parse_record("A"), [MoveReview(1, LOWER, 0, 2, 1)], (UPPER,))[1] == "NONE"
    assert report(parse_record(""), [], (LOWER,))[:2] == ["THE LARGEST MISTAKES", "NONE"]


def test_the_three_largest_mistakes_of_a_side():
    moves = [MoveReview(n, n % 2, 0, 1, lost) for n, lost in enumerate([9, 3, 0, 4, 7, LOST_GAME, 2, 4, 0], 1)]
    for sides, numbers in (((0, 1), ["6", "1", "5"]), ((0,), ["6", "4", "8"])):
        lines = report(parse_record("A"), moves, sides)[1:4]
        assert [line.split()[1].strip(",") for line in lines] == numbers
        assert lines[0] == "MOVE 6, A: WOULD LOSE. BEST: B"


# the tape


@pytest.mark.parametrize("two", [False, True])
def test_a_saved_game_is_loaded_unchanged(two):
    game = random_game(2, swap=True)
    value = json.loads(json.dumps(to_tape(two, 4, [True, False], game)))
    assert from_tape(value) == (two, 4, [True, False], game)


@pytest.mark.parametrize(("mode", "name", "level"), [("S", "4", 1), ("S", "0", 4), ("X", "X", 7), ("T", "", 1)])
def test_a_game_that_an_earlier_version_has_saved_is_loaded(mode, name, level):
    _, _, _, *rest = to_tape(False, 1, [], parse_record("CGBJ"))
    assert from_tape([mode, name, [1, 0, 1], *rest]) == (mode == "T", level, [True, False], parse_record("CGBJ"))


def damages():
    """Everything that can be wrong with one item of what is saved."""
    whole = to_tape(False, 4, [True, False], parse_record("CGBJ"))
    yield whole[:-1]
    yield "AS"
    for place, value in [
        (0, 1), (1, 9), (1, 0), (1, None), (2, [1]), (2, "101"), (3, [4] * 11), (3, [-4, 8] + [4] * 10),
        (3, [4.0] * 12), (4, [0]), (4, [0, 1]), (5, 2), (5, "0"), (6, "0"), (7, ["G"]), (7, ["C", 7]), (7, "CGBJ"),
    ]:  # fmt: skip
        yield [*whole[:place], value, *whole[place + 1 :]]


@pytest.mark.parametrize("value", list(damages()), ids=repr)
def test_a_damaged_game_is_refused(value):
    with pytest.raises(ValueError, match=r"saved game|14 numbers|move"):
        from_tape(value)
