"""African Seeds as it is played: moves on the screen, lights and bleeps, the computer's moves, how games end."""

import functools
import itertools
from collections import Counter

import pytest
from retro.programs.african_seeds import african_seeds
from retro.programs.african_seeds.rules.player import LEVELS
from retro.programs.african_seeds.rules.sowing import LETTERS, Position, legal_cups
from retro.programs.african_seeds.variables import Variables

from retro.basic.rnd import Rnd
from retro.frontends.headless import Headless
from retro.library.loader import load
from tests.support.seeds_players import (
    BLACK,
    IDS,
    LIGHT,
    VECTORS,
    WHITE,
    YELLOW,
    below,
    best_cup,
    board,
    chooser,
    counted,
    lit,
    over,
    play,
    position_text,
    row,
    score,
    waits,
)
from tests.support.waiting import typed

START = [4] * 12


def between_two(here, first="you"):
    """The options of a game between two players that begins with a position."""
    return {"two": True, "first": first, "board": position_text(*here)}


# moves


@pytest.mark.slow
@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_measured_moves(vector):
    def player(m):
        yield None
        assert board(m) == vector["board"]
        assert score(m) == vector["score"]
        yield vector["cup"]
        yield from waits(m, f"CUP {vector['cup']}: {vector['lifts']} LIFT")
        assert counted(m) == (vector["lifts"], vector["captured"])
        yield None
        assert board(m) == vector["after"]
        assert score(m) == vector["score_after"]
        assert lit(m) == vector["end"]

    play(player, **between_two((vector["board"], vector["score"]), vector["side"]))


@pytest.mark.parametrize(
    ("cup", "message"),
    [
        ("C", "CUP C: 5 LIFTS, 6 SEEDS CAPTURED"),
        ("A", "CUP A: 5 LIFTS, 1 SEED CAPTURED"),
        ("E", "CUP E: 5 LIFTS, NO CAPTURE"),
    ],
)
def test_the_message_about_a_move(cup, message):
    def player(m):
        yield None
        assert row(m, 22) == "PLAYER 1, WHICH CUP (A-F)?"
        yield cup
        yield from waits(m, message)
        assert row(m, 20) == message
        yield None
        assert row(m, 22) == "PLAYER 2, WHICH CUP (G-L)?"

    play(player, **between_two((START, [0, 0])))


def test_an_endless_move():
    vector = VECTORS[-1]

    def player(m):
        yield None
        yield vector["cup"]
        yield 0.3
        yield " "
        yield from waits(m, "100 LIFTS, ROUND AND ROUND")
        yield None
        assert board(m) == vector["after"]

    play(player, **between_two((vector["board"], vector["score"]), vector["side"]))


def frames_of(move, **options):
    """What is to be seen while a move is made, each centisecond: the time, the numbers, the lit cups, the light."""
    frames, notes = [], []

    def player(m):
        yield None
        notes.append(len(front.notes))
        read = functools.lru_cache(maxsize=None)(lambda pixels: (board(m), lit(m), row(m, 22)))
        yield move
        begin = m.now
        while "G-L" not in read(bytes(m.screen.framebuffer.pixels))[2]:
            numbers, lights, _ = read(bytes(m.screen.framebuffer.pixels))
            frames.append((round(m.now - begin, 2), numbers, lights, m.screen.palette.colours[1]))
            yield 0.01

    front = Headless(player)
    front.run(load("african_seeds").run_with(options), 1)
    return frames, [note for note in front.notes[notes[0] :] if note.steps]


def changes(values):
    """These values without repetitions."""
    return [value for value, _ in itertools.groupby(values)]


@pytest.fixture(scope="module")
def move_c():
    """The move C from the start, as it is to be seen and heard: five lifts, 26 seeds."""
    return frames_of("C", **between_two((START, [0, 0])))


def test_seeds_are_sown_one_by_one(move_c):
    frames, _ = move_c
    boards = changes(numbers for _, numbers, _, _ in frames)
    steps = [sum(then) - sum(now) for now, then in itertools.pairwise(boards)]
    assert steps[:11] == [-4, 1, 1, 1, 1, -5, 1, 1, 1, 1, 1]
    assert len(steps) == 5 + 26
    assert boards[1] == [4, 4, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4]
    assert boards[2] == [4, 4, 0, 5, 4, 4, 4, 4, 4, 4, 4, 4]
    assert boards[-1] == [*VECTORS[2]["after"][:7], 6, *VECTORS[2]["after"][8:]]


