"""Find and load programs: those that come with the machine, and a user's own, given by a path.

A program is a file `NAME.py`, or a folder `NAME/` with a file `NAME.py` in it and other modules beside it. The programs
that come with the machine form the package `retro.programs`: `retro/programs/` in an installation, `programs/` in a
checkout.
"""

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from types import ModuleType
from zlib import crc32

from retro.basic.media import is_image
from retro.input.events import UnknownKey, declared_keys
from retro.launcher.basic_program import ENDING, PROMPT, load_basic, prompt_module, prompt_path
from retro.launcher.errors import LibraryError, loading
from retro.recording.files import read_file

PROGRAMS, EXAMPLES = "programs", "examples"  # folders
PACKAGE = "retro.programs"
ORDER = "order.txt"
LONGEST_PACE = 100
QUOTES = '"""'  # around a docstring
LOADED_BEFORE = "__retro_loaded_before__"  # the attribute of a user's package with the modules that were there before
USERS_PACKAGE = "retro_users_program"  # the beginning of the package names under which users' own programs are loaded


class ProgramInfo:
    """A program that can be played: its name on the command line, title (one line), description, and main file."""

    __slots__ = ("about", "name", "path", "title")

    def __init__(self, name: str, title: str, about: str, path: str) -> None:
        self.name, self.title, self.about, self.path = name, title, about, path


