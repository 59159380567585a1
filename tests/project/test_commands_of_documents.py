"""Every command that the documents show runs, and docs/commands.md shows every option."""

import io
import re
import shlex
from pathlib import Path

import pytest

from retro import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FRONT_ENDS = {"play", "replay", "study", "basic", "udg"}  # commands that show something until they are left
OF_SCREENS = (
    r" --(fullscreen|reload|(scale|pixels|shape|render) \S+)"  # tests/frontends uses them in windows and terminals
)
ELSEWHERE = {"web": "tests/web", "score": "tests/commands"}  # what takes minutes is run there


def commands(document):
    """Return the commands in the shell blocks of a document, each as a list of words."""
    blocks = re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.startswith("retro ")]


def run(words, monkeypatch, capsys):
    """Run a command as if there were no screen; return its status and what it wrote."""
    if words[1] in FRONT_ENDS:
        words = shlex.split(re.sub(OF_SCREENS, "", shlex.join(words)))
        words = [*words, "--front", "headless", *([] if "--keys" in words else ["--keys", "1"])]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    status = cli.main(words[1:])
    return status, "".join(capsys.readouterr())


def options(name, monkeypatch, capsys):
    """Return the options in the help of a command."""
    with pytest.raises(SystemExit):
        cli.main([name, "--help"])
    return set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out)) - {"--help"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_each_command_runs(document, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.chdir(tmp_path)
    for words in commands(document):
        if words[1] not in ELSEWHERE:
            status, written = run(words, monkeypatch, capsys)
            assert status == 0, f"{shlex.join(words)}: {written[-500:]}"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_option_is_in_the_documents(name, monkeypatch, capsys):
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") + (ROOT / "docs" / "browser.md").read_text()
    assert {option for option in options(name, monkeypatch, capsys) if option not in text} == set()
    assert f"retro {name}" in text
