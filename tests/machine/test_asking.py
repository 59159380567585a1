"""Pages with which a program asks: chosen from by keys, arrows and clicks, in every MODE, and recorded."""

import pytest

from retro.basic import Choice, Escape, Page
from retro.display.modes import MODES
from retro.frontends.headless import headless
from retro.input.events import Mouse
from retro.session.replay import ToTheEnd
from tests.support.recorded_games import RecordedGame, header

LEVELS = [Choice("1", "easy"), Choice("2", "hard"), Choice("Q", "leave")]


def asked(*steps, choices=LEVELS, mode=7, **more):
    """Ask; return the answers until the player has finished, and the machine."""
    answers = []

    def program(m):
        m.mode(mode)
        while True:
            answers.append(m.ask(Page("Which level?", choices, **more)))

    def player(m):
        for step in steps:
            yield
            yield step(m) if callable(step) else step
        yield

    return answers, headless(program, player)


def click(column, row):
    """The events of a click on a cell of the screen."""

    def events(m):
        display = m.screen.framebuffer
        x, y = display.units(8 * column * display.width // (8 * m.screen.mode.columns) + 2, 8 * row + 3)
        return [Mouse(x, y, 4), Mouse(x, y, 0)]

    return events


@pytest.mark.parametrize("mode", [mode for mode in range(len(MODES)) if mode not in (3, 6)])
def test_a_row_is_chosen_by_its_key_by_arrows_and_by_a_click_in_every_mode(mode):
    answers, m = asked("2", "q", "<DOWN>", "<DOWN>", "<RETURN>", click(2, 2), "x", click(2, 9), mode=mode)
    assert answers == ["2", "Q", "Q", "1"]
    assert [line.strip() for line in m.screen.lines[:5]] == [
        "Which level?",
        "",
        ">1  easy",
        "2  hard",
        "Q  leave",
    ] or m.screen.mode.columns == 20


def test_a_click_chooses_its_row_also_where_another_has_the_key_return():
    answers, _ = asked(click(2, 3), choices=[Choice("RETURN", "go on"), Choice("H", "hint")])
    assert answers == ["H"]


def test_a_value_is_changed_and_the_page_stays():
    state = {"on": True}

    def choices():
        change = lambda step: state.update(on=not state["on"])  # noqa: E731
        return [Choice("S", "Sound", change, "on" if state["on"] else "off"), Choice("B", "Back")]

    answers, m = asked("s", "<RIGHT>", "<LEFT>", "b", choices=choices, text=["Long words " * 8], foot="the foot")
    assert answers == ["B"]
    assert not state["on"]
    assert [line.strip() for line in m.screen.lines[-2:]] == ["the foot", "arrows and RETURN, keys or mouse"]
    assert m.screen.lines[2].startswith(" Long words Long words")
    assert [line.split()[-1] for line in m.screen.lines if "Sound" in line] == ["off"]


def test_a_long_page_is_scrolled():
    answers, m = asked("<UP>", "<UP>", choices=[Choice("", f"row {number}") for number in range(60)])
    assert answers == []
    assert ">  row 58" in m.screen.text
    assert "row 30 " not in m.screen.text


def test_what_the_keys_and_the_mouse_were_comes_back_and_escape_is_basics_error():
    seen = []

    def program(m):
        m.describe(lambda: "words")
        with pytest.raises(Escape):
            m.ask(Page("?", LEVELS))
        seen.append((m.keyboard.cursor_keys, m.keyboard.pointer.active, m.keyboard.pointer.types, m.in_words))

    headless(program, lambda m: iter([None, "<ESCAPE>"]))
    assert seen == [(0, False, False, "words")]


def test_the_keys_of_the_page_are_those_that_mean_something():
    wanted = []

    def player(m):
        yield
        wanted.extend(m.wanted.keys)
        assert m.in_words.splitlines()[:3] == ["?", "Marked: 1 easy", "1 easy"]
        yield "q"

    headless(lambda m: m.ask(Page("?", LEVELS)), player)
    assert wanted == [("1", "easy"), ("2", "hard"), ("Q", "leave")]


def test_an_answer_is_replayed():
    def program(m):
        m.print(m.ask(Page("?", LEVELS)), m.rnd(100))
        m.get()

    game = RecordedGame(lambda: program, header())
    m = headless(game, lambda m: iter([None, "<DOWN>", None, "<RETURN>", None]))
    again = headless(RecordedGame(lambda: program, header(), log=game.log, mode=ToTheEnd()))
    assert again.screen.text == m.screen.text
    assert "2" in m.screen.text


def drawn(*pages):
    """Ask with each of these pages in turn, and return the lines of the screen that each shows."""
    screens = []

    def player(m):
        for _ in pages:
            yield
            screens.append(m.screen.lines)
            yield "q"

    def program(m):
        for page in pages:
            m.ask(page)

    headless(program, player)
    return screens


def test_a_title_in_capitals_is_tall_and_a_group_of_rows_stands_apart():
    choices = [Choice("N", "Play"), Choice("T", "Today", note="26 Nov"), Choice("Q", "Quit", apart=True)]
    [lines] = drawn(Page("MY GAME", choices, ["Lay them all."], "By me"))
    assert lines[1].strip("▄▀ ") == "MY GAME"
    text = [line.strip() for line in lines[3:]]
    first = text.index("Lay them all.")
    assert text[first : first + 6] == ["Lay them all.", "", ">N  Play", "T  Today  26 Nov", "", "Q  Quit"]
    assert text[-2:] == ["By me", "arrows and RETURN, keys or mouse"]


def test_a_page_without_room_for_air_shows_all_its_text():
    lines = [f"line {number}" for number in range(20)]
    [shown] = drawn(Page("RULES", [Choice("Q", "Quit", apart=True)], lines))
    assert [line.strip() for line in shown] == ["RULES", "", *lines, "", ">Q  Quit", ""]


def test_the_programs_own_characters_come_back_and_a_picture_is_drawn_where_there_is_room():
    shapes, rows = [], []

    def program(m):
        m.vdu(23, 255, *range(8))
        m.screen.stand_ins[255] = "x"
        page = Page("MY GAME", [Choice("Q", "Quit")])
        page.picture = lambda row: rows.append(row)
        m.ask(page)
        page.text = ["line"] * 20
        m.ask(page)
        shapes.extend((m.shape(255), m.screen.stand_ins))

    headless(program, lambda m: iter([None, "x", None, "q", None, "q"]))
    assert shapes == [bytes(range(8)), {255: "x"}]
    assert rows == [4]
