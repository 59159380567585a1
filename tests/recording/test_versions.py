"""Games of a version of the programs before: played on as far as this one shows the same."""

import pytest

from retro.frontends.headless import Headless, typist
from retro.launcher.recorded_games import game_of, load_recorded, new_header
from retro.library import loader
from retro.machine.runner import run_to_end
from retro.session.parser import read
from retro.session.replay import Viewer
from retro.session.session import Session, played
from tests.recording.test_first_format import FILES, PROGRAMS
from tests.recording.test_storage import PROGRAM

CHANGED = PROGRAM.replace("m.rnd(1000)", "m.rnd(1000) if m.pos < 5 else 'new'")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_game_of_the_first_version_is_played_on(name, tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    recording = read(FILES / f"{name}.jsonl")
    recording.log.reopen()
    program, told = load_recorded(recording, name), []
    game = game_of(program, recording.header, recording, keep=True, tell=told.append)
    m = Headless(typist("")).run(lambda m: run_to_end(m, played(game), linger=False), 1)
    assert m.screen.text
    assert all("it was another game from key" in sentence for sentence in told)


def test_a_viewer_is_told_where_a_version_departs_and_plays_on_from_there(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    path = tmp_path / "echo.py"
    path.write_text(PROGRAM)
    program = loader.load(str(path))
    game = game_of(program, new_header(program, 3, "normal"), keep=True)
    Headless(typist("abc")).run(played(game), 1)
    path.write_text(CHANGED)
    program = loader.load(str(path))

    def viewer(m):
        yield 20.0
        assert m.screen.text.split()[1:] == ["bnew"]
        assert " ".join(" ".join(m.screen.layer.lines).split()).count("another game from key 3 on") in (0, 1)
        yield "<LEFT>"
        yield 1.0
        assert len(m.screen.text.split()) == 1
        yield " "
        yield 20.0
        yield "<RETURN>"
        yield "x"
        yield 1.0
        assert m.screen.text.split()[1:] == ["bnew", "xnew"]

    recording = read(game.sinks[0].path)
    recording.log.reopen()
    watched = game_of(program, recording.header, recording, keep=False, mode=Viewer())
    Session(Headless(viewer)).run(played(watched))
    assert [entry.events[0].characters for entry in watched.log.entries if entry.events] == ["a", "b", "x"]
