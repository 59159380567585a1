"""Recordings that are not as they were written: each refused in one sentence that names the line."""

import json
import random
from zlib import crc32

import pytest

from retro.cli import main
from retro.session.format import RecordingError
from retro.session.parser import read
from retro.session.storage import RecordFile
from tests.support.damaged_files import all_wrong_values, damaged, summed
from tests.support.recorded_games import play

DAMAGES = 1000


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """A recording in which there is every kind of line, as bytes."""
    path = tmp_path_factory.mktemp("recording") / "game.jsonl"
    play("taping", 1, keys=12, sinks=[RecordFile(str(path))])
    read(path)
    *lines, end = path.read_bytes().splitlines(keepends=True)
    contents = [*map(plain, lines), {"back": 1}, {"waits": [[0, 10**9, 10**9]], "events": [["text", "x"]]}, plain(end)]
    return summed(contents)


def plain(line):
    return json.loads(line)


def refused(path):
    with pytest.raises(RecordingError) as error:
        read(path)
    sentence = str(error.value)
    assert "\n" not in sentence
    assert len(sentence) < 400
    assert sentence.startswith(f"{path}, line ")
    assert ": found " in sentence
    assert ", expected " in sentence
    return sentence


def test_the_undamaged_recording_is_read(recording, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(recording)
    read(path)


@pytest.mark.slow
def test_damaged_recordings_are_refused(recording, tmp_path):
    chooser = random.Random(1)
    path = tmp_path / "game.jsonl"
    for _ in range(DAMAGES):
        path.write_bytes(damaged(recording, chooser)[1])
        refused(path)


@pytest.mark.slow
def test_wrong_values_of_fields_are_refused(recording, tmp_path):
    path = tmp_path / "game.jsonl"
    for data in all_wrong_values(recording):
        path.write_bytes(data)
        refused(path)


def test_a_field_that_occurs_twice_is_refused(recording, tmp_path):
    path = tmp_path / "game.jsonl"
    body = recording.splitlines()[0][: -len(',"sum":"01234567"}')] + b',"seed":1'
    path.write_bytes(body + b',"sum":"%08x"}\n' % crc32(body))
    assert "line 1: found no recording" in refused(path)


def test_replay_refuses_damaged_recordings_and_writes_nothing(recording, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    chooser = random.Random(2)
    path, picture = tmp_path / "game.jsonl", tmp_path / "game.gif"
    for _ in range(100):
        data = damaged(recording, chooser)[1]
        path.write_bytes(data)
        assert main(["replay", str(path), "--gif", str(picture)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith(f"retro: {path}, line ")
        assert printed.err.count("\n") == 1
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


def test_a_recording_without_an_end_is_read(recording, tmp_path):
    path = tmp_path / "game.jsonl"
    lines = recording.splitlines(keepends=True)
    for count in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:count]))
        assert read(path).log.end is None


def test_the_last_line_of_a_kept_game_may_be_torn(recording, tmp_path):
    path = tmp_path / "game.jsonl"
    whole = recording.splitlines(keepends=True)[:5]
    for length in range(len(whole[-1])):
        path.write_bytes(b"".join(whole[:-1]) + whole[-1][:length])
        assert len(read(path, torn=True).log.entries) == len(read_lines(whole[:-1], tmp_path).log.entries)


def read_lines(lines, folder):
    path = folder / "other.jsonl"
    path.write_bytes(b"".join(lines))
    return read(path)


SENTENCES = {
    "empty": (b"", "line 1: found nothing, expected a recording"),
    "binary": (b"\x89PNG\r\n\x1a\n\xff", "line 1: found no recording, expected a line that retro wrote"),
    "text": (b"Hello\n", "line 1: found no recording, expected a line that retro wrote"),
    "foreign": (b'{"version": 2, "width": 80}\n', "line 1: found another kind of file"),
    "cut": (b'{"retro":"recording","for', "line 1: found a line that is cut off, expected a whole line"),
    "later format": (summed([{"retro": "recording", "format": 2}]), "line 1: found format 2, expected format 1"),
}


@pytest.mark.parametrize("case", SENTENCES.values(), ids=SENTENCES)
def test_the_error_names_what_was_found_and_expected(case, tmp_path):
    data, sentence = case
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert sentence in refused(path)


VALUES = {
    "event": ({"events": [["key", "F1"]]}, 'found events [["key", "F1"]], expected events of the keyboard'),
    "unknown field": ({"speed": 1}, 'found the unknown field "speed", expected only waits, attending, events'),
    "missing": ({"waits": ...}, 'found a line of ["events"], expected one of waits, tape, back, cut, end'),
    "earlier": ({"waits": [[0, 0, 0]]}, "found statement 0, expected"),
    "attending": ({"attending": True, "events": ...}, "found attending without events, expected the events it was for"),
}


@pytest.mark.parametrize("case", VALUES.values(), ids=VALUES)
def test_the_error_names_the_wrong_value(case, recording, tmp_path):
    change, sentence = case
    contents = [plain(line) for line in recording.splitlines()]
    number = max(number for number, content in enumerate(contents) if "events" in content)
    content = {key: value for key, value in (contents[number] | change).items() if value is not ...}
    path = tmp_path / "game.jsonl"
    path.write_bytes(summed([*contents[:number], content]))
    assert f"line {number + 1}: {sentence}" in refused(path)


@pytest.mark.parametrize(("name", "reason"), [("nowhere.jsonl", "No such file or directory"), ("", "Is a directory")])
def test_a_file_that_cannot_be_read_is_named(name, reason, tmp_path):
    with pytest.raises(RecordingError, match=f"cannot be read: {reason}"):
        read(tmp_path / name)


LATER = {  # ...: the recording's last line
    "end": ([..., ...], "found something after the end, expected nothing more"),
    "tape": ([{"tape": "A", "holds": "1"}] * 2, 'found "A" on the tape for a second time, expected each name once'),
    "cut": ([{"cut": [9, 0]}], "found a cut after 9 waits, expected at most 0, which there are"),
}


@pytest.mark.parametrize("case", LATER.values(), ids=LATER)
def test_the_error_names_a_line_that_cannot_follow(case, recording, tmp_path):
    lines, sentence = case
    path = tmp_path / "game.jsonl"
    header, *_, end = map(plain, recording.splitlines())
    path.write_bytes(summed([header, *(end if line is ... else line for line in lines)]))
    assert sentence in refused(path)


def test_a_rewind_of_more_keys_than_were_pressed_is_refused(recording, tmp_path):
    header, *_ = recording.splitlines(keepends=True)
    press = {"waits": [[0, 1, 1]], "events": [["text", "x"]]}
    path = tmp_path / "game.jsonl"
    for presses in (1, 3):
        lines = [plain(header), *[press] * presses]
        path.write_bytes(summed([*lines, {"back": presses}]))
        assert read(path).log.presses == 0
        path.write_bytes(summed([*lines, {"back": presses + 1}]))
        with pytest.raises(RecordingError, match=f"line {presses + 2}: found {presses + 1} keys rewound"):
            read(path)
