"""Serves the site on this machine, with the headers that shared memory needs and the types that browsers insist on."""

from __future__ import annotations

import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HERE = "127.0.0.1"
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Handler(SimpleHTTPRequestHandler):
    """Files of one folder."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Add what every answer has."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *words: Any) -> None:  # noqa: A002
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Answers several requests at a time."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error; a browser that has hung up is none."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(folder: str, port: int = 0) -> Server:
    """A server of a folder, for this machine only. port 0: any that is free. Raises OSError."""
    return Server((HERE, port), functools.partial(Handler, directory=folder))
