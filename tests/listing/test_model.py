"""The study of a program, compared with its published description and with the running program."""

import ast
import dataclasses
import re
import sys
from collections import defaultdict

import pytest
from retro.programs.dominoes_edition import SHOW_COMPUTER_HAND, Sitting

from retro.basic import Array, edition
from retro.frontends.headless import headless, typist
from retro.library.catalogue import entries
from retro.library.errors import LibraryError
from retro.listing.align import aligned_rows
from retro.listing.builder import build_study
from retro.listing.listing_parser import read_listing
from retro.listing.procedure import Link
from retro.listing.study_notes import notes_of
from retro.programs import dominoes
from retro.study.screenshots import demonstrations, take_screenshots
from tests.support.studies import study as studied

# The published description: the procedures in its order, what each has to do with each other, all of them documented.
CALLED_BY = {
    "TITLE": "main",
    "DEFINE_UDGS": "main",
    "INITIALISE_VARIABLES": "main",
    "DRAW_FIELD": "main",
    "GENERATE": "main",
    "ISSUE": "main",
    "SPOTS": "ISSUE MOVE",
    "PAUSE": "DRAW_FIRST INVALID KNOCK BOTH_KNOCKING",
    "TERMINATE": "main",
    "FIRST": "main",
    "DOUBLES": "FIRST",
    "HIGHEST": "FIRST",
    "DRAW_FIRST": "main",
    "MOVE": "main DRAW_FIRST",
    "SELECT": "main",
    "ASK": "main",
    "INVALID": "ASK",
    "KNOCK": "main",
    "DRAW_PLAYER_HAND": "main",
    "DRAW_COMPUTER_HAND": "main",
    "BOTH_KNOCKING": "END",
    "ADD_SPOTS": "BOTH_KNOCKING",
    "END": "main",
    "RESULT": "END",
    "PLOT": "main",
    "RIGHT": "PLOT",
    "LEFT": "PLOT",
}
PROCEDURES = [f"PROC{name}" for name in CALLED_BY]
VARIABLE = re.compile(r"\b([A-Z]{1,2}[0-9]?(?:[%$]|\(|\b))")


@pytest.fixture(scope="module")
def study():
    return studied("dominoes")


def originals(study):
    """Return the names of the procedures without those that only the edition has."""
    return [procedure.key for procedure in study if procedure.path == study.path]


def full(name):
    return name if name == "main" else f"PROC{name}"


# Dominoes, from its files


def test_the_27_procedures_are_in_the_order_of_the_description(study):
    assert originals(study) == ["main", *PROCEDURES]
    assert [study.procedures[name].number for name in PROCEDURES] == [1000 * n for n in range(1, 28)]


@pytest.mark.parametrize("name", PROCEDURES)
def test_each_procedure_has_both_listings_a_purpose_and_its_status(name, study):
    procedure = study.procedures[name]
    assert procedure.basic[0].text.startswith("REM ***")
    assert procedure.basic[1].text.split("(")[0] == f"DEF {name}"
    assert any(line.text.endswith("ENDPROC") for line in procedure.basic)
    assert procedure.python[0].text.startswith(f"def {name}(")
    assert len(procedure.purpose) > 10
    assert procedure.status == "described"
    assert procedure.purpose.count("ocumented") == 0
    assert notes_of(study).row(name)["line"] == str(procedure.number)


@pytest.mark.parametrize("name", CALLED_BY)
def test_each_procedure_is_called_by_those_that_the_description_says(name, study):
    callers = {*study.procedures[full(name)].callers} & {*originals(study)}
    assert sorted(callers) == sorted(map(full, CALLED_BY[name].split()))
    for procedure in study:
        assert (full(name) in procedure.calls) == (procedure.key in study.procedures[full(name)].callers)


def test_the_main_program_and_the_cheat(study):
    main, cheat = study.procedures["main"], study.procedures["SHOW_COMPUTER_HAND"]
    assert (main.status, main.callers, main.basic[-1].text) == ("reconstructed", (), "END")
    assert (cheat.status, cheat.stands_for, cheat.number) == ("described", "PROCDRAW_COMPUTER_HAND", None)
    assert cheat.basic == study.procedures["PROCDRAW_COMPUTER_HAND"].basic
    assert [one for one in study if study.status_of(one) == "changed"] == [cheat]
    assert [departure.text.split()[1] for departure in main.departures] == ["MODE"]


