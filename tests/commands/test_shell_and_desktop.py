"""What makes the command at home in a system: completion in shells, the manual page, the desktop entry."""

import shlex
import shutil
import subprocess
import sys

import pytest

from retro.cli import COMMANDS, main
from retro.commands.command_line import arguments, parser_of, programs_options
from retro.commands.completion import SHELLS
from retro.commands.desktop import ENTRY, ICON, PAGE, entry
from retro.commands.man import page
from retro.library.catalogue import entries

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
RUN = {
    "bash": 'source {script}; for line in {lines}; do read -ra COMP_WORDS <<< "${{line//=/ = }}"; '
    '[[ $line == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); '
    '_retro 2>/dev/null; printf "%s\\n" "${{COMPREPLY[@]}}" "="; done',
    "fish": "source {script}; for line in {lines}; complete -C $line; echo =; end",
}
HERE = [shell for shell in RUN if shutil.which(shell)]


@pytest.fixture(scope="module")
def scripts():
    """The script for each shell."""
    commands = {name: arguments(parser_of(name)) for name in COMMANDS}
    programs = programs_options()
    return {shell: make(commands, programs) for shell, make in SHELLS.items()}


@pytest.mark.parametrize("shell", HERE)
def test_a_shell_completes_commands_programs_options_values_and_files(shell, scripts, tmp_path):
    (tmp_path / "my game.py").touch()
    script = tmp_path / "script"
    script.write_text(scripts[shell])
    lines = " ".join(map(shlex.quote, CASES))
    command = RUN[shell].format(script=shlex.quote(str(script)), lines=lines)
    result = subprocess.run([shell, "-c", command], capture_output=True, text=True, check=True, cwd=tmp_path)
    parts = result.stdout.replace("--front=", "").split("=\n")
    found = [{line.partition("\t")[0] for line in part.splitlines()} for part in parts]
    for (typed, expected), offered in zip(CASES.items(), found, strict=False):
        assert expected <= offered, typed
        assert expected or not offered - {""}, typed


@pytest.mark.parametrize("shell", [shell for shell in ("bash", "zsh", "fish") if shutil.which(shell)])
def test_a_script_has_the_syntax_of_its_shell(shell, scripts):
    subprocess.run([shell, "-n", "/dev/stdin"], input=scripts[shell], text=True, check=True)


def test_a_value_with_a_colon_is_no_specification_of_zsh(scripts):
    assert r":(square 4\:3)'" in scripts["zsh"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command_program_and_option(shell, scripts):
    words = scripts[shell].replace("-l ", "--")
    for name in [*COMMANDS, *(program.name for program in entries())]:
        assert name in words
    for options in [arguments(parser_of(name)) for name in COMMANDS]:
        assert all(one.flags[-1] in words for one in options if one.flags)


def test_the_command_prints_a_script(capsys, scripts):
    assert main(["completion", "fish"]) == 0
    assert capsys.readouterr().out.strip() == scripts["fish"].strip()


def test_the_manual_page_has_every_command_option_and_program(capsys):
    assert main(["man"]) == 0
    text = capsys.readouterr().out
    assert text.startswith('.TH RETRO 1 "" "retro ')
    assert "auto|window|terminal|headless|plain" in text
    assert "{" not in text
    shown = text.replace(r"\-", "-")
    for name in COMMANDS:
        assert f'.SS "retro {name}"\n' in text
        assert all(", ".join(one.flags) in shown for one in arguments(parser_of(name)) if "--help" not in one.flags)
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
