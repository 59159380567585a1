"""Whole games of Dominoes: read from the screen and played, and thousands that check themselves at every step."""

import re
from collections import Counter

import pytest

from retro.basic import Escape
from retro.frontends.headless import Headless, headless
from retro.programs import dominoes, dominoes_edition
from tests.support.dominoes_players import checked_game, choose, first_match, play_without_screen
from tests.support.dominoes_screen import dump, ends, hands, line
from tests.support.waiting import typed

pytestmark = pytest.mark.slow

GAMES = 400
RATE = 40  # games that are also played on the headless machine

# games that check themselves


def test_games_with_random_players_keep_the_rules():
    """A sample; `python -m bench.programs.dominoes_games` plays 10,000."""
    games = [play_without_screen(seed) for seed in range(1, GAMES + 1)]
    results = Counter(game.result for game in games)
    lengths = Counter(len(game.line) for game in games)
    assert min(results[1], results[2]) > 0.35 * GAMES
    assert 0 < results[0] < 0.1 * GAMES
    assert max(lengths) == 27
    assert 22 < sum(n * count for n, count in lengths.items()) / GAMES < 25


def test_the_headless_machine_plays_the_same_games():
    for seed in range(1, RATE + 1):
        main, game = checked_game(seed)
        m = headless(main, seed=seed)
        assert vars(play_without_screen(seed)) | {"chooser": None} == vars(game) | {"chooser": None}
        assert "Thank you for playing." in m.screen.text


# players that see only the screen


def reader(m, answer="N"):
    """First match, and a look at everything on the screen at every turn: the line, the hands, the dump."""
    yield
    while "Another game" not in m.screen.text:
        opening, right, left = line(m)
        assert len(opening) == 1
        for arm, end in ((right, opening[0][1]), (left, opening[0][0])):
            for first, second in arm:
                assert first == end
                end = second
        laid = [tuple(sorted(domino)) for domino in (*opening, *right, *left)]
        assert len(set(laid)) == len(laid)
        assert dump(m)[5] == " Which domino?"
        assert len(hands(m).replace(" ", "")) == min(24, 56 - 2 * len(laid))
        assert not m.screen.cursor_shown
        yield from typed(choose(m))
    yield answer


@pytest.mark.parametrize("seed", range(1, 13))
def test_a_game_read_from_the_screen(seed):
    m = headless(dominoes_edition.main, reader, seed=seed)
    assert m.screen.text.strip() == "Thank you for playing."
    assert re.fullmatch("(a draw|you won|the machine won), won [01] of 1", m.cload("RESULT"))
    assert m.screen.cursor_shown


@pytest.mark.parametrize("yes", ["Y", "y"])
def test_another_game_begins_afresh(yes):
    starts = []

    def player(m):
        for answer in (yes, "N"):
            game = reader(m, answer)
            yield next(game)
            starts.append((hands(m), line(m)))
            assert m.screen.lines[0].strip() == "DOMINOES"
            yield from game

    m = headless(dominoes.main, player, seed=21)
    (first, _), (second, (_, right, left)) = starts
    assert first != second
    assert len(right) + len(left) <= 1
    assert m.screen.text.strip() == "Thank you for playing."


# the cheat


def test_the_cheat_changes_only_the_computers_hand_on_the_screen():
    def screens(cheat):
        seen = []

        def player(m):
            for step in first_match()(m):
                seen.append((hands(m), bytes(m.screen.framebuffer.pixels), m.front.now()))
                yield step

        def main(m):
            dominoes_edition.main(m, cheat=cheat)

        headless(main, player, seed=5)
        return seen

    plain, shown = screens(cheat=False), screens(cheat=True)
    assert len(plain) == len(shown) > 20
    for (hands1, pixels1, now1), (hands2, pixels2, now2) in zip(plain, shown):
        assert hands1[:22] == hands2[:22]
        assert hands1[22:].replace("#", "x") == "".join("x" if mark.isdigit() else mark for mark in hands2[22:])
        assert now1 == now2
        assert without_the_hand(pixels1) == without_the_hand(pixels2)
    assert any("#" in row for row, _, _ in plain)
    assert not any("#" in row for row, _, _ in shown)


def without_the_hand(pixels):
    """The screen but for the computer's hand: row 2 from column 22 on."""
    rows = [pixels[320 * y : 320 * y + (176 if 16 <= y < 24 else 320)] for y in range(200)]
    return b"".join(rows)


def test_the_cheat_leaves_the_program_as_it_was():
    before = dominoes.PROCDRAW_COMPUTER_HAND
    headless(lambda m: dominoes_edition.main(m, cheat=True), seed=1)
    assert dominoes.PROCDRAW_COMPUTER_HAND is before
    m = headless(dominoes.main, seed=1)
    assert "#" in hands(m)


# leaving


@pytest.mark.parametrize("when", ["at the first question", "in a pause"])
def test_escape_ends_the_program(when):
    def player(m):
        if when == "in a pause":
            yield 0.5
            assert "must play first" in m.screen.text
        else:
            yield
            assert "Which domino?" in m.screen.text
        yield "<ESCAPE>"

    with pytest.raises(Escape):
        headless(dominoes.main, player, seed=3)


def test_each_refusal_and_each_result_beeps():
    front = Headless(first_match())
    front.run(dominoes.main, 4)
    assert len(front.notes) == 2  # the first domino and the result; this player makes no mistakes


def test_the_pages_of_f1_tell_the_rules_the_last_moves_and_the_ends():
    seen, outlined = [], []

    def player(m):
        yield
        first = m.own_pages()
        seen.append([page.title for page in first])
        for step in first_match("N")(m):
            yield step
            if "Which domino?" in m.screen.text:
                seen.append((ends(m), m.own_pages()[1].text))
                # Of the computer's newest domino: a blank face's corner is white, and around it is black.
                for page in m.own_pages()[2:]:
                    left, bottom, right, top = page.area
                    assert sorted([right - left, top - bottom]) == [32, 64]
                    assert m.point(left + 12, top) == m.point(right - 16, bottom + 4) == 3
                    assert m.point(left - 4, top) == m.point(right, bottom + 4) == 0
                    outlined.append(seen[-1][1][2])
        assert m.own_pages()[0].text[-1] in ("Won 0 of 1", "Won 1 of 1")

    headless(dominoes_edition.main, player, seed=4)
    assert seen[0][0] == "How to play"
    assert len(outlined) > 3
    assert all(line.startswith("I: ") for line in outlined)
    pages = [one for one in seen[1:] if one[1][0].startswith("The ends")]
    assert len(pages) > 5
    for shown, text in pages:
        assert set(re.findall(r"\d", text[0])) == set(map(str, shown))
        assert all(re.fullmatch(r"(You|I)(: \d-\d (left|right)| knocked)", line) for line in text[2:])
