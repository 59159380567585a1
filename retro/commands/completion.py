"""`retro completion`: prints a script that lets a shell complete commands, programs, options, values and files.

The script calls `retro completion SHELL -- WORD ...` for the completions of the last word.
"""

from collections.abc import Sequence
from importlib import import_module

from retro.cli import COMMANDS
from retro.library.catalogue import entries
from retro.library.command_line import HELP, Command
from retro.library.loader import load
from retro.library.messages import say
from retro.library.options import REQUIRED, Option

MENU = "play"  # the command that options without a command belong to
WITH_PROGRAMS = "play", "study"  # the commands that have the options of programs
FILE_WORDS = "FILE", "DIR"  # in the metavar of what may be a file
FILES, NO_FILES = "files", "-"  # the first line of an answer: whether the shell adds files
COLON = "\\:"  # in a word for zsh
MORE = """\
to have it in every new shell:
  bash  d=~/.local/share/bash-completion/completions; mkdir -p $d; retro completion bash > $d/retro
  zsh   retro completion zsh > _retro, in a folder of $fpath
  fish  d=~/.config/fish/completions; mkdir -p $d; retro completion fish > $d/retro.fish
or for this one: source <(retro completion bash)
"""

BASH = """\
# Completion of retro in bash, written by `retro completion bash`.
_retro() {
    local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]#=}
    local found=($(retro completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    COMPREPLY=($(compgen -W "${found[*]:1}" -- "$cur"))
    if [ "${found[0]}" = files ]; then
        COMPREPLY+=($(compgen -f -- "$cur"))
        type compopt >/dev/null 2>&1 && compopt -o filenames
    fi
}
complete -F _retro retro
"""
ZSH = """\
#compdef retro
# Completion of retro in zsh, written by `retro completion zsh`.
_retro() {
    local -a found
    found=("${(@f)$(retro completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    local kind=$found[1]
    shift found
    _describe -V retro found
    [[ $kind = files ]] && _files
}
if [ "$funcstack[1]" = _retro ]; then _retro "$@"; else compdef _retro retro; fi
"""
FISH = """\
# Completion of retro in fish, written by `retro completion fish`.
function __retro_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (retro completion fish -- $words[2..-1] 2>/dev/null)
    test "$found[1]" = files; and __fish_complete_path (commandline -ct)
    string join \\n -- $found[2..-1]
end
complete -c retro -f -a '(__retro_complete)'
"""
SHELLS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def run(words: Sequence[str]) -> int:
    """Print the script for a shell, or the completions that the script asks for."""
    args = command().parse(words)
    if not args.typed:
        say(SHELLS[args.shell].rstrip())
        return 0
    last = args.typed[-1]
    start = last[: last.index("=") + 1] if last.startswith("--") and "=" in last and args.shell != "bash" else ""
    files, offers = answer(args.typed)
    say(FILES if files else NO_FILES)
    for word, effect in offers:
        shown = {"bash": word, "zsh": f"{word.replace(':', COLON)}:{effect}", "fish": f"{word}\t{effect}"}[args.shell]
        if args.shell != "fish" or (start + word).startswith(last):  # the others choose themselves
            say(start + shown)
    return 0


def command() -> Command:
    """Return the arguments and options of `retro completion`."""
    return Command(
        "completion",
        "Print a script with which a shell completes commands, programs, options, their values, and files.",
        [
            Option("shell", str, REQUIRED, "the shell", flag="", metavar="SHELL", allowed=tuple(SHELLS)),
            Option("typed", str, None, "what the script asks about", flag="", metavar="WORD", repeats=True),
        ],
        more=MORE,
    )


def answer(typed: Sequence[str]) -> tuple[bool, list[tuple[str, str]]]:
    """Return whether files can complete the last word, and the other completions, each with a description."""
    *before, last = typed
    if not before and not last.startswith("-"):
        return False, list(COMMANDS.items())
    name = before.pop(0) if before and before[0] in COMMANDS else MENU
    table: Command = import_module(f"retro.commands.{name}").command()
    if before[-1:] == ["="]:  # as bash cuts words
        before.pop()
    flag = last.partition("=")[0] if last.startswith("--") and "=" in last else "".join(before[-1:])
    behind = flag in before[-1:] and flag.startswith("--")
    arguments = table.parse(before[:-1] if behind else before, lenient=True).words
    programs = [entry.name for entry in entries()]
    if name in WITH_PROGRAMS and arguments[:1] and arguments[0] in programs:
        table.add(load(arguments[0]).options, arguments[0])
    options = {flag: option for option in table.options for flag in option.flags}
    asked = options.get(flag)
    if asked is None or asked.kind is bool:
        if last.startswith("-"):
            return False, [*((flag, option.help) for flag, option in options.items()), (HELP[1], "show this help")]
        left = table.arguments[len(arguments) :]
        if not left:
            return False, []
        asked = left[0]
    names = programs if asked.metavar.startswith("NAME|") else asked.choices
    return any(word in asked.metavar for word in FILE_WORDS), [(value, "") for value in names]
