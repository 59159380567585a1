"""A turn in Dominoes Plus: choosing, ends, refusals, hints, undo, and which hands are shown."""

import re

import pytest
from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.rules.domino_set import LEFT, RIGHT, SUITS, domino
from retro.programs.dominoes_plus.rules.levels import DEEPEST
from retro.programs.dominoes_plus.rules.settings import ALONE, TOGETHER, WATCHING
from retro.programs.dominoes_plus.screen import front_player
from retro.programs.dominoes_plus.variables import Variables, hand

from retro.basic import Escape
from retro.basic.front_page import PITCHES
from retro.frontends.headless import headless
from retro.programs import dominoes
from tests.support.dominoes_players import first_match
from tests.support.dominoes_plus_players import (
    click_on,
    everything,
    faces,
    final_hands,
    from_position,
    hands,
    message,
    on_row,
    press,
    proposal,
    run,
    shown_order,
    watched,
)
from tests.support.dominoes_screen import hands as original_hands
from tests.support.dominoes_screen import line
from tests.support.simulated_dominoes import choose
from tests.support.waiting import typed

YELLOW, WHITE = 2, 3

# A line that ends in 5 and 3; the player holds one for each end, one for both, and one for none.
LINE = [(5, 1), (1, 3)]
MINE = [(5, 4), (3, 2), (5, 3), (6, 4)]
OTHER = [(0, 0), (6, 6), (6, 0)]


UNSEEN = [(a, b) for a in range(7) for b in range(a + 1) if (a, b) not in {(5, 1), (3, 1), *MINE, *OTHER}]


def position(player, line=LINE, first=MINE, second=OTHER, **more):
    return from_position(player, line, first, second, **more)


def leave():
    """Escape to the front page, and quit."""
    yield "<ESCAPE>"
    yield
    yield "q"


# the end


def test_a_domino_that_fits_one_end_goes_there_without_a_question():
    def player(m, v):
        yield from typed("1")
        assert v.line[:3] == [(0, 5, 1), (RIGHT, 1, 3), (LEFT, 5, 4)]

    position(player)


@pytest.mark.parametrize(
    ("key", "end"),
    [
        *(("l", LEFT), ("<LEFT>", LEFT), ("@2", LEFT), ("L", LEFT)),
        *(("r", RIGHT), ("<RIGHT>", RIGHT), ("@1", RIGHT), ("R", RIGHT)),
    ],
)
def test_a_domino_that_fits_both_ends_asks_for_the_end(key, end):
    def player(m, v):
        yield from typed("3")
        assert message(m) == "The 5-3 at the left 5 or the right 3?"
        assert m.screen.lines[8].strip() == "Left Right Cancel ?"
        yield from typed(click_on(v, key) if key in v.click_areas else key)
        assert v.line[2] == ((LEFT, 5, 3) if end == LEFT else (RIGHT, 3, 5))

    position(player)


def test_equal_ends_ask_for_the_end_too():
    def player(m, v):
        yield from typed("1")
        assert message(m) == "The 5-4 at the left 5 or the right 5?"
        yield from typed("l")
        assert v.line[3] == (LEFT, 5, 4)

    position(player, line=[(5, 1), (1, 3), (3, 5)], first=[(5, 4), (6, 2)])


@pytest.mark.parametrize("key", ["c", "<DELETE>", "u", "C"])
def test_the_choice_of_an_end_can_be_cancelled(key):
    def player(m, v):
        yield
        before = everything(m, v)
        yield "3"
        yield
        assert len([face for face in faces(m) if face[3] == YELLOW]) == 4
        yield from typed("7")
        assert message(m) == "Press L or R, an arrow, or click there."
        yield from typed("?")
        assert "sort your hand" in m.in_words
        yield from typed("<ESCAPE>")
        assert len([face for face in faces(m) if face[3] == YELLOW]) == 4
        yield from typed(key)
        now = everything(m, v)
        assert now[1] == before[1]
        assert v.line == [(0, 5, 1), (RIGHT, 1, 3)]

    position(player)


# previews


