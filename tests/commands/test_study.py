"""`retro study` from the command line, without a screen."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from PIL import Image

from retro.cli import main
from retro.commands import course, play
from retro.commands import study as study_command
from retro.commands.study import LINES
from retro.launcher.launcher import Launcher
from retro.session.parser import read

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).parents[2] / "programs" / "dominoes.py"
SECTION = "── Variables ──"


def study(capsys, *words):
    """Exit status, standard output and standard error of `retro study WORDS --front headless`."""
    status = main(["study", *words])
    out, err = capsys.readouterr()
    return status, out, err


HEADLESS = ("--front", "headless", "--seed", "3", "--screen", "-")


def test_both_screens_are_written_one_below_the_other(capsys):
    status, out, err = study(capsys, "dominoes", *HEADLESS, "--break", "PROCSELECT", "--keys", "5ssss")
    assert (status, err) == (0, "")
    program, listing = out.split("\n\n", 1)
    assert "You must play first: the 3-3" in program
    assert "▶15020 IF D%>N(2) D%=7:ENDPROC" in listing
    line = next(n for n, text in enumerate(SOURCE.read_text().splitlines(), 1) if text.endswith("# 15020"))
    assert f"▶{line}     while v.D_i <= v.N[2]:" in listing
    assert "◆D%       2       was 1 · place in the hand" in listing


def test_both_pictures_are_written_as_the_window_shows_them(capsys, tmp_path):
    path = tmp_path / "study.png"
    assert study(capsys, "dominoes", *HEADLESS[:-1], str(path), "--break", "spots")[0] == 0
    with Image.open(path) as picture:
        assert picture.size == (1280, 800)
        assert {colour for _, colour in picture.crop((0, 0, 640, 400)).getcolors()} >= {(0, 0, 0), (255, 255, 0)}
        assert (0, 0, 255) in {colour for _, colour in picture.crop((650, 0, 1280, 16)).getcolors()}


def test_study_stops_at_the_first_line_unless_it_is_to_run(capsys, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def main(m):\n    x = 1\n    m.get()\n")
    out = study(capsys, str(path), *HEADLESS)[1]
    assert "STOPPED" in out
    assert "▶  2     x = 1" in out
    assert "WAITS FOR A KEY" in study(capsys, str(path), *HEADLESS, "--run")[1]
    assert "WAITS FOR A KEY" in study(capsys, str(path), *HEADLESS, "--lines-a-second", "0.5")[1]


def test_keys_are_typed_by_study_in_a_terminal(monkeypatch):
    shown = []
    monkeypatch.setattr("retro.commands.study.show", lambda *arguments: shown.append(arguments) or 0)
    live = MagicMock()
    monkeypatch.setattr("retro.commands.study.LiveStudy", live)
    assert main(["study", "dominoes", "--front", "terminal", "--keys", "32<RETURN>"]) == 0
    assert live.call_args.kwargs["script"] == "32<RETURN>"
    assert shown


@pytest.mark.parametrize(
    ("words", "mode", "lines"),
    [
        ((), "stopped", LINES),
        (("--run",), "running", LINES),
        (("--break", "PROCSELECT"), "running", LINES),
        (("--watch", "T%"), "running", LINES),
        (("--until", "turn"), "running", LINES),
        (("--lines-a-second", "0.5", "--run"), "slow", 0.5),
    ],
)
def test_how_study_begins(words, mode, lines, monkeypatch):
    monkeypatch.setattr("retro.commands.study.show", lambda *_: 0)
    live = MagicMock()
    monkeypatch.setattr("retro.commands.study.LiveStudy", live)
    assert main(["study", "dominoes", "--front", "terminal", *words]) == 0
    assert (live.call_args.kwargs["mode"], live.call_args.kwargs["lines"]) == (mode, lines)


def test_options_of_the_program_are_its_own(capsys):
    out = study(capsys, "dominoes", *HEADLESS, "--cheat", "--break", "show_computer_hand")[1]
    assert "SHOW_COMPUTER_HAND" in out.split("STOPPED")[0]


def test_a_users_file_and_an_error_in_it(capsys, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text('"""Mine"""\n\n\ndef main(m):\n    """Fails."""\n    x = 7\n    m.mode(x + 1)\n')
    status, out, err = study(capsys, str(path), "--front", "headless", "--run", "--screen", "-")
    assert status == 1
    assert "Bad MODE" in out.splitlines()[1]
    assert "▶  7     m.mode(x + 1)" in out
    assert " x        7" in out
    assert "Traceback" in err
    assert 'mine.py", line 7, in main' in err


def test_a_recording_that_was_made_under_study_is_replayed_without(capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    keys = "ssoooor7<f5>ss<f5>1<ESCAPE><ESCAPE>"
    study(capsys, "dominoes", *HEADLESS, "--record", str(path), "--keys", keys)
    assert read(str(path)).log.end.kind == "escape"
    assert main(["replay", str(path), "--front", "headless", "--screen", "-"]) == 0
    assert "Which domino?" in capsys.readouterr().out


def test_help_tells_the_keys(capsys):
    assert main(["study", "dominoes", "--help"]) == 0
    out = capsys.readouterr().out
    assert "Space, S, Right, F7" in out
    assert "--cheat" in out


PLAYED = """
import sys
from pathlib import Path
from retro.cli import main
main(["play", "dominoes", "--front", "headless", "--keys", "1"])
print(sorted(name for name in sys.modules if name.startswith("retro.study")), sys.gettrace())
"""


def test_play_imports_nothing_of_study():
    result = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[] None"


@pytest.mark.parametrize(
    ("words", "wanted", "ran"),
    [
        ((), {"to_study": ("snake",)}, ["study snake"]),
        (("--front", "window"), {"to_study": ("snake", "--resume=1")}, ["study snake --front window --resume=1"]),
        (("--front", "window"), {"to_course": "snake"}, ["course snake --front window"]),
        (("snake", "--front", "window"), {"to_study": ("snake",)}, ["study snake --front window"]),
        (("snake", "--front", "window"), {"to_study": ("mahjong",)}, ["study mahjong --front window"]),
        (("snake", "--front", "window"), {"to_course": "snake"}, ["course snake --front window"]),
    ],
)
def test_study_and_exercises_follow_what_was_played_and_the_menu_follows_them(words, wanted, ran, monkeypatch):
    known, found, statuses = [], [], [0, 5]

    class Known(Launcher):
        def __init__(self, *values, **choices):
            super().__init__(*values, **choices)
            known.append(self)

    def show(*_):
        if len(known) == 1:
            vars(known[0]).update(wanted)
        return statuses.pop(0)

    monkeypatch.setattr(play, "Launcher", Known)
    monkeypatch.setattr(play, "show", show)
    for name, module in (("study", study_command), ("course", course)):
        monkeypatch.setattr(module, "run", lambda words, name=name: found.append(" ".join([name, *words])) or 7)
    assert main(["play", *words]) == (7 if "snake" in words else 5)
    assert found == ran
    assert len(known) == (1 if "snake" in words else 2)