def folder(kind: str = PROGRAMS) -> str:
    """Return the folder of the programs that come with the machine, or of the examples. Raises LibraryError."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    candidates = [os.path.join(package, kind), os.path.join(os.path.dirname(package), kind)]
    for candidate in candidates:
        if os.path.isfile(os.path.join(candidate, ORDER)):
            return candidate
    raise LibraryError(f"The folder of the {kind} is missing: expected {candidates[0]} or {candidates[1]}")


def file_of(name: str, kind: str = PROGRAMS) -> str:
    """Return the path that the main file of a program has if it comes with the machine: NAME.py or NAME/NAME.py."""
    inner = os.path.join(folder(kind), name, f"{name}.py")
    return inner if os.path.isfile(inner) else os.path.join(folder(kind), f"{name}.py")


def entries(kind: str = PROGRAMS) -> list[ProgramInfo]:
    """List the programs that come with the machine: in the order of the file ORDER, any others after them by name.

    kind: PROGRAMS or EXAMPLES.
    """
    names = sorted({os.path.splitext(name)[0] for name in os.listdir(folder(kind))})
    found = (program_info(file_of(name, kind)) for name in names if os.path.isfile(file_of(name, kind)))
    with open(os.path.join(folder(kind), ORDER), encoding="utf-8") as stream:
        order = {name: index for index, name in enumerate(stream.read().split())}
    return sorted(filter(None, found), key=lambda entry: order.get(entry.name, len(order)))


def program_info(path: str) -> ProgramInfo | None:
    """Read the name and the docstring of a program without parsing the rest; None if it has no main."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    if "\ndef main(" not in f"\n{text}":
        return None
    name = os.path.splitext(os.path.basename(path))[0]
    before, _, rest = text.partition(QUOTES)
    docstring = "" if before.strip() else rest.partition(QUOTES)[0].strip()
    title, _, about = (docstring or name).partition("\n")
    return ProgramInfo(name, title.strip().rstrip("."), about.strip().split("\n\n")[0].replace("\n", " "), path)


def load(name: str, again: bool = False) -> ModuleType:
    """Load a program by its name, or by the path of a file, an image or a folder. Raises LibraryError.

    again: Read its files anew, even those of a program that comes with the machine.
    """
    path = path_of(name)
    if again:
        _forget(path)
    if path == prompt_path():
        return prompt_module()
    if is_image(path):
        from retro.launcher.image_program import load_image

        return load_image(path)
    if path.endswith(ENDING):
        return load_basic(path)
    try:
        with loading(path):
            module = importlib.import_module(_module_name(path)) if is_own(path) else _load_file(path)
    except LibraryError:
        raise
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise LibraryError(f"{error.filename or path}{where}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise LibraryError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(getattr(module, "main", None)):
        raise LibraryError(f"{name} is no program: it has no function main(m)")
    keys_of(module)
    pace_of(module)
    return module


def path_of(name: str) -> str:
    """Return the main file of a program by its name, or by the path of a file or folder. Raises LibraryError."""
    if name.endswith(".py") or is_basic(name):
        if not os.path.isfile(name):
            raise LibraryError(f"There is no file {name}")
        return name
    if name == PROMPT:
        return prompt_path()
    if name.isidentifier() and os.path.isfile(file_of(name)):
        return file_of(name)
    if os.path.isdir(name):
        path = os.path.join(name, f"{os.path.basename(os.path.abspath(name))}.py")
        if not os.path.isfile(path):
            raise LibraryError(f"The folder {name} is not a program: expected a file {path}")
        return path
    names = [entry.name for entry in entries()]
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    question = f". Did you mean {near[0]}? E" if near else ": e"
    raise LibraryError(
        f"There is no program called {name!r}{question}xpected {', '.join(names)}, or a file or folder of your own"
    )


def read_text(path: str) -> str:
    """Return the text of a file with the line ends of Python. Raises LibraryError."""
    try:
        text = read_file(path).decode()
    except FileNotFoundError as error:
        raise LibraryError(f"There is no file {path}") from error
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(f"{path} is not text: byte {error.start} is not UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_basic(path: str) -> bool:
    """Return whether a file name is that of a BASIC program, or of an image with BASIC programs."""
    return path.endswith(ENDING) or is_image(path)


def is_own(path: str) -> bool:
    """Return whether a file is in the folder of the programs that come with the machine."""
    return os.path.abspath(path).startswith(os.path.join(os.path.abspath(folder()), ""))


def _module_name(path: str) -> str:
    """Return the name of the module of a program that comes with the machine."""
    inner = os.path.splitext(os.path.relpath(os.path.abspath(path), os.path.abspath(folder())))[0]
    return ".".join([PACKAGE, *inner.split(os.sep)])


def _forget(path: str) -> None:
    """Have the files of a program that comes with the machine read anew; a user's are for every game."""
    importlib.invalidate_caches()
    if is_own(path):
        first = ".".join(_module_name(path).split(".")[:3])  # the program, or the package that holds its modules
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{first}.")]:
            del sys.modules[name]


class _UsersLoader(SourceFileLoader):
    """Loads a user's file from its source, never from bytecode.

    Python takes bytecode for that of a file of the same size and second, which two changes of a program may share.
    """

    def path_stats(self, path: str) -> dict[str, float]:
        """Have no bytecode read or written: raise OSError."""
        raise OSError(f"{path} has no bytecode")


def _load_file(path: str) -> ModuleType:
    """Run a user's program as a module of a package of its own, so that no module of that name is replaced.

    Modules beside it can be imported as `from . import name`, and as `import name` where no other has that name.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    _unload_users_programs()
    home = os.path.dirname(os.path.abspath(path))
    package = ModuleType(f"{USERS_PACKAGE}_{crc32(home.encode('utf-8', 'surrogateescape')):08x}")
    package.__path__ = [home]
    setattr(package, LOADED_BEFORE, frozenset(sys.modules))
    sys.modules[package.__name__] = package
    if home not in sys.path:
        sys.path.append(home)
    kinds = (ExtensionFileLoader, EXTENSION_SUFFIXES), (_UsersLoader, SOURCE_SUFFIXES)
    sys.path_importer_cache[home] = FileFinder(home, *kinds)
    name = f"{package.__name__}.{os.path.splitext(os.path.basename(path))[0]}"
    spec = spec_from_file_location(name, path, loader=_UsersLoader(name, path))
    if spec is None or spec.loader is None:
        raise LibraryError(f"{path} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _unload_users_programs() -> None:
    """Forget all users' programs, and the modules beside them that they imported: each begins with fresh ones."""
    packages = [m for name, m in sys.modules.items() if name.startswith(USERS_PACKAGE) and hasattr(m, LOADED_BEFORE)]
    for package in packages:
        home = package.__path__[0]
        sys.path_importer_cache.pop(home, None)
        for name in sys.modules.keys() - getattr(package, LOADED_BEFORE):
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(os.path.join(home, "")) or name.partition(".")[0] == package.__name__:
                del sys.modules[name]
        while home in sys.path[1:]:
            sys.path.remove(home)


def main_of(module: ModuleType, options: dict[str, object]) -> Callable[[object], object]:
    """Bind the options of a program to its main."""
    return lambda m: module.main(m, **options)


def keys_of(module: ModuleType) -> Sequence[tuple[str, str]]:
    """Return the keys that a program declares, and what they do. Raises LibraryError."""
    keys = getattr(module, "KEYS", ())
    for pair in keys if isinstance(keys, tuple | list) else [keys]:
        if not (isinstance(pair, tuple | list) and [type(part) for part in pair] == [str, str]):
            expected = 'expected pairs such as ("K", "knock"), ("1-6", "play that domino")'
            raise LibraryError(f"{module.__file__}: KEYS has {pair!r:.40}: {expected}")
        try:
            declared_keys(pair[0])
        except UnknownKey as error:
            raise LibraryError(f"{module.__file__}: KEYS: {error}") from error
    return keys


def pace_of(module: ModuleType) -> float:
    """Return how many times as long as on the Electron a program draws; 0: no time. Raises LibraryError."""
    pace = getattr(module, "PACE", 0.0)
    if type(pace) not in (int, float) or not 0 <= pace <= LONGEST_PACE:
        raise LibraryError(f"{module.__file__}: PACE is {pace!r:.40}: expected a number from 0 to {LONGEST_PACE}")
    return float(pace)


def heading(module: ModuleType) -> tuple[str, str]:
    """Return what a program says of itself: its title, and the rest."""
    title, _, about = (module.__doc__ or module.__name__.rpartition(".")[2]).strip().partition("\n")
    return title.rstrip("."), about.strip()
