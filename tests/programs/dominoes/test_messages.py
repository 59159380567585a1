"""What Dominoes says and asks, procedure by procedure: keys, knocking, the end of a game, pauses, messages."""

import pytest

from retro.basic import spc
from retro.frontends.headless import headless
from retro.programs import dominoes
from tests.support.dominoes_players import give, message, on_machine, pairs, variables
from tests.support.dominoes_screen import hands

# asking


HAND = "12 34 66 05"  # with 1 on the right and 5 on the left, the first and the fourth fit


def ask(keys, hand=HAND):
    """PROCASK and the keys it is given: the choice, and the messages seen before each key."""
    seen, chosen = [], []

    def program(m, v):
        give(v, 1, pairs(hand))
        v.RV, v.LV = 1, 5
        v.TF = 1
        dominoes.PROCASK(m, v)
        chosen.append((v.D_i, v.TF, v.K_s))

    def player(m):
        for key in keys:
            yield
            seen.append(message(m))
            yield key

    front = on_machine(program, player)
    assert set(seen) == {" Which domino?"}
    return chosen[0], front


@pytest.mark.parametrize(("keys", "expected"), [("1", (1, 0, "1")), ("4", (4, 0, "4")), ("K", (7, 0, "K"))])
def test_a_valid_choice(keys, expected):
    choice, front = ask(keys)
    assert choice == expected
    assert front.now() == 0
    assert front.notes == []


def test_a_small_k_knocks_too():
    assert ask("k")[0] == (7, 0, "K")


@pytest.mark.parametrize("key", "2356")
def test_dominoes_that_do_not_fit_or_are_not_there_are_refused(key):
    choice, front = ask(key + "4")
    assert choice == (4, 0, "4")
    assert front.now() == pytest.approx(1.5)
    assert len(front.notes) == 1


@pytest.mark.parametrize("key", ["0", "7", "9", "a", " ", "<RETURN>", "<DELETE>", "£", "Y", "<TAB>"])
def test_other_keys_do_nothing(key):
    choice, front = ask([key, "1"])
    assert choice == (1, 0, "1")
    assert front.now() == 0
    assert front.notes == []


def test_only_the_remaining_domino_can_be_chosen():
    assert ask("651", "12")[0] == (1, 0, "1")


def test_the_refusal_is_printed():
    def player(m):
        yield
        yield "2"
        yield 1.4
        assert message(m) == " You cannot play that domino"
        yield
        assert message(m) == " Which domino?"

    def program(m, v):
        give(v, 1, pairs(HAND))
        v.RV, v.LV = 1, 5
        dominoes.PROCASK(m, v)

    on_machine(program, player)


def test_a_knock_is_allowed_with_a_domino_that_fits():
    assert ask("K", "11 15")[0][0] == 7


@pytest.mark.parametrize(("player", "said"), [(1, " You are knocking"), (2, " I am knocking")])
def test_knocking(player, said):
    def program(m, v):
        v.P = player
        dominoes.PROCKNOCK(m, v)
        assert message(m) == said
        assert [0, player == 1, player == 2] == v.K
        assert m.front.now() == pytest.approx(1.5)

    on_machine(program)


# the end


@pytest.mark.parametrize(
    ("human", "computer", "expected"),
    [
        ("12 34", "56", (10, 11, 1)),
        ("56", "12 34", (11, 10, 2)),
        ("00 66", "66 00", (12, 12, 0)),
        ("00", "01", (0, 1, 1)),
    ],
)
def test_adding_the_spots(human, computer, expected):
    v = variables()
    give(v, 1, pairs("66 66 66 66 66 66"))  # leftovers beyond N() must not count
    give(v, 2, pairs("66 66 66 66 66 66"))
    give(v, 1, pairs(human))
    give(v, 2, pairs(computer))
    dominoes.PROCADD_SPOTS(None, v)
    assert (v.T_a[1], v.T_a[2], v.P) == expected


