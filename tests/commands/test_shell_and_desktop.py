"""What makes the command at home in a system: completion in shells, the manual page, the desktop entry."""

import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from retro.cli import COMMANDS, main
from retro.commands.completion import SHELLS, answer
from retro.commands.desktop import ENTRY, ICON, PAGE, entry
from retro.commands.man import page
from retro.library.catalogue import entries

ROOT = Path(__file__).parents[2]
# What is typed, and some of what is offered; the last word is completed.
CASES = {
    "retro st": {"study"},
    "retro --fr": {"--front"},
    "retro play d": {"dominoes", "dominoes_plus"},
    "retro play my": {"my game.py"},
    "retro play --front t": {"terminal"},
    "retro play --front=t": {"terminal"},
    "retro play --shape ": {"4:3"},
    "retro dom": set(),
    "retro study --front p": set(),
    "retro play snake --sta": {"--stage"},
    "retro play dominoes --sta": set(),
    "retro play snake --stage ": {"1", "5"},
    "retro new --example m": {"mouse", "menu"},
    "retro completion z": {"zsh"},
    "retro listing mor": {"morgan2"},
}
# What answers each of the lines in $CASES, with an end mark behind the answer; $SCRIPT is the script.
COMMAND = 'retro() { "$PYTHON" -m retro "$@"; }\n'
BASH = """source $SCRIPT
while IFS= read -r line; do
    read -ra COMP_WORDS <<< "${line//=/ = }"
    [[ $line == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _retro 2>/dev/null
    printf "%s\\n" "${COMPREPLY[@]}" "="
done <<< "$CASES"
"""
ZSH = """compdef() { }
_describe() { print -rl -- $found }
_files() { print -rl -- *(N) }
source $SCRIPT
while IFS= read -r line; do
    words=("${(@s: :)line}")
    CURRENT=$#words
    _retro
    print =
done <<< "$CASES"
"""
FISH = """function retro; $PYTHON -m retro $argv; end
source $SCRIPT
for line in (string split \\n -- $CASES); complete -C $line; echo =; end
"""
RUN = {"bash": COMMAND + BASH, "zsh": COMMAND + ZSH, "fish": FISH}
HERE = [shell for shell in RUN if shutil.which(shell)]


def word_of(shell, line):
    """Return the word that a shell shows in a line, without what it does and the option before it."""
    line = re.split(r"(?<!\\):", line)[0].replace("\\:", ":") if shell == "zsh" else line.partition("\t")[0]
    return re.sub(r"^--[a-z]+=", "", line)


@pytest.mark.slow
@pytest.mark.parametrize("shell", HERE)
def test_a_shell_completes_commands_programs_options_values_and_files(shell, tmp_path, monkeypatch):
    (tmp_path / "my game.py").touch()
    script = tmp_path / "script"
    script.write_text(SHELLS[shell])
    values = {"PYTHONPATH": ROOT, "PYTHON": sys.executable, "SCRIPT": script, "CASES": "\n".join(CASES)}
    for name, value in values.items():
        monkeypatch.setenv(name, str(value))
    result = subprocess.run([shell, "-c", RUN[shell]], capture_output=True, text=True, check=True, cwd=tmp_path)
    found = [{word_of(shell, line) for line in part.splitlines()} for part in result.stdout.split("=\n")]
    for (typed, expected), offered in zip(CASES.items(), found, strict=False):
        assert expected <= offered, typed
        assert expected or shell == "zsh" or not offered - {"", "script"}, typed  # zsh chooses itself


@pytest.mark.parametrize("shell", HERE)
def test_a_script_has_the_syntax_of_its_shell(shell):
    subprocess.run([shell, "-n", "/dev/stdin"], input=SHELLS[shell], text=True, check=True)


@pytest.mark.parametrize(("typed", "expected"), CASES.items())
def test_what_may_stand_for_the_last_word(typed, expected):
    files, offers = answer(typed.split(" ")[1:])
    start = "" if "=" in typed else typed.rpartition(" ")[2]
    assert {word for word in expected if "." not in word} <= {word for word, _ in offers if word.startswith(start)}
    assert files == any("." in word or word in ("dominoes", "morgan2") for word in expected)


def test_the_manual_page_has_every_command_option_and_program(capsys):
    assert main(["man"]) == 0
    text = capsys.readouterr().out
    assert text.startswith('.TH RETRO 1 "" "retro ')
    assert "auto|window|terminal|headless|plain" in text
    assert "{" not in text
    shown = text.replace(r"\-", "-")
    for name in COMMANDS:
        assert f'.SS "retro {name}"\n' in text
        table = import_module(f"retro.commands.{name}").command()
        assert all(one.shown in shown for one in (*table.arguments, *table.options))
    assert all(f'.SS "{program.name}"\n' in text for program in entries())
    macros = {line.split()[0] for line in text.splitlines() if line.startswith((".", "'"))}
    assert macros == {".TH", ".SH", ".SS", ".TP", ".PP", ".B"}


@pytest.mark.parametrize("formatter", [name for name in ("groff",) if shutil.which(name)])
def test_the_manual_page_has_no_mistakes_of_format(formatter):
    command = [formatter, "-man", "-Kutf8", "-Tutf8", "-ww", "-z"]
    result = subprocess.run(command, input=page(), capture_output=True, text=True, check=True)
    assert result.stderr == ""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="desktop entries are of Linux and BSD")
def test_a_desktop_entry_is_written_and_removed(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["desktop"]) == 0
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {ENTRY, ICON, PAGE}
    assert f'Exec="{sys.executable}" -m retro\n' in (tmp_path / ENTRY).read_text()
    assert (tmp_path / ICON).read_text().startswith("<svg")
    assert (tmp_path / PAGE).read_text() == page()
    assert main(["desktop", "--remove"]) == 0
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    capsys.readouterr()
    assert main(["desktop", "--remove"]) == 0
    assert capsys.readouterr().out.count("is not there") == 3


def test_a_path_with_special_characters_is_quoted():
    assert 'Exec="/a b/\\\\$x/100%%" -m retro\n' in entry("/a b/$x/100%")


def test_there_is_no_desktop_entry_elsewhere(monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert main(["desktop"]) == 2
    assert "goes with the desktops of Linux and BSD" in capsys.readouterr().err
