"""`retro web`: the machine as a web site."""

from __future__ import annotations

import argparse
import tempfile
import webbrowser

from retro.cli import Failure
from retro.web.build import PYODIDE, BuildError, build
from retro.web.serve import HERE, server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PORT = 8032


def run(words: Sequence[str]) -> int:
    """Build the site, and serve it if that was asked for."""
    chosen = parser().parse_args(words)
    if chosen.cdn and chosen.python:
        raise Failure("--cdn and --python do not go together: Python comes from one place")
    if chosen.out is None and not chosen.serve:
        raise Failure("Nothing to do: expected --out DIR, to write the site, or --serve, to play here")
    if chosen.out is not None:
        written(chosen.out, chosen)
        return serve(chosen.out, chosen) if chosen.serve else 0
    with tempfile.TemporaryDirectory(prefix="retro-web-") as folder:
        written(folder, chosen)
        return serve(folder, chosen)


def parser() -> argparse.ArgumentParser:
    """The parser of the rest of the words."""
    made = argparse.ArgumentParser(
        prog="retro web",
        description="Write the machine as a static web site: in the browser the same programs run, unchanged. Any web "
        f"server can serve it. Python for the browser, pyodide {PYODIDE}, is fetched from npm, once for each build.",
    )
    made.add_argument("--out", metavar="DIR", help="write the site to this folder")
    made.add_argument("--serve", action="store_true", help="serve it on this machine, and open it in the browser")
    made.add_argument("--port", type=int, default=PORT, metavar="N", help=f"the port to serve it at ({PORT}; 0: any)")
    made.add_argument("--no-open", action="store_true", help="with --serve: open no browser, only say the address")
    made.add_argument(
        "--cdn", default="", metavar="URL", help="have browsers fetch Python from there, not from the site"
    )
    made.add_argument("--python", default="", metavar="DIR", help="take Python's files from this folder, not from npm")
    return made


def written(out: str, chosen: argparse.Namespace) -> None:
    """Build, and say so."""
    cdn = chosen.cdn and chosen.cdn.rstrip("/") + "/"
    if cdn and not cdn.startswith(("https://", "http://")):
        raise Failure(f"--cdn {chosen.cdn}: expected an address that begins with https://")
    try:
        files = build(out, cdn, chosen.python, lambda what: print(f"{what} …", flush=True))  # noqa: T201
    except BuildError as error:
        raise Failure(str(error)) from error
    if chosen.out is not None:
        print(f"{out} has the site, {len(files)} files.")  # noqa: T201


def serve(folder: str, chosen: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        made = server(folder, chosen.port)
    except (OSError, OverflowError) as error:
        raise Failure(f"--port {chosen.port} cannot be used: {getattr(error, 'strerror', None) or error}") from error
    address = f"http://{HERE}:{made.server_address[1]}/"
    print(f"The machine is at {address} until you press Ctrl-C.", flush=True)  # noqa: T201
    if not chosen.no_open:
        webbrowser.open(address)
    try:
        made.serve_forever()
    except KeyboardInterrupt:
        print()  # noqa: T201
    finally:
        made.server_close()
    return 0
