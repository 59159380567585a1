"""Games of Dominoes one after the other, with our front page, end, levels and record around them."""

import re

import pytest
from retro.programs.dominoes_sitting import LEVELS, Sitting

from bench.basic_corpus import Recorded
from retro.basic import Escape, Record, edition
from retro.frontends.headless import headless
from retro.library.loader import load
from retro.machine.tape import MemoryTape
from retro.programs import dominoes
from tests.support.dominoes_players import ScreenlessMachine, choose, fits, held
from tests.support.dominoes_screen import ends, hands
from tests.support.rehearsals import DAY

ENDS = {1: "I have won.", 2: "You have won.", 7: "The game is drawn.", 6: "You have won."}  # by seeds of first matches
RESULT = re.compile("(You|I) have won|is drawn")
DATE = DAY["day"]


def sit(player, seed=2, tape=None, **options):
    """Play with a date; return the machine."""

    def main(m):
        m.tape = tape or m.tape
        load("dominoes").run_with(DAY | options)(m)

    return headless(main, player, seed=seed)


def to_the_result(m):
    """Play the first match until the result stands there, and end the tune."""
    yield
    while not RESULT.search(m.screen.lines[5]):
        yield choose(m)
        yield
    yield " "
    yield


def keys(m, *typed):
    """Press keys, each when the program asks for one."""
    for key in typed:
        yield
        yield key


@pytest.mark.parametrize("options", [DAY, {}], ids=["with a date", "without"])
def test_all_levels_count_in_f1_and_stay_on_the_tape(options):
    def main(m):
        record = Record(m, "DOMINOES", len(LEVELS))
        record.add(1, level=3)
        record.save(m)
        load("dominoes").run_with(options)(m)
        after = Record(m, "DOMINOES", len(LEVELS))
        assert after.counts[2][:2] == [1, 1]
        assert after.won.endswith("of 2")

    def player(m):
        yield from keys(m, *["n"] * bool(options))
        yield
        assert m.own_pages()[0].text[-1] == "Won 1 of 1"
        yield from to_the_result(m)
        yield "n"

    headless(main, player, seed=2)


def test_the_first_game_sends_what_the_original_sends():
    def sent(**options):
        streams = []

        def player(m):
            yield
            while not RESULT.search(m.screen.lines[5]):
                streams.append(bytes(m.vdu_driver.sent))
                yield choose(m)
                yield
            yield "n"

        def main(m):
            m.use_driver(Recorded)
            load("dominoes").run_with(options)(m)

        headless(main, player, seed=2)
        return streams

    assert sent(**DAY) == sent(original=True)


@pytest.mark.parametrize("seed", ENDS)
def test_the_end_shows_both_hands_and_says_why(seed):
    def player(m):
        yield from to_the_result(m)
        lines, row = m.screen.lines, hands(m)
        assert lines[5].strip() == f"{ENDS[seed]} Another game (Y/N)?"
        assert "#" not in row
        yours, mine = (sum(map(int, re.findall(r"\d", half))) for half in (row[:19], row[19:]))
        out = {19 * " ": f"You are out; I held {mine} spots."}.get(row[:19])
        out = f"I am out; you held {yours} spots." if not row[19:].strip() else out
        assert lines[3].strip() == out or f"You held {yours} spots, I held {mine}."
        assert lines[0].endswith(f"won {'You' in ENDS[seed]:d} of 1 ")
        assert all(line.strip() in m.in_words for line in lines[3:6])
        yield "n"

        spots.append(abs(yours - mine))

    spots = []
    m = sit(player, seed)
    assert "Thank you for playing." in m.screen.text
    assert m.cload("RESULT").endswith("of 1")
    best = [text for _, text, _ in Record(m, "DOMINOES", len(LEVELS)).best]
    assert best == [f"won by {spots[0]}"] * ("You" in ENDS[seed])


def test_keys_typed_before_the_end_of_the_tune_answer_nothing():
    def player(m):
        yield
        while not RESULT.search(m.screen.lines[5]):
            yield choose(m)
            yield
        for _ in range(3):
            yield "y"
            yield 0.1
        yield
        assert m.screen.lines[5].strip() == "You have won. Another game (Y/N)?"
        yield "n"

    sit(player)


def test_a_win_offers_the_next_level_and_the_line_is_gold():
    def player(m):
        yield from to_the_result(m)
        assert ("L", "level 2") in m.keys
        assert {m.point(x, 44) for x in range(500, 800)} == {0, 2}
        yield "l"
        yield
        assert m.screen.lines[0].split() == ["level", "2", "DOMINOES", "won", "1", "of", "1"]
        yield "<ESCAPE>"
        yield
        assert LEVELS[1] in m.screen.text
        yield "q"

    with pytest.raises(Escape):
        sit(player)


def test_who_has_lost_is_offered_no_level():
    def player(m):
        yield from to_the_result(m)
        assert "L" not in [key for key, _ in m.keys]
        assert {m.point(x, 44) for x in range(500, 800)} == {0, 1}
        yield "ln"

    sit(player, 1)