@pytest.mark.parametrize(("key", "spots"), [("1", [4, 5, 5, 1, 1, 3]), ("2", [5, 1, 1, 3, 3, 2])])
def test_a_domino_is_previewed_before_it_is_laid(key, spots):
    def player(m, v):
        yield
        yield key
        yield 0.2
        shown = faces(m)
        assert sorted(face[2] for face in shown) == sorted(spots)
        new = [face for face in shown if face[3] == YELLOW]
        assert len(new) == 2
        yield 0.3
        placed = {face[:3]: face[3] for face in faces(m)}
        assert [placed[face[:3]] for face in new] == [WHITE, WHITE]
        yield None

    position(player)


def test_the_computers_domino_is_previewed_too():
    def player(m, v):
        yield
        yield "1"
        yield 0.6
        assert {face[2] for face in faces(m) if face[3] == YELLOW} == {4, 6}
        yield

    position(player, second=[(6, 4), (0, 0)])


def test_the_marked_domino_is_previewed():
    def player(m, v):
        yield
        before = bytes(m.screen.framebuffer.pixels)
        for key, count in (("<RIGHT>", 2), ("<RIGHT>", 2), ("<RIGHT>", 4), ("<RIGHT>", 0), ("<LEFT>", 4)):
            yield from typed(key)
            assert len([face for face in faces(m) if face[3] == YELLOW]) == count
        assert message(m) == "RETURN plays the 5-3."
        yield from typed("? ")
        assert message(m) == "RETURN plays the 5-3."
        assert len([face for face in faces(m) if face[3] == YELLOW]) == 4
        yield "s"
        yield "s"
        yield "s"
        yield
        assert not [face for face in faces(m) if face[3] == YELLOW]
        assert bytes(m.screen.framebuffer.pixels)[: 5 * 8 * 320] == before[: 5 * 8 * 320]

    position(player)


def test_return_or_a_click_plays_the_marked_domino():
    def player(m, v):
        yield from typed("<RIGHT><RIGHT><RETURN>")
        assert v.line[2] == (RIGHT, 3, 2)
        yield from typed("u<LEFT><LEFT>")
        yield from typed(click_on(v, "@2"))
        assert v.line[2] == (LEFT, 5, 3)

    position(player, second=[(0, 0), (6, 6)])


def test_return_without_a_mark_says_what_to_do():
    def player(m, v):
        yield from typed("<RETURN>")
        assert message(m) == "Mark one with the arrows."

    position(player)


# refusals


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("4", "The 6-4 fits neither 5 nor 3."),
        ("5", "You hold only 4 dominoes."),
        ("0", "You hold only 4 dominoes."),
        ("k", "You cannot knock: 5-4 fits."),
        ("d", "You cannot knock: 5-4 fits."),
        ("u", "Nothing to take back."),
        ("r", "Nothing was taken back here."),
    ],
)
def test_illegal_actions_are_refused_with_the_reason(key, expected):
    def player(m, v):
        yield from typed(key)
        assert message(m) == expected
        assert len(m.front.notes) == 1
        assert v.line == [(0, 5, 1), (RIGHT, 1, 3)]

    position(player)


def test_unused_keys_do_nothing():
    def player(m, v):
        yield
        before = everything(m, v)
        for key in ("x", "é", "<UP>", "<DOWN>", "=", "#", "@", "!", press(640, 400)):
            yield from typed(key)
        assert everything(m, v) == before

    position(player)


@pytest.mark.parametrize("by_mouse", [True, False])
def test_the_message_names_the_button_when_nothing_fits(by_mouse):
    """A click on it knocks, and so does RETURN."""

    def player(m, v):
        yield
        assert message(m) == "Nothing fits: knock."
        yield from typed("h")
        assert message(m) == "Nothing fits: knock."
        yield from typed(click_on(v, "K") if by_mouse else "<RETURN>")
        assert v.ledger.knocked[1]

    position(player, first=[(6, 4)], second=[(5, 5), (6, 6)])


def test_a_setting_allows_knocking_although_something_fits():
    def player(m, v):
        yield
        yield "k"
        yield 0.5
        assert message(m) == "You are knocking"
        assert v.ledger.excluded[1] == [0] * 4  # it need not be true
        yield
        assert len(v.line) == 3

    position(player, second=[(5, 5), (6, 6)], free_knock=1)


def test_a_knock_is_not_redone_once_it_is_forbidden():
    def player(m, v):
        for key in ("k", "u", "m", "o", "k", "b", "g", "r"):
            yield
            yield key
        yield
        assert message(m) == "You cannot knock: 5-4 fits."
        assert v.ledger.excluded[1] == [0] * 4

    position(player, second=[(5, 5), (6, 6)], free_knock=1)