def test_the_light_is_where_a_lift_begins_then_where_the_move_ends(move_c):
    frames, _ = move_c
    places = changes(lights for _, _, lights, _ in frames if len(lights) == 1)
    assert "".join(places).startswith("CGLEKE")
    assert {light for _, _, _, light in frames} == {4}


def test_the_captured_cup_flashes_while_the_end_stays_lit(move_c):
    frames, _ = move_c
    both = [at for at, _, lights, _ in frames if len(lights) == 2]
    assert {lights for _, _, lights, _ in frames if len(lights) == 2} == {"EH"}
    assert len(both) == 50
    assert max(both) - min(both) == pytest.approx(0.9, abs=0.02)
    assert frames[-1][2] == "E"


def test_the_pace(move_c):
    frames, _ = move_c
    assert frames[-1][0] == pytest.approx(5 * 0.2 + 26 * 0.08 + 1.0, abs=0.1)


@pytest.mark.slow
def test_the_hand_counts_down():
    counts = []

    def player(m):
        yield None
        yield "C"
        yield 0.1
        while "CAPTURED" not in row(m, 20):
            counts.extend((below(m, 18).split() or below(m, 9).split())[-1:])
            assert row(m, 24) == "SPACE FINISHES THE MOVE"
            yield 0.02

    play(player, **between_two((START, [0, 0])))
    assert "".join(changes(counts)).startswith("43215432")


def test_long_moves_get_quicker():
    def player(m):
        yield None
        begin = m.now
        yield "B"
        yield None
        assert counted(m) == (118, 7)
        assert m.now - begin < 20

    cups = [1, 3, 4, 6, 2, 2, 10, 4, 3, 10, 1, 0]
    play(player, **between_two((cups, [1, 1])))


def test_each_cup_has_its_own_note(move_c):
    _, notes = move_c
    pitches = [note.steps[0][1] for note in notes]
    assert pitches[:5] == sorted(set(pitches[:5]))
    assert len(pitches) >= 5 + 26


# case 28


@pytest.mark.parametrize("after", [0.05, 0.4, 1.0, 2.5])
def test_space_finishes_a_move_at_once(after):
    def player(m):
        yield None
        yield "C"
        yield after
        yield " "
        yield 0.1
        assert "WHICH CUP (G-L)?" in row(m, 22)
        assert board(m) == VECTORS[2]["after"]
        assert score(m) == [6, 0]
        assert lit(m) == "E"

    play(player, **between_two((START, [0, 0])))


def test_other_keys_pressed_during_a_move_wait_for_the_question():
    def player(m):
        yield None
        yield "C"
        yield 0.5
        yield "G"
        yield from waits(m, "PLAYER 1, WHICH CUP")
        yield None
        assert board(m) == list(Position().after(2).after(6).board)

    play(player, **between_two((START, [0, 0])))


# pictures: case 23


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 16, 17, 21, 22, 24, 25, 31, 36])
def test_the_picture_of_a_cup(count):
    """A character for each seed; or the original's pips, four black pixels a seed; or the number."""

    def player(m):
        yield None
        seeds = sum(line[14:19].count("o") for line in m.screen.lines[13:18])
        assert seeds == (count if count <= 21 else 0)
        for key in "ONNB":
            yield key
            yield None
        left, top = 8 * 14, 8 * 15
        rows = [bytes(m.screen.framebuffer.pixels[320 * (top + y) + left :][:40]) for y in range(8)]
        if count > 24:
            assert m.screen.lines[15][14:19].strip() == str(count)
        else:
            assert sum(row.count(BLACK) for row in rows) == 4 * count

    play(player, **between_two(([0, 0, count, 0, 0, 0, 0, 36 - count, 0, 0, 0, 12], [0, 0])))


def test_the_stores_fill_with_what_is_captured():
    def player(m):
        yield None
        for column, seeds, rows in ((0, 14, slice(4, 11)), (38, 9, slice(13, 18))):
            stored = "".join(line[column : column + 2] for line in m.screen.lines[4:18])
            assert stored.count("o") == seeds
            assert "".join(line[column : column + 2] for line in m.screen.lines[rows]).count("o") == seeds

    play(player, **between_two(([4] * 5 + [5, 0] + [0] * 5, [9, 14])))