def test_what_a_docstring_says_of_variables_is_what_the_code_does(study):
    names = {re.sub(r"\(.*", "(", variable.basic): name for name, variable in study.variables.items()}
    count = 0
    for procedure in study:
        if procedure.key not in PROCEDURES:
            continue
        said = {names[found] for found in VARIABLE.findall(procedure.purpose) if found in names}
        assert said <= {*procedure.reads, *procedure.changes, *procedure.through}
        count += len(said)
    assert count > 60


def test_the_variables_have_their_names_in_basic_their_meaning_and_their_group(study):
    assert len(study.variables) == 37
    assert study.variables["D_i"][1:3] == (
        "D%",
        "place in the hand of the domino in question; 7 is a knock, 0 no double",
    )
    assert study.variables["T_a"].basic == "T(p)"
    assert study.variables["SX"].group == "where things are"
    users = {label: [user.key for user in found] for label, found in study.users("RX").items()}
    assert users == {"changed by": ["PROCDRAW_FIRST", "PROCRIGHT"], "read by": ["PROCRIGHT"]}


# Dominoes, while it runs


@pytest.fixture(scope="module")
def ran(study):
    """The calls, and the variables read and changed, in the games of the notes."""
    return Ran(study)


class Ran:
    def __init__(self, study):
        self.calls, self.changes, self.looks = defaultdict(set), defaultdict(set), defaultdict(set)
        self.names = {dominoes.main.__code__: "main"}
        self.names |= {getattr(dominoes, name).__code__: name for name in PROCEDURES}
        before = sys.getprofile()
        sys.setprofile(self.profile)
        try:
            for game in (one for one in demonstrations(study) if "--cheat" not in one.command):
                keys = "".join(event.characters for events in game.keys for event in events)
                headless(edition(dominoes.main, Variables=self.watched()), typist(keys), seed=game.seed)
        finally:
            sys.setprofile(before)

    def profile(self, frame, event, _):
        if event == "call" and frame.f_code in self.names:
            self.calls[self.names.get(frame.f_back.f_code)].add(self.names[frame.f_code])

    def caller(self):
        frame = sys._getframe(2)
        while frame.f_code not in self.names:
            frame = frame.f_back
        return self.names[frame.f_code]

    def watched(self):
        ran = self

        class Element(list):
            def __init__(self, name, values):
                super().__init__(Element(name, v) if isinstance(v, Array) else v for v in values)
                self.name = name

            def __setitem__(self, at, value):
                ran.changes[ran.caller()].add(self.name)
                super().__setitem__(at, value)

        class Variables(dominoes.Variables):
            def __init__(self):
                values = dominoes.Variables()
                for field in dataclasses.fields(values):
                    value = getattr(values, field.name)
                    object.__setattr__(
                        self, field.name, Element(field.name, value) if isinstance(value, Array) else value
                    )

            def __setattr__(self, name, value):
                ran.changes[ran.caller()].add(name)
                object.__setattr__(self, name, value)

            def __getattribute__(self, name):
                ran.looks[ran.caller()].add(name)
                return object.__getattribute__(self, name)

        return Variables


@pytest.mark.slow
@pytest.mark.parametrize("name", ["main", *PROCEDURES])
def test_a_running_program_calls_and_changes_what_study_says(name, study, ran):
    procedure = study.procedures[name]
    assert ran.calls[name] - {"main"} == set(procedure.calls)
    assert ran.changes[name] == set(procedure.changes)
    assert set(procedure.reads) <= ran.looks[name] <= {*procedure.reads, *procedure.changes}


def test_every_procedure_is_reached_by_the_games_of_the_notes(study):
    assert set(take_screenshots(study)) == {*originals(study), "SHOW_COMPUTER_HAND"}


@pytest.mark.slow
def test_every_procedure_is_reached_by_a_recorded_game(study, tmp_path):
    """The games of the notes are recorded with `retro play --record` and replayed."""
    from retro.cli import main
    from retro.launcher.recorded_games import game_of, load_recorded
    from retro.session.parser import read
    from retro.session.session import played

    found = set()
    codes = {getattr(dominoes, name).__code__: name for name in (*PROCEDURES, "main")}
    codes[SHOW_COMPUTER_HAND.__code__] = "SHOW_COMPUTER_HAND"
    for place, words in enumerate(notes_of(study).demonstrations()):
        file = str(tmp_path / f"{place}.retro")
        assert main(["play", *words, "--screen", str(tmp_path / "screen.txt"), "--record", file]) == 0
        recording = read(file)
        program = load_recorded(recording, recording.header.program)

        def profile(frame, event, _):
            if event == "call" and frame.f_code in codes:
                found.add(codes[frame.f_code])

        program = played(game_of(program, recording.header, recording, keep=False))
        before = sys.getprofile()
        sys.setprofile(profile)
        try:
            headless(program, seed=recording.header.seed)
        finally:
            sys.setprofile(before)
    assert {*originals(study), "SHOW_COMPUTER_HAND"} - {*vars(Sitting)} <= found  # the edition may rewrite others


