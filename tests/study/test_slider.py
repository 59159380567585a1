"""The slider: a game's turns in a row of the study screen."""

import pytest

from retro.display.slider import Slider
from retro.input.events import Side
from tests.support.live_study import Studied


def text(slider, columns=41):
    return "".join(part for part, _ in slider.row(columns))


def test_the_beginning_the_turns_and_the_end():
    assert text(Slider("turn", 2, 4, 2))[5:15] == "┬──┬──●──┬"
    assert text(Slider("turn", 2, 4, 2)).rstrip().endswith("turn 2 of 2")
    assert text(Slider("turn"))[5:15] == "●─────────"


@pytest.mark.parametrize(("column", "index"), [(0, 0), (5, 0), (6, 0), (7, 1), (8, 1), (11, 2), (14, 3), (40, 3)])
def test_the_stop_at_a_column(column, index):
    assert Slider("turn", 2, 4, 0).stop_at(column, 41) == index


def test_it_shows_the_turns_of_a_game_and_where_it_is():
    def player(s, m):
        yield "r"
        yield
        yield "k"
        yield "<f5>"
        yield
        assert "turn 2 of 2" in s.text
        yield ",,"
        yield
        assert "turn 1 of 2" in s.text

    Studied("dominoes", player)


def test_a_program_without_turns_has_its_key_presses(tmp_path):
    path = tmp_path / "x.py"
    path.write_text("def main(m):\n    while True:\n        m.get()\n        m.print(1)\n")

    def player(s, m):
        yield "r"
        yield
        for key in "abc":
            yield key
            yield
        yield "<f5>"
        yield
        assert "key 4 of 4" in s.text
        yield ",,"
        yield
        assert "key 2 of 4" in s.text
        assert m.screen.text.split() == ["1"]

    Studied(str(path), player)


def test_the_mouse_drags_it():
    def player(s, m):
        yield "r"
        yield
        for key in "kk":
            yield key
            yield
        yield "<f5>"
        yield
        turns, row = s.live.shown.slider.turns, s.panel.slider_row
        assert turns > 2
        assert s.lines[row].startswith("  ,  ┬")
        yield [Side(5, row, True)]
        yield
        assert f"turn 0 of {turns}" in s.text
        middle = s.lines[row].index("┬", 10)
        yield [Side(middle, row, False)]
        yield [Side(middle, row - 5, False)]
        yield
        assert f"turn {s.live.shown.slider.at} of {turns}" in s.text
        assert s.live.shown.slider.at > 0
        yield [Side(99, row, False)]
        yield
        assert f"turn {turns} of {turns}" in s.text
        assert s.state == "STOPPED"

    Studied("dominoes", player)


def test_it_is_dragged_while_the_program_waits():
    def player(s, m):
        yield "r"
        yield
        row = s.panel.slider_row
        yield [Side(5, row, True)]
        yield
        assert (s.state, s.here) == ("STOPPED", "m.mode(7)")

    Studied("dominoes", player)


def test_a_click_on_a_key_or_its_effect_presses_it():
    """Moving on with the button held presses nothing; keys that stand for several are none."""

    def cell(s, text):
        row = next(number for number, line in enumerate(s.lines) if f"  {text} " in f"{line} ")
        return s.lines[row].index(text) + len(text) - 1, row

    def player(s, m):
        yield
        for text in ("SPACE", "step"):
            before = s.live.stepper.position
            yield [Side(*cell(s, text), True), Side(*cell(s, text), False)]
            yield
            assert s.live.stepper.position == (before[0] + 1, 0)
        yield [Side(*cell(s, "H"), True)]
        yield
        assert "── Keys" in s.text
        yield " "
        titles = "Procedures", "Procedures", "Keys", "Procedures", "Variables"
        for text, title in zip(("P", "CURSOR", "H", "ESCAPE", "ESCAPE"), titles):
            yield [Side(*cell(s, text), True)]
            yield
            assert f"── {title} " in s.text
        yield [Side(*cell(s, "run"), True)]
        yield
        assert s.state == "WAITS FOR A KEY"
        yield [Side(*cell(s, "stop"), True)]
        yield
        assert s.state == "STOPPED"
        before = s.live.stepper.position
        yield [Side(2, s.panel.slider_row, True)]
        yield
        assert (s.procedure, s.live.stepper.position < before) == ("PROCASK", True)

    Studied("dominoes", player)
