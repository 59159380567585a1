"""The user's settings: kept between runs, and a file that cannot be used never stops a game."""

import json

import pytest

from retro.display.palette import RGB
from retro.display.tints import all_tinted, tinted
from retro.frontends.headless import Headless
from retro.input.events import Command, Notice
from retro.session.session import Session
from retro.session.settings import Settings, SettingsStore


def played(store):
    """Run a program with these settings; press a key and change the volume; return what the notices said."""
    notices = []

    def player(m):
        yield
        notices.append(" ".join(" ".join(m.screen.layer.lines).split()) if m.screen.layer else "")
        yield [Command("menu")]
        yield "-<ESCAPE>"
        yield "x"

    session = Session(Headless(player), "Title", store)
    session.run(lambda m: m.get())
    assert session.view.volume == store.now.volume / 10
    return notices[0]


def test_settings_are_kept_for_the_next_run_but_not_those_given_for_one_run(tmp_path):
    path = str(tmp_path / "new" / "settings.json")
    assert played(SettingsStore(path, pixels="tube")) == ""
    assert SettingsStore(path).now == Settings(volume=9)
    assert played(SettingsStore(path)) == ""
    assert SettingsStore(path).now.volume == 8


def test_that_there_is_no_sound_is_said_once_and_not_in_every_run(tmp_path):
    said = []

    def player(m):
        for notice in ("No sound: no audio device", "Sound again", "No sound: no audio device"):
            yield [Notice(notice)]
            said.append(" ".join(m.screen.layer.lines).split()[:2] if m.screen.layer else [])
            yield 3.0
        yield "x"

    for _ in range(2):
        Session(Headless(player), "Title", SettingsStore(str(tmp_path / "settings.json"))).run(lambda m: m.get())
    assert said == [["No", "sound:"], ["Sound", "again"], ["No", "sound:"], [], ["Sound", "again"], ["No", "sound:"]]


@pytest.mark.parametrize(
    "contents",
    [b"", b"{", b"[]", b"\xff", b"{}", b'{"version": 1, "volume": 11}', b'{"version": 1, "volume": true}', b"[" * 9999],
)
def test_damaged_settings_are_said_and_the_defaults_used(contents, tmp_path):
    path = tmp_path / "settings.json"
    path.write_bytes(contents)
    assert played(SettingsStore(str(path))) == "The settings cannot be read: the file is damaged"
    assert SettingsStore(str(path)).now == Settings(volume=9)


def test_settings_of_a_newer_version_are_left_alone(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 2, "volume": "loud"}))
    assert "newer" in played(SettingsStore(str(path)))
    assert json.loads(path.read_text())["volume"] == "loud"


def test_a_disc_that_cannot_be_written_to_is_said(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    store = SettingsStore(str(tmp_path / "folder" / "settings.json"))
    store._path = str(tmp_path / "file" / "settings.json")
    assert store.change(volume=5).startswith("Settings not kept: ")
    assert store.now.volume == 5


def test_a_settings_file_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "settings.json").mkdir()
    assert played(SettingsStore(str(tmp_path / "settings.json"))).startswith("The settings cannot be read: Is a dir")


def test_the_display_page_changes_what_is_shown_and_nothing_of_the_program(tmp_path):
    path = str(tmp_path / "settings.json")

    def player(m):
        yield
        own = m.screen.bare_picture(0.0)
        yield [Command("menu")]
        yield "d"
        assert "Colours" in "\n".join(m.screen.layer.lines)
        assert "Pixels" not in "\n".join(m.screen.layer.lines)
        yield "c<LEFT><RIGHT>c<ESCAPE><ESCAPE>"
        assert m.screen.picture(0.0).rgb == ((0, 0, 0), (25, 100, 44), (57, 227, 100), (64, 255, 112))
        assert m.screen.bare_picture(0.0).rgb == own.rgb == m.screen.palette.rgb(0.0)
        yield "x"

    Session(Headless(player), "Title", SettingsStore(path)).run(lambda m: m.get(), 1)
    assert SettingsStore(path).now.colours == "green"


@pytest.mark.parametrize("tint", ["distinct", "green", "amber"])
def test_all_colours_differ_in_every_tint(tint):
    assert len(set(all_tinted(RGB, tint))) == 8
    assert tinted((0, 0, 0), tint) == (0, 0, 0)
    half = tinted((0, 90, 0), tint)
    assert 0 < sum(half) < sum(tinted((0, 255, 0), tint))
