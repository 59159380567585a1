"""Every command that the documents show runs, and docs/commands.md shows every option."""

import io
import re
import shlex
from pathlib import Path

import pytest

from retro import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FRONT_ENDS = {"play", "replay", "study", "basic", "udg", "course"}  # commands that show something until they are left
OF_SCREENS = r" --(fullscreen|reload|resume|(scale|pixels|shape|render) \S+)"  # tests/frontends has them
ELSEWHERE = {"web", "score"}  # tests/web and tests/commands run what takes long


def commands(document):
    """Return the commands in the shell blocks of a document, each as a list of words."""
    blocks = re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.startswith("retro ")]


@pytest.fixture
def run(monkeypatch):
    """Return what runs a command and returns its status and what it wrote."""

    def run(words):
        written = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
            patched.setattr("sys.stdout", written)
            patched.setattr("sys.stderr", written)
            try:
                status = cli.main(words[1:])
            except SystemExit as end:
                status = end.code
        return status, written.buffer.getvalue().decode("utf-8", "replace")

    return run


def without_screen(words):
    """Return a command with the options that have it run without a screen, if it shows something."""
    if words[1] not in FRONT_ENDS or {"--gif", "--png"} & set(words):
        return words
    words = shlex.split(re.sub(OF_SCREENS, "", shlex.join(words)))
    return [*words, "--front", "headless", *([] if "--keys" in words else ["--keys", "1"])]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_each_command_runs(document, run, monkeypatch, tmp_path):
    folders = {"RETRO_DATA": "data", "HOME": ".", "XDG_DATA_HOME": "share"}
    for name, folder in folders.items():
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.chdir(tmp_path)
    for words in commands(document):
        if words[1] not in ELSEWHERE:
            status, written = run(without_screen(words))
            assert status == 0, f"{shlex.join(words)}: {written[-500:]}"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_option_is_in_the_documents(name, run):
    text = "".join((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8") for page in ("commands", "browser"))
    options = set(re.findall(r"--[a-z][a-z-]+", run(["retro", name, "--help"])[1]))
    assert {option for option in options - {"--help"} if option not in text} == set()
    assert f"retro {name}" in text