# drawing


def test_a_player_draws_until_something_fits_and_moves():
    def player(m, v):
        yield
        assert m.screen.lines[8].startswith(" Draw Hint")
        assert message(m) == "Nothing fits: draw."
        yield "d"
        yield 0.5
        assert message(m).startswith("You draw ")
        yield
        assert v.P == 1
        assert v.N[1] + v.T == 4
        assert domino(5, 5) in hand(v, 1)
        assert message(m).endswith("Which domino?")
        yield from typed("k")
        assert message(m) == "You cannot draw: 5-5 fits."

    position(player, first=[(6, 4)], stock=[(5, 5), (2, 2), (4, 4)], draw=1)


def test_with_an_empty_stock_draw_becomes_knock():
    def player(m, v):
        yield
        assert m.screen.lines[8].startswith(" Knock Hint")
        yield "k"
        yield 0.5
        assert message(m) == "You are knocking"
        yield None

    position(player, first=[(6, 4)], second=[(5, 5), (6, 6)], draw=1)


# hints


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_the_hint_is_the_move_of_level_5_and_changes_nothing(seed):
    def player_of(v):
        def player(m):
            yield
            for _ in range(seed):  # first matches into the game
                if v.over:
                    break
                yield next((str(n) for n in range(1, v.N[1] + 1) if fits(v, n)), "k")
                yield
                if "Cancel" in v.buttons:
                    yield from typed("r")
            if not v.over and any(fits(v, n) for n in range(1, v.N[1] + 1)):
                before = everything(m, v)[0]
                yield "h"
                yield
                move = choose(DEEPEST, v.ledger.view_for(1, hand(v, 1)))
                assert f"RETURN plays the {'-'.join(map(str, pair(move.domino)))}" in proposal(m)
                assert message(m).startswith(("Ends ", "It is your last"))
                assert hand(v, 1)[shown_order(v, 1)[v.marked - 1] - 1] == move.domino
                assert v.helped
                yield from typed("x")
                assert m.screen.lines[8].startswith(" Knock Hint Undo")
                assert "Which domino" in message(m)
                assert everything(m, v)[0] == before
            if v.over:
                yield "n"
            else:
                yield "<ESCAPE>"
            yield
            yield "q"

        return player

    run(player_of, seed, {"go": True, "level": 1})


def fits(v, place):
    return {v.R[1][place], v.L[1][place]} & {v.RV, v.LV}


def pair(d):
    return next((a, b) for a in range(7) for b in range(a + 1) if domino(a, b) == d)


@pytest.mark.parametrize("clicked", [False, True])
def test_return_or_a_click_on_the_sentence_plays_the_hint(clicked):
    def player(m, v):
        yield from typed("h")
        assert proposal(m) == "RETURN plays the 5-4.  H: why?"
        yield from typed(click_on(v, "RETURN") if clicked else "<RETURN>")
        assert v.line[2] == (LEFT, 5, 4)
        assert m.screen.lines[8].startswith(" Knock Hint")
        assert "RETURN" not in v.click_areas

    position(player, first=[(5, 4), (6, 4)])


def test_the_hint_tells_its_end_and_return_lays_it_there_without_a_question():
    """The 5-3 leaves 5 twice or 3 twice; the other dominoes of both numbers but the 5-1 and the 3-1 are unseen."""

    def player(m, v):
        yield from typed("h")
        end = LEFT if "left" in proposal(m) else RIGHT
        assert proposal(m).startswith(f"RETURN plays the 5-3 {'left' if end == LEFT else 'right'}.")
        number = 3 if end == LEFT else 5
        ends = f"Ends {number} and {number}: 5 unseen, you keep none."
        assert message(m) == ends
        yield from typed("h")
        assert message(m) == "It does best in many sampled games."
        assert proposal(m).endswith("H: ends?")
        yield from typed(click_on(v, "H"))
        assert message(m) == ends
        yield from typed("<RETURN>")
        assert v.line[2] == ((LEFT, 5, 3) if end == LEFT else (RIGHT, 3, 5))

    position(player, first=[(5, 3), (6, 4)], stock=UNSEEN)