# every program that has a listing


@pytest.mark.parametrize("name", ["dominoes", "dominoes_plus"])
def test_every_line_of_a_listing_is_in_one_procedure_and_one_row(name):
    study = studied(name)
    assert study.listing
    own = [procedure for procedure in study if not procedure.stands_for]
    own += study.others.values()
    lines = [line for procedure in own for row in aligned_rows(procedure) for line in row.basic]
    assert sorted(lines) == list(study.listing)
    for procedure in own:
        assert [line for row in aligned_rows(procedure) for line in row.python] == list(procedure.python)
        if procedure.basic:  # a class of an edition names lines of the procedures that it replaces
            assert {link.basic for link in procedure.links} <= {line.number for line in procedure.basic}


@pytest.mark.slow
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_program_can_be_studied(entry):
    study = studied(entry.name)
    assert (study.name, study.title, study.path) == (entry.name, entry.title, entry.path)
    assert study.procedures["main"].path == entry.path
    for procedure in study:
        text = "\n".join(line.text for line in procedure.python)
        assert ast.parse(text)
        assert set(procedure.calls) <= set(study.procedures)
        assert {*procedure.reads, *procedure.changes, *procedure.through} <= set(study.variables)
    lines = {(procedure.path, line.number) for procedure in study for line in procedure.python}
    assert len(lines) == sum(len(procedure.python) for procedure in study)


# programs that are made up for the purpose

PROGRAM = '''"""A Test of Things.

What it is.
"""
from dataclasses import dataclass
from retro import Machine


@dataclass(slots=True)
class Variables:
    # counting
    N: int = 0  # N%  how many, dominoes
    A_s: list = None  # A$(n)  names
    X: int = 0  # only a meaning


def main(m: Machine) -> None:
    """Do it all.  Reconstructed."""
    v = Variables()  # 10
    PROCCOUNT(m, v)  # 20
    table = TABLE["c"]
    table(m, v)


def PROCCOUNT(m: Machine, v: Variables) -> None:  # 100
    """Count: N%.  Described; the rest
    reconstructed."""
    # a remark of the port
    while v.N < 3:  # 110, 120
        v.N += 1  # 130; why
    v.A_s[v.N] = "x"  # 999
    v.A_s.append("y")
    if v.N > 5:
        PROCCOUNT(m, v)


def sub(m: Machine, v: Variables) -> None:
    """Print things, lines 300-340."""
    m.print(v.X)


# ours


def again(m: Machine, v: Variables) -> None:
    """Do it again."""
    sub(m, v)


TABLE = {"c": sub, "d": again}
'''
LISTING = """\
   10 REM first
   20 PROCCOUNT
   30 END
  100 DEF PROCCOUNT
  110 REPEAT
  120 REM what for
  130 N%=N%+1
  140 ENDPROC
  300 PRINT X
  310 RETURN
"""


@pytest.fixture
def made(tmp_path):
    """A program in a file of its own; give texts for other files by their endings."""

    def make(program=PROGRAM, **others):
        (tmp_path / "things.py").write_text(program)
        for ending, text in others.items():
            (tmp_path / f"things.{ending}").write_text(text)
        return build_study(str(tmp_path / "things.py"))

    return make


def test_a_users_file_without_a_listing(made):
    study = made()
    assert (study.name, study.title, study.about, study.listing) == ("things", "A Test of Things", "What it is.", ())
    assert {p.key: p.status for p in study} == {
        "main": "reconstructed",
        "PROCCOUNT": "described",
        "sub": "",
        "again": "ours",
    }
    count, sub = study.procedures["PROCCOUNT"], study.procedures["sub"]
    assert (count.purpose, count.detail, count.number) == ("Count: N%.", "the rest reconstructed", 100)
    assert (count.reads, count.changes) == (("N",), ("N", "A_s")) or (count.reads, count.changes) == (
        ("N", "A_s"),
        ("N", "A_s"),
    )
    assert (count.calls, sub.number, sub.callers) == (("PROCCOUNT",), 300, ("main", "again"))
    assert study.procedures["main"].calls == ("PROCCOUNT", "again", "sub")
    assert study.procedures["main"].through == ("N", "A_s")
    assert [tuple(variable) for variable in study.variables.values()] == [
        ("N", "N%", "how many, dominoes", "counting"),
        ("A_s", "A$(n)", "names", "counting"),
        ("X", "X", "only a meaning", "counting"),
    ]


