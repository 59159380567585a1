"""Loads programs by name or path: a Python file or folder, BASIC, a disc or tape image, the prompt."""

import importlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from types import ModuleType
from zlib import crc32

from retro.basic.media import is_image
from retro.library.catalogue import LISTING, PACKAGE, edition_of, folder, is_own, path_of, prompt_info
from retro.library.errors import LibraryError, loading
from retro.library.options import options_of
from retro.library.program import Program

LOADED_BEFORE = "__retro_loaded_before__"  # the attribute of a user's package with the modules that were there before
USERS_PACKAGE = "retro_users_program"  # the beginning of the package names under which users' own programs are loaded


def load(name: str, again: bool = False) -> Program:
    """Load a program by its name, or by the path of a file, image or folder. Raises LibraryError.

    again: Read its files anew, even those of a program that comes with the machine.
    """
    path = path_of(name)
    is_prompt = path == prompt_info().path
    if is_prompt or is_image(path) or os.path.isdir(path):
        from retro.library.image_program import load_image, load_prompt

        return load_prompt() if is_prompt else load_image(name, path)
    if path.endswith(LISTING):
        from retro.library.basic_program import load_basic

        return load_basic(name, path)
    edition = edition_of(path)
    if again:
        _forget(path)
        _forget(edition)
    played = _module(edition or path)
    own_name = os.path.splitext(os.path.basename(path))[0]
    module = importlib.import_module(f"{played.__package__}.{own_name}") if edition else played
    for source in (module, played):
        if not callable(getattr(source, "main", None)):
            raise LibraryError(f"{name} is no program: it has no function main(m)")
    return Program(
        name,
        path,
        module.__doc__ or own_name,
        played.main,
        original=module.main if edition else None,
        options=options_of(played.main, edition or path),
        keys=getattr(played, "KEYS", ()),
        pace=getattr(played, "PACE", 0.0),
        stand_ins=getattr(played, "STAND_INS", None),
    )


def _module(path: str) -> ModuleType:
    """Return the Python module of a program. Raises LibraryError."""
    try:
        with loading(path):
            return importlib.import_module(_module_name(path)) if is_own(path) else _load_file(path)
    except LibraryError:
        raise
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise LibraryError(f"{error.filename or path}{where}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise LibraryError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error


def _module_name(path: str) -> str:
    """Return the module name of a program that comes with the machine."""
    inner = os.path.splitext(os.path.relpath(os.path.abspath(path), os.path.abspath(folder())))[0]
    return ".".join([PACKAGE, *inner.split(os.sep)])


def _forget(path: str) -> None:
    """Remove the loaded modules of a program that comes with the machine, so that they are loaded anew."""
    importlib.invalidate_caches()
    if is_own(path):
        first = ".".join(_module_name(path).split(".")[:3])  # the program, or the package that holds its modules
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{first}.")]:
            del sys.modules[name]


class _UsersLoader(SourceFileLoader):
    """Loads a user's file from its source, never from cached bytecode.

    Python identifies bytecode by the source's size and time in seconds, which two versions of a program may share.
    """

    def path_stats(self, path: str) -> dict[str, float]:
        """Disable cached bytecode of a program's modules: raise OSError."""
        raise OSError(f"{path} has no bytecode")


def _load_file(path: str) -> ModuleType:
    """Run a user's program as a module in a package of its own, so that it replaces no other module.

    It can import modules beside it by `from . import name`, and by `import name` if no other module has that name.
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
    """Remove all loaded users' programs and the modules beside them: each program starts with fresh ones."""
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