def test_another_key_drops_the_hint():
    def player(m, v):
        yield
        yield "h"
        yield "s"
        yield "<RETURN>"
        yield
        assert message(m) == "Mark one with the arrows."

    position(player, first=[(5, 4), (6, 4)])


# sorting, counting


def test_sorting_changes_the_display_only():
    def player(m, v):
        yield
        held = [list(v.R[1]), list(v.L[1])]
        shown = []
        for _ in range(3):
            yield from typed("s")
            shown.append((message(m), hands(m)[1:13]))
        assert [list(v.R[1]), list(v.L[1])] == held
        assert shown == [
            ("Your hand, by spots.", "46 45 35 23 "),
            ("Your hand, by numbers.", "46 45 35 23 "),
            ("Your hand, as it was drawn.", "45 23 35 46 "),
        ]
        yield "s2"
        yield
        assert v.line[2] == (LEFT, 5, 4)

    position(player)


def test_the_count_of_numbers():
    """On the table 5-1 1-3; in hand 5-4 3-2 5-3 6-4; the other knocked at 5 and 3 with one of two dominoes."""

    def player(m, v):
        v.ledger.excluded[2] = [SUITS[5] | SUITS[3], 0]
        yield from typed("c")
        rows = [text.strip() for text in m.screen.lines]
        assert rows[rows.index("Dominoes with   0 1 2 3 4 5 6") :][:11] == [
            "Dominoes with   0 1 2 3 4 5 6",
            "",
            "On the table    0 2 0 1 0 1 0",
            "",
            "In your hand    0 0 1 2 2 2 1",
            "",
            "Not seen yet    7 5 6 4 5 4 6",
            "",
            "Other may have  2 2 2 1 2 1 2",
            "",
            "20 are face down, the other has 2.",
        ]
        yield from typed("<RETURN>")
        assert message(m) == "Which domino?"
        v.ledger.excluded[2] = [0, 0]
        yield from typed("c")
        assert "Other may have" not in m.screen.text  # nothing is known of it

    rest = [(a, b) for a in range(7) for b in range(a + 1)]
    rest = [d for d in rest if not {d, d[::-1]} & {*LINE, *MINE, (0, 0), (6, 6)}]
    position(player, second=[(0, 0), (6, 6)], stock=rest)


def test_a_key_on_the_page_of_help_can_be_clicked():
    def player(m, v):
        yield
        for key, shown in (("N", "A new game: another deal, or this one?"), ("S", "Your hand, by spots.")):
            yield from typed("?")
            assert "sort your hand" in m.in_words
            yield from typed(on_row(m, key))
            assert message(m) == shown
            if key == "N":
                yield from typed("?")
                yield from typed(" ")
                assert message(m) == shown
                yield from typed("G")
        yield from typed("?")
        yield from typed("S")
        assert v.sort_order == 2

    position(player)


def test_the_front_page_leads_to_the_help_and_back():
    def player(m):
        yield
        settings = m.in_words
        yield "?"
        yield
        assert "fewer spots win" in " ".join(m.screen.text.split())
        yield from typed("<ESCAPE>")
        assert m.in_words == settings
        yield from typed(on_row(m, "N"))
        assert "Stock" in m.screen.text
        yield from typed("q")
        yield "q"

    with pytest.raises(Escape):
        headless(dominoes_plus.main, player, seed=1)


# hidden hands


def test_the_other_hand_is_hidden_until_the_end():
    def player(m, v):
        yield
        assert hands(m)[22:] == "## ## " + 12 * " "
        yield from typed("1")
        assert v.over
        assert final_hands(m) == ["", "00 66"]
        yield from typed("n")
        yield "q"

    position(player, first=[(5, 4)], second=[(0, 0), (6, 6)])


@pytest.mark.parametrize("held", [6, 20])
def test_a_long_hand_has_a_row_of_its_own_at_the_end(held):
    def player(m, v):
        yield from typed("1")
        assert [line[1:].split(" ")[0] for line in m.screen.lines[1:6]] == ["", "You", "", "I", ""]
        yield from ("n", None, "q")

    taken = {(5, 4), *(tuple(sorted(pair, reverse=True)) for pair in LINE)}
    rest = [(a, b) for a in range(7) for b in range(a + 1) if (a, b) not in taken]
    position(player, first=[(5, 4)], second=rest[:held])