@pytest.mark.parametrize(
    ("human", "computer", "said"),
    [
        ("", "01", " You have won."),
        ("01", "", " I have won."),
        ("12", "56", " You have won."),
        ("56", "12", " I have won."),
        ("16", "25", " The game is drawn."),
    ],
)
@pytest.mark.parametrize("answer", ["Y", "n"])
def test_the_result_and_another_game(human, computer, said, answer):
    def program(m, v):
        give(v, 1, pairs(human))
        give(v, 2, pairs(computer))
        v.P = 2
        dominoes.PROCEND(m, v)
        assert v.K_s == answer.upper()

    def player(m):
        yield
        assert message(m) == said + " Another game (Y/N)?"
        assert m.front.now() == pytest.approx(0 if "" in (human, computer) else 3.0)
        yield from ["K", "1", "<RETURN>", " ", answer]

    on_machine(program, player)


def test_the_spots_are_printed():
    def program(m, v):
        give(v, 1, pairs("56"))
        give(v, 2, pairs("12 00"))
        dominoes.PROCBOTH_KNOCKING(m, v)

    def player(m):
        yield 1.0
        assert message(m) == " We are both knocking"
        yield 1.0
        assert message(m) == " You have 11 spots, I have 3"
        yield

    on_machine(program, player)


@pytest.mark.parametrize(
    "procedure", ["PROCINVALID", "PROCKNOCK", "PROCASK", "PROCRESULT", "PROCBOTH_KNOCKING", "PROCDRAW_FIRST"]
)
def test_a_message_erases_the_previous_one(procedure):
    """Every message row is that of the same procedure on an empty screen."""
    rows = []

    def program(m, v):
        for before in ("", 40 * "x"):
            give(v, 1, pairs("11"))
            give(v, 2, pairs("22"))
            v.P, v.D_i, v.RV, v.T = 1, 1, 1, 0
            m.print("\x1f\x00\x05", before or spc(40), end="")
            getattr(dominoes, procedure)(m, v)
            rows.append(m.screen.lines[5:7])

    def player(m):
        for _ in range(2):
            yield
            yield "K"

    on_machine(program, player if procedure == "PROCASK" else None)
    assert rows[0] == rows[1]
    assert rows[0][0].strip()


@pytest.mark.parametrize("period", [0, 1, 150, 1000])
def test_a_pause_lasts_as_long_as_asked(period):
    def program(m, v):
        start = m.front.now()
        dominoes.PROCPAUSE(m, v, period)
        assert m.front.now() - start == pytest.approx(period / 100, abs=0.011)

    on_machine(program)


def test_the_last_screen():
    def program(m, v):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        m.vdu(28, 5, 20, 30, 10, 24, 0, 0, 0, 0, 80, 0, 80, 0)
        assert not m.screen.cursor_shown
        dominoes.PROCTERMINATE(m, v)
        assert m.screen.cursor_shown
        assert m.screen.text_plane.window == (0, 24, 39, 0)
        assert m.screen.graphics_plane.window == (0, 0, 319, 199)
        assert m.screen.text.strip("\n") == 9 * " " + "Thank you for playing."
        assert m.screen.lines[12].strip()

    on_machine(program)


def test_the_title_restores_the_windows():
    def program(m, v):
        m.vdu(28, 5, 20, 30, 10)
        m.print("x")
        dominoes.PROCTITLE(m, v)
        assert m.screen.text.rstrip() == 16 * " " + "DOMINOES"
        assert m.screen.text_plane.window == (0, 24, 39, 0)

    on_machine(program)


def test_the_hands_keep_their_places_on_the_screen():
    def program(m, v):
        give(v, 1, pairs("01 12 23 34 45 56"))
        give(v, 2, pairs("00"))
        dominoes.PROCDRAW_PLAYER_HAND(m, v)
        assert hands(m).rstrip() == " 01 12 23 34 45 56"
        dominoes.PROCDRAW_COMPUTER_HAND(m, v)
        assert hands(m).rstrip() == " 01 12 23 34 45 56    ##"

    on_machine(program)


def test_a_program_without_a_player_waits_at_its_first_question():
    m = headless(dominoes.main, seed=1)
    assert "Which domino?" in m.screen.text
