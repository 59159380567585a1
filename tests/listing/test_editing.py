"""Editions of a user's own: the file that study writes, the study of it, and its difference to the base."""

from unittest.mock import Mock

import pytest

from retro.cli import main
from retro.frontends.headless import Headless, headless, typist
from retro.launcher.editor import editor
from retro.library.errors import LaunchError
from retro.library.loader import load
from retro.listing.align import changed_rows
from retro.listing.builder import build_study
from retro.listing.edition_file import edition_file
from retro.listing.printout import Printout
from tests.support.dominoes_players import first_match
from tests.support.studies import study


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def edit(name, procedure, old, new, in_basic=False):
    """Change a text of a procedure in the user's file; return the file."""
    found = build_study(name)
    path, line = edition_file(found, found.procedures[procedure], in_basic)
    with open(path, encoding="utf-8") as stream:
        before, after = (text := stream.read().splitlines(keepends=True))[: line - 1], text[line - 1 :]
    assert old in "".join(after)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("".join(before) + "".join(after).replace(old, new, 1))
    return path


@pytest.mark.parametrize("name", ["dominoes", "mahjong", "snake", "african_seeds", "dominoes_plus"])
def test_an_edition_that_changes_nothing_is_the_same_program(name):
    base = study(name)
    own = (one for one in base if one.path == base.path and one.name != "main" and not one.is_class)
    procedure = next(own)
    path, line = edition_file(base, procedure)
    with open(path, encoding="utf-8") as stream:
        assert procedure.name in stream.read().splitlines()[line - 1]
    programs = (load(one) for one in (name, path))
    original, edited = (headless(one.run_with(one.as_studied()), typist("12"), seed=5) for one in programs)
    assert edited.screen.text == original.screen.text
    edited = build_study(path)
    assert [one.key for one in edited if edited.replaced_by(one) and one.path == edited.path] == [procedure.name]


def test_an_edition_of_dominoes_speaks_and_keeps_its_result():
    path = edit("dominoes", "PROCINITIALISE_VARIABLES", "v.P1 = 150", "v.P1 = 1")
    words = []

    def player(m):
        for step in first_match("N")(m):
            yield step
            words.append(m.in_words)

    m = headless(load(path).main, player, seed=4)
    assert any("Your hand: 1: " in text for text in words)
    assert m.cload("RESULT").endswith("of 1")


def test_an_edition_is_studied_beside_the_listing_of_its_base():
    path = edit("dominoes", "PROCINITIALISE_VARIABLES", "v.P1 = 150", "v.P1 = 300")
    edited = build_study(path)
    procedure = edited.procedures["PROCINITIALISE_VARIABLES"]
    assert procedure.basic == study("dominoes").procedures["PROCINITIALISE_VARIABLES"].basic
    assert procedure.basic_at(next(line.number for line in procedure.python if "v.P1" in line.text)) == (3070,)
    callers = study("dominoes").procedures["PROCPAUSE"].callers
    assert edited.procedures["PROCPAUSE"].callers == tuple(one for one in callers if one != "Sitting")
    assert edited.variables == study("dominoes").variables
    assert edited.moments == study("dominoes").moments


def test_a_second_procedure_goes_into_the_same_file_and_all_call_the_new_ones():
    edit("dominoes", "PROCPAUSE", "m.time < PERIOD", "m.time < 0 * PERIOD")
    edit("dominoes", "PROCKNOCK", '" knocking"', '" passing"')
    path = edit("my_dominoes.py", "PROCINVALID", '"You cannot play that domino"', '"No."')
    assert path == "my_dominoes.py"
    front = Headless(typist("K"))
    front.run(load(path).main, 3)
    assert front.now() < 1  # all three pauses are the edited one


def test_a_program_of_a_user_has_its_edition_beside_it(tmp_path):
    game = "from retro import Machine\n\n\ndef main(m):\n    PROCA(m)\n    m.get()\n\n\ndef PROCA(m):\n    m.print(1)\n"
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "game.py").write_text(game)
    path = edit("own/game.py", "PROCA", "print(1)", "print(2)")
    assert path == "own/my_game.py"
    assert headless(load(path).main).screen.text.strip() == "2"
    assert build_study(path).base == "game"


def test_an_error_in_the_file_does_not_keep_from_editing_it():
    path = edit("dominoes", "PROCPAUSE", "while", "whale")
    assert edition_file(study("dominoes"), study("dominoes").procedures["PROCPAUSE"])[0] == path
    with pytest.raises(LaunchError, match=r"^my_dominoes.py, line 15: "):
        build_study(path)