def test_only_newlines_end_a_line_of_a_listing():
    lines = read_listing('10 PRINT "\x85\x1cA"\x85\r\n20 END\r30 REM\n', "things.bas")
    assert [(line.number, line.text) for line in lines] == [(10, 'PRINT "\x85\x1cA"\x85'), (20, "END"), (30, "REM")]


def test_a_listing_is_divided_among_procedures_and_aligned(made):
    study = made(bas=LISTING)
    shares = {p.key: [line.number for line in p.basic] for p in study}
    assert shares == {"main": [10, 20, 30], "PROCCOUNT": [100, 110, 120, 130, 140], "sub": [300, 310], "again": []}
    count = study.procedures["PROCCOUNT"]
    assert count.links == (
        Link(count.first, 100),
        Link(count.first + 4, 110),
        Link(count.first + 4, 120),
        Link(count.first + 5, 130),
        Link(count.first + 6, 999),
    )
    table = [
        ([line.number for line in row.basic], [line.number - count.first for line in row.python])
        for row in aligned_rows(count)
    ]
    assert table == [([100], [0, 1, 2]), ([110, 120], [3, 4]), ([130, 140], [5, 6, 7, 8, 9])]
    assert [count.basic_at(count.first + n) for n in (0, 2, 4, 5, 6, 9)] == [(100,), (), (110, 120), (130,), (), ()]
    assert count.basic_at(count.first + 3, 3) == (110, 120, 130)


def test_comments_above_a_line_are_in_its_row(made):
    text = "def main(m):\n    m.cls()  # 10\n    # above\n\n    m.get()  # 20\n    m.get()\n"
    table = aligned_rows(made(text, bas="10 CLS\n20 A=GET\n").procedures["main"])
    assert [[line.number for line in row.python] for row in table] == [[1], [2], [3, 4, 5, 6]]


USES = {
    "v.A = v.B": ("B", "A"),
    "v.A[v.B][1] = v.C[2]": ("B C", "A"),
    "v.A += 1": ("A", "A"),
    "v.A[1] -= v.B": ("A B", "A"),
    "v.A.part[1].more = 2": ("", "A"),
    "v.A.append(v.B)": ("A B", "A"),
    "v.A.index(v.B)": ("A B", ""),
    "del v.A[v.B]": ("B", "A"),
    "for v.A in v.B: pass": ("B", "A"),
    "v.A, v.B[1] = v.C": ("C", "A B"),
    "def inner():\n        v.A = lambda: v.B": ("B", "A"),
    "w.A = x.B": ("", ""),
}


@pytest.mark.parametrize(("statement", "expected"), USES.items())
def test_what_a_statement_reads_and_changes(statement, expected, made):
    fields = "".join(f"    {name}: int = 0\n" for name in "ABC")
    program = f"class Variables:\n{fields}\ndef main(m, v: Variables, w, x):\n    {statement}\n"
    found = made(program).procedures["main"]
    assert (" ".join(found.reads), " ".join(found.changes)) == expected


def test_a_local_name_calls_nothing(made):
    program = "def main(m, other):\n    other()\n    third()\n\ndef other(m): pass\n\ndef third(m): pass\n"
    assert made(program).procedures["main"].calls == ("third",)


def test_a_lower_line_number_begins_no_row(made):
    text = "def main(m):\n    m.a()  # 10\n    m.b()  # 20\n    m.c()  # 30\n    m.d()  # 20\n    m.e()  # 40\n"
    main = made(text, bas="10 A\n20 B\n30 C\n40 D\n").procedures["main"]
    assert [[line.number for line in row.python] for row in aligned_rows(main)] == [[1], [2], [3], [4, 5], [6]]
    assert main.basic_at(5) == (20,)


