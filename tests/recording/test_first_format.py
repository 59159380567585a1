"""What the first version wrote opens in every later one: games, slots, settings, tapes. Nobody edits these files."""

import shutil
from pathlib import Path

import pytest

from retro.launcher.recorded_games import check, replay
from retro.library.catalogue import entries
from retro.library.loader import load
from retro.machine.tape import decode
from retro.session.parser import read
from retro.session.replay import ToTheEnd
from retro.session.settings import SettingsStore, users_file
from retro.session.storage import DISC_KEY, FolderTape, SavedGame, kept_games, key_of, words_on_tape

FILES = Path(__file__).parent / "first_format"
BASIC = "guess"  # a program whose text is beside its games
PROGRAMS = [entry.name for entry in entries()]
RESULTS = {"dominoes": "you won", "snake": "a draw", "morgan2": "12 laid, 30 points"}


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A user's folder with the files, in which the BASIC program has the key of where it is now."""
    folder = shutil.copytree(FILES / "data", tmp_path / "data")
    monkeypatch.setenv("RETRO_DATA", str(folder))
    for kind in ("games", "saves"):
        (folder / kind / BASIC).rename(folder / kind / key_of("guess.bas", str(FILES / "guess.bas")))
    return folder


@pytest.mark.parametrize("name", [*PROGRAMS, BASIC])
def test_recordings_open(name):
    recording = read(FILES / f"{name}.jsonl")
    assert recording.header.program == (name if name in PROGRAMS else "guess.bas")
    assert recording.header.seed == 3
    assert recording.log.presses > 2
    assert recording.log.end.kind


@pytest.mark.parametrize("name", [*PROGRAMS, BASIC])
def test_unfinished_and_saved_games_open(name, data):
    key = name if name in PROGRAMS else key_of("guess.bas", str(FILES / "guess.bas"))
    (kept,) = [kept for kept in kept_games(key) if kept.header().seed == 3]
    (saved,) = [SavedGame(str(path)) for path in (data / "saves" / key).glob("*.jsonl")]
    assert kept.recording().log.presses == saved.recording().log.presses > 2
    assert saved.name == "First"
    for game in (kept, saved):
        assert set(game.picture()) <= set(range(8))
        assert len(set(game.picture())) > 1


def test_settings_and_tapes_open():
    settings = SettingsStore(users_file())
    assert settings.problem == ""
    assert (settings.now.pixels, settings.now.colours, settings.now.volume) == ("tube", "amber", 7)
    assert {name: text for name in PROGRAMS if (text := words_on_tape(name, "RESULT"))} == RESULTS
    disc = FolderTape(DISC_KEY)
    assert decode("DISC", disc.load("DISC")) == ["LAST"]
    assert decode("F7C4E4414", disc.load("F7C4E4414"))


@pytest.mark.parametrize(("name", "words"), [("guess", "Escape at line 40"), ("guessed", "Right after 99 guesses")])
def test_a_recording_of_a_program_that_has_not_changed_is_replayed_to_its_end(name, words):
    path = str(FILES / "guess.bas")
    program, recording = load(path), read(FILES / f"{name}.jsonl")
    check(program, recording)
    assert words in replay(program, recording, ToTheEnd()).screen.text
