"""The exercises of the study notes: solutions, written as a reader would, do what the notes say."""

import itertools

import pytest

from retro.basic import BasicError
from retro.cli import main
from retro.commands.score import play
from retro.frontends.headless import Headless, typist
from retro.library.loader import load
from retro.listing.edition_file import edition_file
from retro.programs import dominoes
from tests.support import studies
from tests.support.dominoes_players import choose
from tests.support.dominoes_screen import line

HANDS, MESSAGES = slice(2 * 8 * 320, 3 * 8 * 320), slice(5 * 8 * 320, 6 * 8 * 320)  # rows of characters, in pixels
FIRST = 1  # a seed with which the human plays first
GAMES, SCORE_SEED = 200, 3  # the standard deviation of their score is 3.5 of 100


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
    study = studies.study("dominoes")
    for name, texts in changes.items():
        path, _ = edition_file(study, study.procedures[name], in_basic)
        rewritten(path, texts)
    return path


def run(path, keys="", seed=3, player=None):
    """Run the program up to the key after these; return the front end, with the machine."""
    front = Headless(player or typist(keys))
    front.run(load(path).main, seed)
    return front


def trying_all(m, keys):
    """Play to the end of a game with the first of the keys that is no mistake."""
    while True:
        for key in keys:
            yield
            if "Another game" in m.screen.text:
                return
            yield key
            yield 2.0


def share(path):
    """Return the share of its games that the edition wins, draws as halves, in percent."""
    results = play(path, GAMES, SCORE_SEED)
    return 100 * (results[1] + results[0] / 2) / GAMES


# Exercises 4 and 10 need variables of their own.
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


def test_3_behind_the_loop_empty_places_are_white():
    faces = "chr_s(245 + v.L[2][I]) + chr_s(231 + v.R[2][I])\n            m.colour(131)\n            m.colour(0)"
    texts = {
        "chr_s(252) + chr_s(252)  # 20020\n            m.colour(1)": faces,
        "        m.colour(128)  # 20040\n": "",
        "        m.colour(3)  # 20050\n": "    m.colour(128)\n    m.colour(3)\n",
    }
    places = []

    def player(m):
        yield from trying_all(m, "123456K")
        places.append(bytes(m.screen.framebuffer.pixels[HANDS][320 - 24 : 320 - 8]))

    for program in (edited({"PROCDRAW_COMPUTER_HAND": texts}), "dominoes"):
        run(program, player=player)  # at the end of this game the computer has fewer than six
    assert [set(place) for place in places] == [{3}, {0}]


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


class NoScreen:
    """A machine that shows nothing."""

    def __getattr__(self, name):
        return lambda *arguments: None


def faces_of(length, right):
    """Yield the top left corner of each face of an arm of 26 dominoes, in an area of a length."""
    v = dominoes.Variables()
    dominoes.PROCINITIALISE_VARIABLES(NoScreen(), v)
    v.FL = length
    v.RX, v.LX, v.RY, v.LY = v.SX + length // 2 + 40, v.SX + length // 2 - 72, v.SY + 31, v.SY + 31
    for _ in range(26):
        (dominoes.PROCRIGHT if right else dominoes.PROCLEFT)(NoScreen(), v)
        yield from ((v.X, v.Y), (v.X + v.DX, v.Y + v.DY))