EDITION = '''"""Another Edition."""
from retro.basic import edition
from . import base
from .rules import sums


def main(m):
    edition(base.main, Variables=list, **CHANGED)(m)


def PROCTWO(m, v):
    """Better.  Ours."""
    base.PROCTWO(m, v)
    sums.add(1, 2)


def other_one(m, v):
    """Also better."""


CHANGED = {"PROCTWO": PROCTWO, "PROCONE": other_one}
'''
BASE = '''"""The Base."""


class Variables:
    N: int = 0  # N%  a number


def main(m):
    PROCONE(m, 0)


def PROCONE(m, v: Variables):  # 100
    """One."""
    PROCTWO(m, v)


def PROCTWO(m, v: Variables):  # 200
    """Two."""
    v.N = 1


def PROCTHREE(m, v: Variables):  # 300
    """Three."""
    PROCTWO(m, v)
'''
SUMS = '''"""Sums."""


def add(a, b):
    return helper(a, b)


def helper(a, b):
    return a + b
'''


def test_an_edition_shows_what_it_has_changed(tmp_path):
    (tmp_path / "rules").mkdir()
    for name, text in {"edited.py": EDITION, "base.py": BASE, "rules/sums.py": SUMS}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "base.bas").write_text("10 PROCONE\n100 DEF PROCONE\n200 DEF PROCTWO\n210 ENDPROC\n300 DEF PROCTHREE\n")
    study = build_study(str(tmp_path / "edited.py"))
    assert list(study.procedures) == [
        "main",
        "base.main",
        "other_one",
        "PROCTWO",
        "PROCTHREE",
        "sums.add",
        "sums.helper",
    ]
    assert {p.key: p.stands_for for p in study if study.status_of(p) == "changed"} == {
        "other_one": "base.PROCONE",
        "PROCTWO": "base.PROCTWO",
    }
    assert set(study.others) == {"base.PROCONE", "base.PROCTWO"}
    assert study.base == "base"
    two = study.procedures["PROCTWO"]
    assert [line.number for line in two.basic] == [200, 210]
    assert (two.number, two.status, two.callers) == (200, "ours", ("PROCTHREE",))
    assert study.procedures["sums.add"].callers == ("PROCTWO",)
    assert study.procedures["main"].calls == ("base.main",)
    assert study.procedures["base.main"].calls == ("other_one",)
    assert study.others["base.PROCONE"].python[0].text.startswith("def PROCONE")


def test_variables_of_files_outside_the_programs_folder_do_not_count(tmp_path):
    (tmp_path / "game").mkdir()
    own = "from .. import base\nfrom .more import PROCX\n\ndef main(m):\n    v = base.Variables()\n    PROCX(m, v)\n"
    more = "class Variables:\n    X: int = 0  # X%  ours\n\ndef PROCX(m, v: Variables):\n    v.X = v.N\n"
    for name, text in {"base.py": BASE, "game/game.py": own, "game/more.py": more}.items():
        (tmp_path / name).write_text(text)
    study = build_study(str(tmp_path / "game" / "game.py"))
    assert list(study.variables) == ["X"]
    assert (study.procedures["more.PROCX"].reads, study.procedures["more.PROCX"].changes) == ((), ("X",))


REFUSED = {
    "unknown": ("nothing", "There is no program called 'nothing': expected "),
    "no file": ("nowhere.py", "There is no file nowhere.py"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_a_missing_program_is_reported(case):
    name, sentence = case
    with pytest.raises(LibraryError, match=re.escape(sentence)):
        build_study(name)


@pytest.mark.parametrize(
    ("program", "listing", "sentence"),
    [
        ("x = 1\n", "", "is no program: it has no function main(m)"),
        ("def main(m):\n    (\n", "", "things.py, line 2: '(' was never closed"),
        (PROGRAM, "10 PRINT\nPRINT\n", "things.bas, line 2: expected a line of BASIC, which begins with its number"),
        (PROGRAM, "10 PRINT\n10 PRINT\n", "things.bas, line 2: found number 10, expected one that goes up, to 32767"),
        (PROGRAM, "40000 PRINT\n", "things.bas, line 1: found number 40000"),
    ],
)
def test_files_that_cannot_be_read_are_named_with_their_line(made, program, listing, sentence):
    with pytest.raises(LibraryError, match=re.escape(sentence)):
        made(program, bas=listing)


def test_a_file_that_is_not_utf_8_is_reported(tmp_path):
    (tmp_path / "things.py").write_bytes(b"def main(m):\n    '\xff'\n")
    with pytest.raises(LibraryError, match="is not text: byte 18 is not UTF-8"):
        build_study(str(tmp_path / "things.py"))
