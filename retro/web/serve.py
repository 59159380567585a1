"""Serves the site locally, with the headers that shared memory needs and the MIME types that browsers require."""

import functools
import os
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from retro.library.errors import LibraryError
from retro.web.build import policy

Prepare = Callable[[str], None]
HOST = "127.0.0.1"
NAMES = HOST, "localhost"  # of this machine, in a request
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class Handler(SimpleHTTPRequestHandler):
    """Answers a browser's requests with the files of the site's folder."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }
    protocol_version = "HTTP/1.1"
    timeout = 20  # seconds that a client may be silent in the middle of a request, or idle between two

    def __init__(self, *arguments: Any, policy: str = "", prepare: Prepare, **options: Any) -> None:
        self._headers = HEADERS | ({"Content-Security-Policy": policy} if policy else {})
        self._prepare = prepare
        super().__init__(*arguments, **options)

    def send_head(self) -> Any:
        """Answer 404 without such a file in the folder, 421 for another host's name, 500 if a file cannot be made.

        Without the check of the host's name, a page of another host could read this server's files (DNS rebinding).
        """
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host")
        if host not in NAMES:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, f"This is {' and '.join(NAMES)} alone")
            return None
        try:
            self._prepare(self.path)
            path = os.path.realpath(self.translate_path(self.path))
            if os.path.commonpath([path, os.path.realpath(self.directory)]) != os.path.realpath(self.directory):
                raise ValueError("a link out of the folder")
            return super().send_head()
        except LibraryError as error:
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, explain=str(error))
            return None
        except ValueError:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None

    def list_directory(self, path: Any) -> None:
        """Answer 404: folders are not listed."""
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")

    def end_headers(self) -> None:
        """Add the headers common to all answers."""
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *words: Any) -> None:  # noqa: A002
        """Print nothing about requests."""


class Server(ThreadingHTTPServer):
    """A server that answers several requests at a time."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error of the web server, unless the client has closed the connection or does not read."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


def server(folder: str, port: int = 0, cdn: str = "", prepare: Prepare = lambda path: None) -> Server:
    """Return a server of the site in a folder, for this machine only; port 0 is any free port.

    `cdn` is the address from which the site fetches Python, if it has no copy; `prepare` is called with the path
    of each request before it is answered, and may raise LibraryError. Raises OSError or OverflowError
    if the port cannot be used.
    """
    handler = functools.partial(
        Handler, directory=folder, policy=f"{policy(cdn)}; frame-ancestors 'self'", prepare=prepare
    )
    return Server((HOST, port), handler)