def test_escape_shows_the_front_page_from_which_the_game_goes_on():
    def player(m):
        yield
        for _ in range(12):
            yield choose(m)
            yield
        before = bytes(m.screen.framebuffer.pixels[320 * 48 :])
        yield "<ESCAPE>"
        yield
        assert "hold" in m.screen.text
        yield "t"
        yield
        assert "will be lost" in m.screen.text
        yield "n"
        yield
        yield "g"
        yield
        assert m.screen.lines[5].startswith(" Which domino?")
        assert bytes(m.screen.framebuffer.pixels[320 * 48 :]) == before
        assert [page.title for page in m.own_pages()][:2] == ["How to play", "Last moves"]
        yield "<ESCAPE>"
        yield
        yield "q"

    with pytest.raises(Escape):  # by which the launcher knows that the game can go on
        sit(player)


def test_a_turn_is_taken_back_and_a_hint_is_heard():
    def player(m):
        yield
        yield "u"
        yield
        assert m.screen.lines[5].strip() == "Nothing to take back. Which domino?"
        before = bytes(m.screen.framebuffer.pixels[320 * 48 :])
        yield choose(m)
        yield
        yield "u"
        yield
        assert m.screen.lines[5].strip() == "Taken back. Which domino?"
        assert m.own_pages()[0].title == "How to play"
        yield "?"
        yield
        assert "H hint" in m.screen.text
        yield " "
        yield
        assert bytes(m.screen.framebuffer.pixels[320 * 48 :]) == before
        while not RESULT.search(m.screen.lines[5]):
            yield "h"
            yield
            hinted = re.match(r" I would play (\d)", m.screen.lines[5])
            yield hinted[1] if hinted else "k"
            yield
        moves = m.own_pages()[1].text[2:] if len(m.own_pages()) > 1 else []
        assert len(moves) == len(set(moves) - {"I knocked", "You knocked"}) + sum("knocked" in move for move in moves)
        yield " "
        yield
        yield "n"

    record = Record(sit(player), "DOMINOES", len(LEVELS))
    assert (record.won, record.counts[0][3]) == ("", 1)


def test_a_new_game_is_begun_after_a_question():
    def player(m):
        yield
        yield choose(m)
        yield
        before = hands(m)
        yield "n"
        yield
        yield "n"
        yield
        assert hands(m) == before
        yield "n"
        yield
        yield "y"
        yield
        assert hands(m) != before
        assert m.screen.lines[5].strip() == "Which domino?"

    sit(player)


def test_the_second_sitting_begins_with_the_front_page_and_says_the_computers_moves():
    tape = MemoryTape()

    def first(m):
        yield from to_the_result(m)
        yield "n"

    sit(first, tape=tape)

    def second(m):
        yield
        assert "Play" in m.screen.text
        yield "n"
        yield
        while "You are knocking" not in m.screen.text and not m.screen.lines[0].startswith(" I: "):
            yield choose(m)
            yield
        moved = re.match(r" I: (\d)-(\d) (left|right) +DOMINOES +won 1 of 1", m.screen.lines[0])
        assert moved[0].split()[1] in m.own_pages()[1].text[2]
        assert re.search(r"Which domino\?    Ends \d and \d +\? help", m.screen.lines[5])
        assert "stock" in m.screen.lines[1]
        fitting = choose(m)
        yield "k" if fitting != "K" else fitting
        yield
        assert fitting == "K" or f"You can play {fitting}. K again" in m.screen.lines[5]
        misfit = next(
            key for key in "123456" if not set(hands(m)[3 * int(key) - 2 : 3 * int(key)]) & set(map(str, ends(m)))
        )
        yield misfit
        yield
        assert re.search(r"\d-\d has no \d( and no \d)?. Which", m.screen.lines[5])
        yield from to_the_result(m)
        yield "n"

    sit(second, tape=tape)


def test_the_game_of_a_day_has_the_same_deal_and_counts_once():
    dealt = set()

    def player(m):
        yield from keys(m, "<ESCAPE>", "t", "y")
        yield
        assert re.match(" (22 Nov|I: [0-6]-[0-6] [lr]|I knocked)", m.screen.lines[0])
        dealt.add(hands(m)[:19])
        yield from to_the_result(m)
        yield "<ESCAPE>"
        yield
        yield "q"

    for seed in (1, 2):
        m = sit(player, seed)
        record = Record(m, "DOMINOES", len(LEVELS))
        assert [*record.days] == [DATE]
        assert re.match(r"(won|lost) by \d+|drawn", record.today(DATE))
    assert len(dealt) == 1


def test_a_game_with_the_computers_hand_shown_counts_as_helped():
    def player(m):
        yield from to_the_result(m)
        yield "n"

    record = Record(sit(player, cheat=True), "DOMINOES", len(LEVELS))
    assert (record.won, record.counts[0][3]) == ("", 1)


def test_each_level_plays_better_than_the_one_before():
    def points(level, games=250):
        won = 0.0

        def PROCASK(m, v):
            matching = (i for i, one in enumerate(held(v, 1), 1) if fits(one, v))
            v.D_i = next(matching, 7)

        def PROCEND(m, v):
            nonlocal won
            m.get_s = lambda: "N"
            dominoes.PROCEND(m, v)
            won += (0.5, 0, 1)[v.P]

        for seed in range(1, games + 1):
            m = ScreenlessMachine(seed)
            m.cload = lambda name: None
            sitting = Sitting(m, DATE, False, None)
            sitting.level = level
            edition(dominoes.main, PROCASK=PROCASK, PROCEND=PROCEND, PROCSELECT=sitting.PROCSELECT)(m)
        return won / games

    results = [points(level) for level in (1, 2, 3)]
    assert results == sorted(results)
    assert results[0] < 0.55
    assert results[2] > 0.6