def failing(length):
    """The number of ways to share out up to 26 dominoes on both arms in which one has no room of its own."""
    arms = [list(faces_of(length, right)) for right in (True, False)]
    first = [(64 + length // 2 - 32, 63), (64 + length // 2, 63)]
    failures = 0
    for right in range(27):
        for left in range(27 - right):
            found = [*first, *arms[0][: 2 * right], *arms[1][: 2 * left]]
            outside = any(not (64 <= x <= 32 + length and y <= 567) for x, y in found)
            pairs = itertools.combinations(found, 2)
            failures += outside or any(abs(a - c) < 32 and abs(b - d) < 32 for (a, b), (c, d) in pairs)
    return failures


def test_9_another_table():
    assert [failing(length) for length in (1216, 1008)] == [297, 0]


COUNTS_SPOTS = """    winner = v.P
    PROCADD_SPOTS(m, v)
    v.P = winner
    if winner:
        v.SCORE[winner] += abs(v.T_a[1] - v.T_a[2])
    m.vdu(7)"""


def test_10_match_play():
    path = edited(
        {
            "PROCRESULT": {"    m.vdu(7)": COUNTS_SPOTS},
            "PROCTITLE": {'"DOMINOES", end="")': '"DOMINOES", tab(1, 0), v.SCORE[1], tab(38, 0), v.SCORE[2], end="")'},
        }
    )
    rewritten(
        path, {"\n\ndef main(m):": OWN_VARIABLES.format(field="SCORE: Row = field(default_factory=lambda: dim(2))")}
    )
    rewritten(path, {"edition(dominoes.main": "edition(dominoes.main, Variables=Variables"})
    totals = []

    def player(m):
        for _ in range(3):
            while "Another game" not in m.screen.text:
                yield
                yield choose(m)
            yield "Y"
            yield
            totals.append([int(m.screen.lines[0][column : column + 2]) for column in (1, 38)])

    run(path, player=player)
    assert all(before <= after for pair in itertools.pairwise(totals) for before, after in zip(*pair))
    assert 0 < sum(totals[0]) < sum(totals[2])


DRAWS = "IF T%>0 AND N(2)<9 PROCSPOTS:N(2)=D%:R(2,D%)=N1:L(2,D%)=N2"
DRAWN = "IF T%>0 AND N(1)<9 PROCSPOTS:N(1)=N(1)+1:R(1,N(1))=N1:L(1,N(1))=N2:PROCDRAW_PLAYER_HAND:TF%=2"


def test_11_a_domino_is_drawn_instead_of_a_knock():
    fits = {"15020 IF D%>N(2) D%=7:": f"15015 IF D%>N(2) {DRAWS}\n15020 IF D%>N(2) D%=10:", "GOTO 15020": "GOTO 15015"}
    path = edited({"PROCSELECT": fits}, in_basic=True)
    rewritten(path, {"R(2,6),L(2,6)": "R(2,9),L(2,9)", "IF D%=7 PROC": "IF D%=10 PROC"})
    rewritten(path, {'"123456K"': '"123456789K"', 'IF K$="K" D%=7': 'IF K$="K" D%=10'})
    rewritten(path, {"IF D%=7 TF%=0": f"IF D%=10 TF%=0:{DRAWN}", "1  2  3  4  5  6": "1 2 3 4 5 6 7 8 9"})
    rewritten(path, {"FOR I%=1 TO 6\n19020": "FOR I%=1 TO 9\n19020", "FOR I%=1 TO 6\n20020": "FOR I%=1 TO 9\n20020"})
    rewritten(path, {"TAB(3*I%-2,HY%)": "TAB(2*I%-1,HY%)", "TAB(3*I%+19,HY%)": "TAB(2*I%+20,HY%)"})
    drawn = []

    def player(m):
        for step in trying_all(m, "K123456789"):
            drawn.append("knocking" not in m.screen.text and m.screen.lines[2][13:15] != "  ")
            yield step

    with pytest.raises(BasicError, match="No room"):
        run(path, seed=FIRST, player=player)
    with open(path, encoding="utf-8") as stream:
        lines = stream.read().splitlines(keepends=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.writelines([lines[0], *(line for line in lines if line[5:9] != " REM")])
    drawn.clear()
    run(path, seed=FIRST, player=player)
    assert sum(drawn) >= 3


COUNTS = """v.D_i, fewest = 7, 99
    for I in to(1, v.N[2]):
        for right, left in ((v.R[2][I], v.L[2][I]), (v.L[2][I], v.R[2][I])):
            for ends in [(left, v.LV)] * (right == v.RV) + [(v.RV, right)] * (left == v.LV):
                fits = sum(v.D[A][B] for A in to(0, 6) for B in to(0, A) if A in ends or B in ends)
                fits += sum(v.R[1][J] in ends or v.L[1][J] in ends for J in to(1, v.N[1]))
                if fits < fewest:
                    v.D_i, fewest = I, fits
    return
    v.D_i = 1 """


@pytest.mark.slow
def test_12_a_machine_that_counts():
    assert 52 < share(edited({"PROCSELECT": {"v.D_i = 1 ": COUNTS}})) < 67  # 59.5


def test_a_score_is_printed(capsys):
    path = edited({"PROCSELECT": {"v.D_i = 1 ": HEAVIEST}})
    assert main(["score", path, "--games", "10"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("The computer plays with my_dominoes.py; its opponent ")
