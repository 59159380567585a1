"""A stop of study at first: little is shown, values look like what they are, and a sentence says what has been done."""

import re

import pytest

from retro.frontends.headless import Headless
from retro.machine.frontend import PowerOff
from retro.session.session import Session
from retro.session.settings import SettingsStore
from retro.study.values import written
from retro.study.view_model import CALM, FULLER, THOROUGH
from tests.support.live_study import Studied
from tests.support.studies import study

ARTICLE = (100, 200, 300, 400, 500, 600, 700, 1000, 1200, 1300, 1500, 2000, 2100, 2160, 2400, 3000)  # its subroutines
WINDOW = {"columns": 147, "rows": 56, "covered": (87, 38)}  # what a window of 1280 by 800 has room for


def first_stop(name, detail, **choices):
    found = []

    def player(s, m):
        yield
        found.extend(line.replace("│", " ").rstrip() for line in s.lines)

    Studied(name, player, detail=detail, with_basic=True, **WINDOW, **choices)
    return found


def test_a_stop_shows_few_rows_without_remarks_and_signs():
    shown = first_stop("dominoes", CALM, mode="running", breakpoints=["PROCSELECT"], script="2")
    text = "\n".join(shown)
    assert sum(map(bool, shown)) <= 45
    assert "main ▶ PROCSELECT" in text
    assert not re.search(r"# 15\d\d\d|[■◧□]|Last called|Stack", text)
    fuller, thorough = (
        "\n".join(first_stop("dominoes", detail, mode="running", breakpoints=["PROCSELECT"], script="2"))
        for detail in (FULLER, THOROUGH)
    )
    assert "── Stack" in fuller
    assert "── Last called" not in fuller
    assert "── Last called" in thorough


def test_the_stock_is_a_triangle_in_which_the_domino_just_taken_is_lit():
    def player(s, m):
        yield
        yield "r"
        yield
        rows = [row for row in s.side_screen.text if row[0][0].strip(" ◆").startswith("D(")]
        assert len(rows) == 7
        assert [sum(bool(re.fullmatch(r"\d-\d| · ", text)) for text, _ in row) for row in rows] == [1, 2, 3, 4, 5, 6, 7]
        lit = [text for row in rows for text, style in row if style == (3, 0) and text == " · "]
        assert len(lit) == 1

    Studied("dominoes", player, mode="running", breakpoints=["PROCSPOTS"], **WINDOW)


@pytest.mark.parametrize("name", ["dominoes", "african_seeds"])
def test_every_procedure_of_the_original_has_a_sentence(name):
    from retro.study.explanations import Explanations

    own = [one.name for one in study(name) if one.number is not None and one.name != "main"]
    told = Explanations(study(name))._functions["SENTENCES"]
    articles = {one.name for one in study(name) if one.number in ARTICLE}
    assert set(told) >= (set(own) if name == "dominoes" else articles)


def test_what_a_procedure_is_for_and_what_it_has_done():
    def player(s, m):
        yield "u"
        yield
        said = " ".join(" ".join(s.lines[1:4]).split())
        assert said.startswith(
            "Take the first domino of the computer's hand that matches RV% or LV%. Chosen: 3, the 2-3,"
        )

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2", detail=CALM)


def test_a_text_of_control_codes_is_shown_by_its_codes():
    assert written("\x03\x09\x0f\x15!") == "5 codes: 3, 9, 15, 21, 33"
    assert written("Y") == '"Y"'


def test_a_step_over_a_pause_takes_no_time():
    def player(s, m):
        yield
        before = s.front.now()
        yield "u"
        yield
        assert (s.procedure, s.front.now() - before < 0.1, m.now) == ("main", True, 1.5)

    Studied("dominoes", player, mode="running", breakpoints=["PROCDRAW_FIRST"])


def test_how_much_is_shown_is_remembered(tmp_path):
    def front(player):
        return Session(Headless(player), store=SettingsStore(str(tmp_path / "settings.json")))

    seen = []

    def player(s, m):
        yield "m"
        yield
        seen.append(s.live.showing.detail)

    for _ in range(2):
        Studied("dominoes", player, detail=0, front=front)
    assert seen == [2, 3]


def test_a_variable_is_found_by_its_letter_and_its_users_are_named():
    def player(s, m):
        yield
        yield "vN"
        yield
        assert s.lines[1].startswith(" N() is changed by PROCISSUE, PROCMOVE; read by main, PROCMOVE,")
        yield "R"
        yield
        seen.append(s.lines[1])
        assert re.match(r" R\S+ is changed by PROC", seen[0])
        yield "R"
        yield
        assert re.match(r" R\S+ is changed by PROC", s.lines[1])
        assert s.lines[1] != seen[0]
        seen.append(s.lines[1])
        yield "J"  # no variable: it does nothing
        yield
        assert s.lines[1] == seen[1]

    seen = []
    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2", columns=80, rows=25)


@pytest.mark.parametrize(
    ("name", "flow"),
    [
        ("PROCSELECT", "in: R(,) L(,) N() RV% LV% → out: D%"),
        ("PROCSPOTS", "in: D(,) T% → out: D(,) T% N1 N2"),
        ("PROCISSUE", "in: nothing → out: P% R(,) L(,) N()"),
    ],
)
def test_what_a_procedure_gets_and_gives(name, flow):
    assert study("dominoes").flow(study("dominoes").procedures[name]) == flow


def test_in_80_columns_no_row_is_empty_for_variables_and_the_end_has_its_key():
    def player(s, m):
        yield "o"
        yield
        assert "── Variables" not in s.text
        assert "ESC  end" in s.lines[-2]
        assert all(line.strip() for line in s.lines[4:])

    Studied("dominoes", player, detail=CALM, with_basic=True, columns=80, rows=25)


def test_in_a_window_on_a_laptop_no_row_of_keys_breaks_and_no_meaning_of_two_rows_is_cut():
    def player(s, m):
        yield
        assert s.beside[-2].rstrip().endswith("ESC  end")
        assert s.beside[-1].rstrip().endswith("H  help")
        assert s.beside[-3].rstrip().endswith("turn 1 of 1")
        left = "\n".join(line.partition("│")[0].rstrip() for line in s.lines)
        assert "captured" in s.text
        assert "captu…" not in s.text
        assert "the seeds in cup n" in left
        raise PowerOff

    size = {"columns": 153, "rows": 45, "covered": (80, 25)}  # of a screen of 1280 by 800, without borders and bars
    Studied("african_seeds", player, detail=CALM, mode="running", breakpoints=["analyse"], script="sd2", **size)