def test_a_cheat_sees_the_other_hand():
    def player(m, v):
        yield
        assert hands(m)[22:].rstrip() == "00 66"

    position(player, second=[(0, 0), (6, 6)], cheat=1)


def test_two_people_do_not_see_each_others_hands():
    def player(m, v):
        yield
        assert (hands(m).strip().replace(" ", ""), proposal(m)) == ("#" * 12, "Player 1, press a key.")
        yield from typed(" ")
        assert hands(m)[1:12] == "45 23 35 46"
        assert hands(m)[22:].strip() == "## ##"
        yield from typed("1")
        assert "".join(set(hands(m))).strip() == "#"
        assert message(m) == "Player 1 played the 5-4."
        assert proposal(m) == "Player 2, press a key."
        yield from typed("?")
        yield from typed(" ")
        assert proposal(m) == "Player 2, press a key."
        yield from typed(" ")
        assert hands(m)[1:9] == "## ## ##"
        assert hands(m)[22:].strip() == "24 66"
        assert m.screen.lines[4].strip() == "1  2"
        yield from typed("2")
        assert message(m) == "Player 2, the 6-6 fits neither 4 nor 3."
        yield from typed("1")
        yield from typed(" ")
        assert hands(m)[1:9] == "23 35 46"

    position(player, second=[(4, 2), (6, 6)], players=2)


@pytest.mark.parametrize(("players", "front"), [(ALONE, 1), (TOGETHER, 2), (WATCHING, 1)])
def test_only_two_people_see_the_hand_in_front_change(players, front):
    assert front_player(Variables(players=players, P=2)) == front


def test_two_computers_play_with_both_hands_shown():
    def player_of(v):
        def player(m):
            yield 1.0
            assert "#" not in hands(m)
            assert len(hands(m).replace(" ", "")) == 24
            assert m.screen.lines[2].rstrip().endswith("PLAYER 2  level 2")
            assert len(m.screen.lines[2].rstrip()) < 40
            yield "?"
            yield 0.1
            assert "sort your hand" in m.in_words
            yield " "
            yield from watched(v)
            assert re.fullmatch(r"Player \d(: \d+ spots?| is out), player \d: \d+( spots?)?\.", message(m))
            yield "y"
            yield 5.0
            yield "q"
            yield
            assert "Go on" in m.screen.text
            yield "q"

        return player

    run(player_of, 4, {"players": 0, "level": 2, "big": False, "go": True})


def test_help_while_a_domino_is_previewed_comes_back():
    def player(m):
        yield
        yield from ["w", 0.2]
        for _ in range(12):
            yield "?"
            yield 0.1
            assert "HOW TO PLAY" in m.screen.text
            yield from ["<RETURN>", 0.3]
        yield "q"
        yield
        yield "q"

    with pytest.raises(Escape):
        headless(dominoes_plus.main, player, seed=1)


def test_a_key_between_the_games_of_two_computers_is_an_answer():
    def player_of(v):
        def player(m):
            while "Next game in" not in m.screen.lines[8]:
                yield 1.0
            yield "x"
            yield 0.5
            assert "Next game in" in m.screen.lines[8]
            yield 3.0
            assert not v.over
            while "Next game in" not in m.screen.lines[8]:
                yield 1.0
            yield "n"
            yield
            assert "Go on" in m.screen.text
            yield "q"

        return player

    run(player_of, 4, {"players": 0, "level": 1, "match": 2, "big": False, "go": True})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_level_1_against_level_1_is_the_original_game(seed):
    """The line is that of dominoes.py against a player who lays the first domino that fits."""
    played = {}

    def original(m):
        for step in first_match()(m):
            if step == "N":
                played["original"] = *line(m), original_hands(m)[1:18].rstrip()
            yield step

    def watcher_of(v):
        def watcher(m):
            yield from watched(v)
            played["plus"] = *(laid(v, end) for end in (0, RIGHT, LEFT)), final_hands(m)[0]
            yield "n"
            yield
            yield "q"

        return watcher

    headless(dominoes.main, original, seed=seed)
    run(watcher_of, seed, {"players": 0, "level": 1, "big": False, "go": True})
    assert played["original"] == played["plus"]


def laid(v, end):
    """Return the dominoes laid at an end; 0: the opening."""
    return [(first, second) for at, first, second in v.line if at == end]


