"""A cache of build results in the user's own folder."""

import functools
import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from retro.library import catalogue
from retro.session.files import replace
from retro.session.storage import folder


def cached(name: str, key: str, make: Callable[[], bytes]) -> bytes:
    """Return the cached result of `make` for this name and key; call it if there is none."""
    path, mark = os.path.join(folder(), "site", name), f"{key}\n".encode()
    with suppress(OSError), open(path, "rb") as stream:
        if stream.readline() == mark:
            return stream.read()
    data = make()
    with suppress(OSError):
        replace(path, mark + data)
    return data


@functools.cache
def sources_key() -> str:
    """Return a hash of the package and the programs, as the key of results made from any of them."""
    contents = hashlib.sha256()
    for root in (Path(__file__).parents[1], Path(catalogue.folder())):
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                contents.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return contents.hexdigest()
