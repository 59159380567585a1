"""`retro completion`: a script that lets a shell complete commands, programs, options, their values, and files."""

from __future__ import annotations

import argparse

from retro.cli import COMMANDS
from retro.commands.command_line import arguments, parser_of, programs_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from retro.commands.command_line import Argument

    Commands = dict[str, list[Argument]]

EPILOG = """\
to have it in every new shell:
  bash  retro completion bash > ~/.local/share/bash-completion/completions/retro
  zsh   retro completion zsh > _retro, in a folder of $fpath
  fish  retro completion fish > ~/.config/fish/completions/retro.fish
or for this one: source <(retro completion bash)
"""
MENU = "play"  # the command that options without a command belong to
WITH_PROGRAMS = "play", "study"  # the commands that take the options of programs

BASH = """\
# Completion of retro in bash, written by `retro completion bash`.
_retro() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=play
    local program= options= own= names= values= word
    COMPREPLY=()
    if [ "$prev" = = ]; then prev=${{COMP_WORDS[COMP_CWORD-2]}}; fi
    cur=${{cur#=}}
    case ${{COMP_WORDS[1]}} in
        {commands}) command=${{COMP_WORDS[1]}} ;;
    esac
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $command:$word in
{own}
        esac
    done
    case $command in
{options}
    esac
    for word in "$command:$prev" "$program:$prev"; do
        case $word in
{values}
        esac
    done
    if [ -n "$values" ]; then
        COMPREPLY=($(compgen -W "$values" -- "$cur"))
    elif [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options $own" -- "$cur"))
    elif [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "{all}" -- "$cur"))
    elif [ -n "$names" ]; then
        local IFS=$'\\n'
        COMPREPLY=($(compgen -W "${{names// /$IFS}}" -- "$cur") $(compgen -f -- "$cur"))
        type compopt >/dev/null 2>&1 && compopt -o filenames
    fi
}}
complete -o default -F _retro retro
"""

ZSH = """\
#compdef retro
# Completion of retro in zsh, written by `retro completion zsh`.
_retro_names() {{ _alternative 'programs:program:({names})' 'files:file:_files' }}
_retro() {{
    local -a commands own
    local word
    commands=({commands})
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe command commands
        return
    fi
    for word in $words; do
        case $word in
{own}
        esac
    done
    case $words[2] in
{options}
    esac
}}
if [ "$funcstack[1]" = _retro ]; then _retro "$@"; else compdef _retro retro; fi
"""


def run(argv: Sequence[str]) -> int:
    """Print the script for a shell."""
    args = parser().parse_args(argv)
    commands = {name: arguments(parser_of(name)) for name in COMMANDS}
    print(SHELLS[args.shell](commands, programs_options()))  # noqa: T201
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    parser = argparse.ArgumentParser(
        prog="retro completion",
        description="Print a script with which a shell completes commands, programs, options, their values, and files.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    return parser


def flags(options: Iterable[Argument]) -> str:
    """Return all flags, in one line."""
    return " ".join(flag for option in options for flag in option.flags)


def bash(commands: Commands, programs: Commands) -> str:
    """Return the script for bash."""
    own = [
        ("|".join(f"{command}:{name}" for command in WITH_PROGRAMS), f'program={name} own="{flags(options)}"')
        for name, options in programs.items()
    ]
    values = [
        ("|".join(f"{name}:{flag}" for flag in option.flags), f'values="{" ".join(option.values)}"')
        for name, options in [*commands.items(), *programs.items()]
        for option in options
        if option.flags and option.values and option.metavar
    ]
    shown = [
        (command, f'options="{flags(options)}" names="{names_of(options, programs)}"')
        for command, options in commands.items()
    ]
    return BASH.format(
        commands="|".join(commands), all=" ".join(commands), own=cases(own), values=cases(values), options=cases(shown)
    )


def names_of(options: Iterable[Argument], programs: Iterable[str]) -> str:
    """Return what may stand for the positional arguments of a command, beside files."""
    return " ".join(word for one in options if not one.flags for word in (programs if one.names else one.values))


def cases(branches: Iterable[tuple[str, str]]) -> str:
    """Return the branches of a shell's case: pattern and action of each."""
    return "\n".join(f"            {pattern}) {action} ;;" for pattern, action in branches)


def zsh(commands: Commands, programs: Commands) -> str:
    """Return the script for zsh."""
    own = [(name, f"own=({' '.join(map(zsh_option, options))})") for name, options in programs.items()]
    return ZSH.format(
        names=" ".join(programs),
        commands=" ".join(quoted(f"{name}:{effect}") for name, effect in COMMANDS.items()),
        own=cases(own),
        options=cases(
            (
                f"{command}|-*" if command == MENU else command,
                f"_arguments -S ':command:' {' '.join(map(zsh_option, options))} $own",
            )
            for command, options in commands.items()
        ),
    )


def zsh_option(option: Argument) -> str:
    """Return a specification of `_arguments`."""
    values = f"({' '.join(map(escaped, option.values))})" if option.values else "_files" if option.files else ""
    value = f":{escaped(option.metavar)}:{'_retro_names' if option.names else values}"
    if not option.flags:
        return quoted(f":{value}")
    head, tail = ("=[", f"]{value}") if option.metavar else ("[", "]")
    return " ".join(quoted(f"{flag}{head}{escaped(option.help)}{tail}") for flag in option.flags)


def escaped(text: str) -> str:
    """Return a text for a specification of zsh."""
    return "".join(f"\\{sign}" if sign in "[]:\\" else sign for sign in text)


def quoted(text: str) -> str:
    """Return a word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def fish(commands: Commands, programs: Commands) -> str:
    """Return the script for fish."""
    lines = ["# Completion of retro in fish, written by `retro completion fish`."]
    for name, effect in COMMANDS.items():
        lines.append(f"complete -c retro -n __fish_use_subcommand -f -a {name} -d {quoted(effect)}")
    for command, options in commands.items():
        condition = f"__fish_seen_subcommand_from {command}"
        if words := names_of(options, programs):
            files = "" if any(one.names for one in options) else "-f "
            lines.append(f"complete -c retro -n {quoted(condition)} {files}-a {quoted(words)}")
        condition = f"__fish_use_subcommand; or {condition}" if command == MENU else condition
        lines += [fish_option(condition, option) for option in options if option.flags]
    for name, options in programs.items():
        condition = f"__fish_seen_subcommand_from {' '.join(WITH_PROGRAMS)}; and __fish_seen_subcommand_from {name}"
        lines += [fish_option(condition, option) for option in options]
    return "\n".join(lines)


def fish_option(condition: str, option: Argument) -> str:
    """Return the line for an option."""
    names = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
    value = "" if not option.metavar else " -r" if option.files else f" -x -a {quoted(' '.join(option.values))}"
    return f"complete -c retro -n {quoted(condition)} {names}{value} -d {quoted(option.help)}"


SHELLS: dict[str, Callable[[Commands, Commands], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
