"""The exercises of the study notes: solutions, written as a reader would, do what the notes say."""

import pytest

from retro.cli import main
from retro.commands.score import played
from retro.frontends.headless import Headless, typist
from retro.launcher.library import load
from retro.listing.builder import build_study
from retro.listing.edition_file import edition_file
from tests.support.dominoes_players import choose
from tests.support.dominoes_screen import line

HANDS, MESSAGES = slice(2 * 8 * 320, 3 * 8 * 320), slice(5 * 8 * 320, 6 * 8 * 320)  # rows of characters, in pixels
FIRST = 1  # a seed with which the human plays first
GAMES = 500  # the standard deviation of their score is 2.2 of 100


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def rewritten(path, changes):
    """Replace texts in a file, each of which occurs in it."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def edited(changes, in_basic=False):
    """Edit procedures of Dominoes; return the file. changes: by procedure, the new texts by the old ones."""
    study = build_study("dominoes")
    for name, texts in changes.items():
        path, _ = edition_file(study, study.procedures[name], in_basic)
        rewritten(path, texts)
    return path


def run(path, keys="", seed=3, player=None):
    """Run the program up to the key after these; return the front end, with the machine."""
    front = Headless(player or typist(keys))
    front.run(load(path).main, seed)
    return front


def share(path):
    """Return the share of its games that the edition wins, draws as halves, in percent."""
    results = played(path, GAMES)
    return 100 * (results[1] + results[0] / 2) / GAMES


# Exercise 4 and 12 need variables of their own.
OWN_VARIABLES = '''

@dataclass(slots=True)
class Variables(dominoes.Variables):
    """The variables, and one of mine."""

    {field}


def main(m):'''


def test_1_announcements_of_three_seconds():
    path = edited({"PROCINITIALISE_VARIABLES": {"v.P1 = 150": "v.P1 = 300"}})
    assert run(path).now() == pytest.approx(3, abs=0.02)
    assert run("dominoes").now() == pytest.approx(1.5, abs=0.02)


def test_2_the_faces_of_the_computers_dominoes_in_basic():
    faces = "CHR$(245+L(2,I%))+CHR$(231+R(2,I%)):COLOUR131:COLOUR0"
    path = edited({"PROCDRAW_COMPUTER_HAND": {"CHR$252+CHR$252:COLOUR1": faces}}, in_basic=True)
    port = Headless(typist(""))
    port.run(lambda m: load("dominoes").main(m, cheat=True), 3)
    pixels, expected = (front.machine.screen.framebuffer.pixels for front in (run(path), port))
    assert pixels[HANDS] == expected[HANDS]
    assert pixels[HANDS] != run("dominoes").machine.screen.framebuffer.pixels[HANDS]


def test_3_without_the_colours_the_messages_are_red():
    texts = {"        m.colour(128)  # 20040\n": "", "        m.colour(3)  # 20050\n": ""}
    path = edited({"PROCDRAW_COMPUTER_HAND": texts})
    for program, ink in ((path, 1), ("dominoes", 3)):
        pixels = run(program).machine.screen.framebuffer.pixels
        assert set(pixels[MESSAGES]) == {0, ink}
        assert set(pixels[HANDS][:150]) <= {0, 3}  # the human's


def test_4_a_name_needs_a_variable():
    asks = {'v.K_s = ""  # 3080': 'v.K_s = ""\n    v.NAME_s = m.input("Your name")'}
    path = edited({"PROCINITIALISE_VARIABLES": asks, "PROCDRAW_FIRST": {'"You"': "v.NAME_s"}})
    with pytest.raises(AttributeError, match="NAME_s"):
        run(path, "ANN<RETURN>")
    rewritten(path, {"\n\ndef main(m):": OWN_VARIABLES.format(field='NAME_s: str = ""')})
    rewritten(path, {"edition(dominoes.main": "edition(dominoes.main, Variables=Variables"})

    def player(m):
        yield "ANN<RETURN>"
        yield 0.5  # while the first announcement is shown
        assert "ANN must play first" in m.screen.text

    run(path, seed=FIRST, player=player)


@pytest.mark.slow
def test_5_from_the_newest_domino_to_the_oldest():
    texts = {
        "v.D_i = 1 ": "v.D_i = v.N[2] ",
        "while v.D_i <= v.N[2]:": "while v.D_i > 0:",
        "v.D_i += 1 ": "v.D_i -= 1 ",
    }
    assert 44 < share(edited({"PROCSELECT": texts})) < 58  # 51


HEAVIEST = """v.D_i = 7
    most = -1
    for I in to(1, v.N[2]):
        fits = v.R[2][I] in (v.RV, v.LV) or v.L[2][I] in (v.RV, v.LV)
        if fits and v.R[2][I] + v.L[2][I] > most:
            most = v.R[2][I] + v.L[2][I]
            v.D_i = I
    return
    v.D_i = 1 """


@pytest.mark.slow
def test_6_the_heavy_ones_first():
    assert 50 < share(edited({"PROCSELECT": {"v.D_i = 1 ": HEAVIEST}})) < 63  # 56


def test_7_an_honest_knock():
    fits = "any({v.R[1][I], v.L[1][I]} & {v.RV, v.LV} for I in to(1, v.N[1]))"
    path = edited({"PROCASK": {"if v.D_i == 7:": f"if v.D_i == 7 and not {fits}:"}})
    assert "You are knocking" not in run(path, "K").machine.screen.text
    assert "Which domino?" in run(path, "K").machine.screen.text


ASKS = """    if v.P == 1 and v.RV != v.LV and {v.R[1][v.D_i], v.L[1][v.D_i]} == {v.RV, v.LV}:
        m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "Right or left?", end="")
        if m.get_s() == "L":
            v.E, v.F, v.S = 2, v.LV, v.RV
    if v.E == 1:"""


def test_8_the_end_is_chosen():
    path = edited({"PROCPLOT": {"    if v.E == 1:": ASKS}})
    grown = []

    def player(m):
        while "Another game" not in m.screen.text:
            yield
            if "Right or left?" in m.screen.text:
                _, _, before = line(m)
                yield "L"
                yield
                grown.append(len(line(m)[2]) - len(before))
            yield choose(m)

    for seed in range(1, 9):
        run(path, seed=seed, player=player)
    assert len(grown) > 3
    assert min(grown) >= 1


COUNTS = """v.D_i = 7
    most = -1
    for I in to(1, v.N[2]):
        right, left = v.R[2][I], v.L[2][I]
        for end, other in ((v.RV, v.LV), (v.LV, v.RV)):
            for touches, new in ((right, left), (left, right)):
                seen = [v.SEEN[spots] + sum((v.R[2][J] == spots) + (v.L[2][J] == spots) for J in to(1, v.N[2]))
                        for spots in (new, other)]
                if touches == end and sum(seen) > most:
                    most = sum(seen)
                    v.D_i = I
    return
    v.D_i = 1 """


@pytest.mark.slow
def test_12_a_machine_that_counts():
    laid = "v.SEEN[v.R[v.P][v.D_i]] += 1\n    v.SEEN[v.L[v.P][v.D_i]] += 1\n    "
    path = edited(
        {
            "PROCSELECT": {"v.D_i = 1 ": COUNTS},
            "PROCGENERATE": {"v.T = 28": "v.SEEN = dim(6)\n    v.T = 28"},
            "PROCDRAW_FIRST": {"m.vdu(7)": f"{laid}m.vdu(7)"},
            "PROCPLOT": {"m.vdu(5)": f"{laid}m.vdu(5)"},
        }
    )
    rewritten(
        path, {"\n\ndef main(m):": OWN_VARIABLES.format(field="SEEN: Row = field(default_factory=lambda: dim(6))")}
    )
    rewritten(path, {"edition(dominoes.main": "edition(dominoes.main, Variables=Variables"})
    assert 56 < share(path) < 70  # 63


def test_a_score_is_printed(capsys):
    path = edited({"PROCSELECT": {"v.D_i = 1 ": HEAVIEST}})
    assert main(["score", path, "--games", "10"]) == 0
    assert capsys.readouterr().out.startswith("my_dominoes.py against dominoes, 10 games:\nwon ")