def test_the_last_move_is_shown_below_the_cups_until_the_next_key():
    def player(m):
        yield None
        before = board(m)
        yield from typed("C")
        changes = [f"{then - now:+}" if then != now else "" for now, then in zip(before, board(m))]
        changes[7] = "x6"  # captured
        assert [below(m, 18)[2 + 6 * n :][:5].strip() for n in range(6)] == changes[:6]
        assert [below(m, 9)[2 + 6 * n :][:5].strip() for n in range(6)] == changes[:5:-1]
        yield from typed("X")
        assert not below(m, 18).strip() + below(m, 9).strip()

    play(player, **between_two((START, [0, 0])))


def test_after_the_fifth_lift_seeds_are_silent():
    _, notes = frames_of("B", **between_two(([1, 3, 4, 6, 2, 2, 10, 4, 3, 10, 1, 0], [1, 1])))
    assert 118 < len(notes) < 200  # of 118 lifts, and of more than 300 seeds


def test_seeds_are_white_in_a_lit_cup():
    def player(m):
        yield from typed("C")
        assert lit(m) == "E"
        for cup, ink in (("E", WHITE), ("F", BLACK)):
            left, top = 8 * (2 + 6 * LETTERS.index(cup)), 8 * 14
            pixels = [m.screen.framebuffer.pixels[320 * (top + y) + left + x] for y in range(24) for x in range(40)]
            assert set(pixels) == {ink, LIGHT if cup == "E" else YELLOW}

    play(player, **between_two((START, [0, 0])))


# the computer's moves


def lights_while_thinking(level, **options):
    """The colours of the light, and the cups that are lit, from the toss to the computer's first step."""
    seen = []

    def player(m):
        while "I LIFT CUP" not in row(m, 20):
            seen.append((m.screen.palette.colours[1], lit(m)))
            yield 0.02
        yield " "
        yield None

    play(player, level=level, first="computer", **options)
    return seen


def test_cups_under_consideration_are_lit_in_another_colour():
    seen = lights_while_thinking(4)
    assert {light for light, cups in seen if cups} == {6}
    assert {letter for _, cups in seen for letter in cups} == set(LETTERS)


def test_space_shortens_the_search_without_changing_the_move():
    def game_with(key):
        def player(m):
            yield 0.1
            for _ in range(key is not None):
                yield from waits(m, "I AM THINKING")
                yield key
            yield None
            boards.append((board(m), m.now))

        play(player, level=4, first="computer", seed=2)

    boards = []
    for key in (None, " "):
        game_with(key)
    assert boards[0][0] == boards[1][0]
    assert boards[1][1] < boards[0][1]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "options"), [*((level, {}) for level in range(1, 8)), (2, {"forbid": True})])
def test_the_computer_plays_by_the_rules(level, options):
    """The same moves from the same random numbers: a toss, then one for each choice among equal cups."""
    rnd = Rnd()
    rnd(-5)
    answered = []

    def player(m):
        here = Position(side=rnd(2) - 1)
        yield from waits(m, "WON THE TOSS")
        assert row(m, 20) == ("I WON THE TOSS" if here.side else "YOU WON THE TOSS")
        yield None
        while here.winner() is None:
            if here.side:
                here = here.after(best_cup(here, LEVELS[level - 1], rnd))
                answered.append(here)
                continue
            assert (tuple(board(m)), tuple(score(m))) == (here.board, here.score)
            yield from typed(LETTERS[legal_cups(here.board, 0)[-1]])
            here = here.after(legal_cups(here.board, 0)[-1])

    play(player, seed=5, level=level, **options)
    assert len(answered) > 3


@pytest.mark.parametrize("level", [1, 4])
def test_the_easiest_level_considers_nothing_and_no_level_a_single_cup(level):
    board_then = position_text([4, 3, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0], [18, 20]) if level > 1 else ""
    assert 6 not in {light for light, _ in lights_while_thinking(level, board=board_then)}


