"""The page as the worker's Python sees it: implements `Page` by the JavaScript module `retro_page`."""

import random
from typing import Any

from retro.web.worker import main as play


class BrowserPage:
    """The page, by the functions of a JavaScript module."""

    def __init__(self, module: Any) -> None:
        """Take the module `retro_page`, which says whether its `take` blocks or returns a promise."""
        from pyodide.ffi import run_sync, to_js  # type: ignore[import-not-found]

        self.post, self.empty, self.stranger = module.post, module.empty, module.stranger
        self.wait = module.take if module.blocks else lambda milliseconds: run_sync(module.take(milliseconds))
        self.show = lambda width, height, *arrays: module.show(width, height, *map(to_js, arrays))


def main(module: Any) -> None:
    """Play the programs that the browser's page requests, for ever."""
    random.seed()  # a snapshot of the memory has the same state each time
    play(BrowserPage(module))