# thinking


def test_dots_appear_while_the_computer_thinks():
    shown = []

    def player(m, v):
        yield
        yield "1"
        for _ in range(90):
            yield 0.01
            if "thinking" in message(m):
                shown.append(message(m))
        yield

    rest = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (2, 2), (4, 4), (3, 3)]
    position(player, second=[(4, 3), (3, 0), (6, 3), (4, 1), (4, 2), (6, 5)], stock=rest, level=DEEPEST)
    assert len(set(shown)) >= 8
    assert shown == sorted(shown)


def test_keys_pressed_while_it_thinks_are_not_lost():
    def player(m, v):
        yield
        yield "1"
        yield 0.45
        yield "s"
        yield
        assert message(m) == "Your hand, by spots."

    rest = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (2, 2), (4, 4), (3, 3)]
    position(player, second=[(4, 3), (3, 0), (6, 3), (4, 1), (4, 2), (6, 5)], stock=rest, level=DEEPEST)


def test_the_program_gives_a_level_only_its_view():
    """With another hidden hand and stock in the variables the computer makes the same move."""
    made = []
    for hidden in ([(0, 0), (6, 6), (2, 0)], [(1, 1), (6, 1), (6, 0)]):

        def player(m, v):
            yield
            made.append(v.line[2])
            yield from leave()

        rest = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (6, 1), (2, 2), (4, 4), (0, 0), (6, 6), (6, 0)]
        stock = [d for d in rest if d not in hidden and d[::-1] not in hidden]
        held = [(4, 3), (3, 0), (6, 3), (5, 2), (4, 2), (6, 5)]
        position(player, first=hidden, second=held, stock=stock, mover=2, level=DEEPEST)
    assert made[0] == made[1]


# sounds


def test_placing_knocking_and_the_result_have_sounds():
    def player(m, v):
        yield
        yield "k"
        yield 0.9
        assert len(m.front.notes) == 2
        yield
        tune = [PITCHES[int(sign)] for sign in dominoes_plus.TUNES[2] if sign.isdecimal()]
        while m.keys == (("SPACE", "end the tune"),):
            yield 0.1
        sounding = [note for note in m.front.notes if note.steps]
        assert len(sounding) == 2 + 1 + len(tune)  # the last domino of the computer, and its tune
        yield from typed("n")
        yield "q"

    position(player, first=[(6, 4)], second=[(5, 5)])


# random numbers


def test_the_random_state_can_be_restored():
    def program(m):
        m.rnd(-7)
        state = m.rnd_state
        first = [m.rnd(100) for _ in range(20)]
        m.rnd_state = state
        assert [m.rnd(100) for _ in range(20)] == first

    headless(program)


# leaving and continuing


@pytest.mark.parametrize("key", ["<ESCAPE>", "m", "M"])
def test_a_game_that_is_left_continues_unchanged(key):
    def player(m, v):
        yield
        before = everything(m, v)
        yield key
        yield
        assert ("G", "Go on") in m.keys
        yield from typed("g")
        assert everything(m, v) == before

    position(player)


def test_a_game_left_during_a_move_continues_before_that_turn():
    def player(m, v):
        yield
        yield "1"
        yield 0.2
        yield "<ESCAPE>"
        yield "g"
        yield
        assert v.line == [(0, 5, 1), (RIGHT, 1, 3)]

    position(player)


def test_the_variables_begin_with_the_originals():
    names = list(Variables.__dataclass_fields__)
    assert names[: len(dominoes.Variables.__dataclass_fields__)] == list(dominoes.Variables.__dataclass_fields__)
    with pytest.raises(AttributeError):
        Variables().nonsense = 1


@pytest.mark.parametrize(
    ("players", "seed", "key", "shown"),
    [
        (ALONE, 9, "", "I began with 5-5. Which domino?"),
        (ALONE, 59, "", "I began with 5-5. Nothing fits: knock."),
        (TOGETHER, 9, " ", "Player 1, which domino?"),
    ],
)
def test_the_question_says_what_was_done_and_who_is_asked(players, seed, key, shown):
    def player(m):
        yield
        if key:
            yield from typed(key)
        assert message(m) == shown

    headless(lambda m: dominoes_plus.main(m, go=True, players=players), player, seed=seed)