@pytest.mark.parametrize("keys", [[0.1], [" ", 0.02]])
def test_escape_during_the_search_leads_to_the_front_page_and_back(keys):
    """Also when SPACE has put out the lights."""

    def player(m):
        yield from waits(m, "I AM THINKING")
        yield from keys
        assert row(m, 20) == "I AM THINKING"
        yield "<ESCAPE>"
        yield None
        assert "Go on  move 2" in m.screen.text
        yield "<RETURN>"
        yield from waits(m, "MY CUP")

    play(player, level=8, moves="C")


# the toss: case 22


class Silent:
    """A machine that shows nothing and waits for nothing; its random numbers are the real ones."""

    keyboard = ()
    time = property(lambda self: 1000, lambda self, value: None)

    def __init__(self, seed):
        self.rnd = Rnd()
        self.rnd(-seed)

    def print(self, *items, end=""):
        pass

    def inkey(self, n):
        return 0


def test_the_toss():
    """A thousand seeds: the program's own toss."""
    begins = Counter()
    for seed in range(1, 1001):
        v = Variables()
        african_seeds.toss(Silent(seed), v)
        begins[v.zx] += 1
    assert set(begins) == {0, 1}
    assert 440 <= begins[0] <= 560


# the end


@pytest.mark.parametrize(
    ("cups", "seeds", "letter", "two", "said"),
    [
        ([0, 1, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0], [20, 21], "B", False, "YOU LEFT ME NO SEEDS - I CLAIM THE GAME"),
        ([0, 1, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0], [20, 21], "B", True, "PLAYER 1 LEFT NO SEEDS: PLAYER 2 WINS"),
        ([1, 0, 3, 0, 0, 0, 0, 2, 0, 0, 5, 0], [21, 16], "A", False, "YOU WIN, 26 SEEDS TO 16"),
        ([1, 0, 3, 0, 0, 0, 0, 2, 0, 0, 5, 0], [21, 16], "A", True, "PLAYER 1 WINS, 26 SEEDS TO 16"),
    ],
)
def test_the_end_after_a_move_of_the_player(cups, seeds, letter, two, said):
    def player(m):
        yield from typed(letter)
        assert row(m, 20) == said
        assert over(m)

    play(player, level=1, two=two, first="you", board=position_text(cups, seeds))


@pytest.mark.parametrize(
    ("cups", "seeds", "two", "said"),
    [
        ([0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0], [21, 20], False, "I LEFT YOU NO SEEDS - YOU WIN"),
        ([0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0], [21, 20], True, "PLAYER 2 LEFT NO SEEDS: PLAYER 1 WINS"),
        ([0, 2, 0, 5, 0, 0, 0, 1, 0, 0, 0, 0], [19, 21], False, "I WIN, 26 SEEDS TO 19"),
        ([0, 2, 0, 5, 0, 0, 0, 1, 0, 0, 0, 0], [19, 21], True, "PLAYER 2 WINS, 26 SEEDS TO 19"),
    ],
)
def test_the_end_after_a_move_of_the_upper_row(cups, seeds, two, said):
    """H goes to I, opposite of D."""

    def player(m):
        yield None
        if two:
            yield from typed("H")
        assert row(m, 20) == said

    play(player, level=1, two=two, first="computer", board=position_text(cups, seeds))


QUIET = "BGFGDIEJALCGAIBKBGFGAIDKDGAHBIEGDIEJALCGAIBKBGFGAI"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seeds", "said"),
    [
        ([22, 22], "STALEMATE: A DRAWN GAME"),
        ([24, 20], "STALEMATE: PLAYER 1 WINS, 24 TO 20"),
        ([20, 24], "STALEMATE: PLAYER 2 WINS, 24 TO 20"),
    ],
)
def test_fifty_moves_without_a_capture(seeds, said):
    """Case 24, with four seeds that go round without a capture, found by search."""

    def player(m):
        yield None
        for letter in QUIET:
            assert "WHICH CUP" in row(m, 22)
            yield from typed(letter)
        assert row(m, 20) == said
        assert score(m) == seeds

    play(player, two=True, first="you", board=position_text([0, 1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0], seeds))


# whole games


@pytest.mark.slow
def test_a_whole_game_against_the_computer():
    m = play(chooser(2), seed=2, level=4)
    assert "THANK YOU FOR PLAYING" in m.screen.text


@pytest.mark.slow
def test_a_whole_game_of_two_players():
    play(chooser(3), seed=3, two=True)