def test_what_cannot_be_replaced_is_refused():
    plus, base = study("dominoes_plus"), study("dominoes")
    other = next(one for one in plus if one.module == "screen")
    for found, procedure in ((plus, other), (base, base.procedures["main"])):
        with pytest.raises(LaunchError, match="expected another procedure of"):
            edition_file(found, procedure)
    with pytest.raises(LaunchError, match=r"^deal has no lines in BASIC$"):
        edition_file(study("snake"), study("snake").procedures["deal"], in_basic=True)
    with open("my_dominoes.py", "w", encoding="utf-8") as stream:
        stream.write("def main(m):\n    m.get()\n")
    with pytest.raises(LaunchError, match=r"^my_dominoes.py is there already, and is no edition of dominoes$"):
        edition_file(base, base.procedures["PROCPAUSE"])


def test_a_changed_listing_is_an_edition_of_the_listing():
    path = edit("dominoes", "PROCSELECT", "D%=1", "D%=2", in_basic=True)
    edited = build_study(path)
    assert edited.is_basic
    assert edited.base == "dominoes"
    procedure = edited.procedures["PROCSELECT"]
    assert [one.key for one in edited if edited.replaced_by(one)] == ["PROCSELECT"]
    rows = changed_rows(edited.replaced_by(procedure), procedure)
    changed = [(old.text.strip(), new.text.strip()) for (old,), (new,), differs in rows if differs]
    assert changed == [("D%=1", "D%=2")]


def test_a_listing_that_is_studied_alone_has_editions_too():
    path = edit(study("dominoes").listing_path, "PROCPAUSE", "TIME>=PERIOD", "TIME>=0")
    assert path == "my_dominoes.bas"
    edited = build_study(path)
    assert [one.key for one in edited if edited.replaced_by(one)] == ["PROCPAUSE"]


def test_the_difference_is_printed_side_by_side_or_with_signs():
    path = edit("dominoes", "PROCPAUSE", "< PERIOD", "< 2 * PERIOD")
    edited = build_study(path)
    wide, narrow = (
        "\n".join(Printout(edited, width, False).procedure(edited.procedures["PROCPAUSE"])) for width in (120, 70)
    )
    assert "while m.time < PERIOD:  # 8020" in next(line for line in wide.splitlines() if "≠" in line).split("≠")[0]
    assert [line[8:].strip() for line in narrow.splitlines() if line[:1] in ("-", "+")] == [
        "while m.time < PERIOD:  # 8020",
        "while m.time < 2 * PERIOD:  # 8020",
    ]


def test_the_command_opens_the_editor_and_stops_in_the_changed_procedure(monkeypatch, capsys):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "sed -i 's/v.D_i = 1 /v.D_i = 2 /'")
    arguments = ["--front", "headless", "--seed", "3", "--keys", "1S", "--screen", "-"]
    assert main(["study", "dominoes", "--edit", "select", *arguments]) == 0
    shown = capsys.readouterr().out
    assert "PROCSELECT is in my_dominoes.py, from line 12 on." in shown
    assert "▶ 15     while v.D_i <= v.N[2]:" in shown
    assert "  14     v.D_i = 2" in shown


def test_without_an_editor_the_command_says_what_to_do(monkeypatch, capsys):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    assert main(["study", "--seed=3", "dominoes", "--edit", "select", "--keys", "3 1", "--basic"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == (
        "Change it there (or set EDITOR to an editor), and then: "
        "retro study --seed=3 my_dominoes.bas --keys '3 1' --break select"
    )


@pytest.mark.parametrize(("found", "command"), [(("vi", "nano"), ["nano"]), (("vi",), ["vi"]), ((), [])])
def test_without_an_editor_a_usual_one_is_opened_in_a_terminal(monkeypatch, found, command):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr("retro.launcher.editor.COMMON_EDITORS", ["sensible-editor", "nano", "vi"])
    monkeypatch.setattr("shutil.which", lambda name: name if name in found else None)
    monkeypatch.setattr("sys.stdin", Mock(isatty=lambda: True))
    assert editor() == command
    monkeypatch.setattr("sys.stdin", Mock(isatty=lambda: False))
    assert editor() == []


FAILING_EDITORS = {
    "no-such-editor": "The editor no-such-editor cannot be started: No such file",
    "false": "The editor false has failed with status 1; my_dominoes.py is as it was left",
    "vi 'x": "The editor vi 'x cannot be started: No closing quotation",
}


@pytest.mark.parametrize("editor", FAILING_EDITORS)
def test_an_editor_that_fails_is_a_sentence(editor, monkeypatch, capsys):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)
    assert main(["study", "dominoes", "--edit", "select"]) == 2
    assert FAILING_EDITORS[editor] in capsys.readouterr().err
