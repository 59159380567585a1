"""`retro web`: builds the web site with the machine, and serves it."""

import contextlib
import tempfile
import webbrowser
from collections.abc import Sequence

from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option
from retro.web.build import build
from retro.web.errors import BuildError
from retro.web.pyodide import VERSION
from retro.web.serve import HOST, server
from retro.web.study_pages import pages_on_demand

PORT = 8032
LARGEST_PORT = 65535


def run(words: Sequence[str]) -> int:
    """Build the site and, with --serve, serve it. All arguments are checked before the build, which takes long."""
    args = command().parse(words)
    check(args)
    with contextlib.ExitStack() as stack:
        out = args.out or stack.enter_context(tempfile.TemporaryDirectory(prefix="retro-web-"))
        opened = None
        if args.serve:  # the port is taken now; requests are answered once the site is there
            try:
                pages = [] if args.out else [pages_on_demand(out)]
                opened = stack.enter_context(server(out, args.port, args.cdn, *pages))
            except OSError as error:
                raise LaunchError(f"--port {args.port} cannot be used: {error.strerror}") from error
        count = build_site(out, args)
        if args.out:
            say(f"{out} has the site, {count} files.")
        if opened:
            address = f"http://{HOST}:{opened.server_address[1]}/"
            say(f"The machine is at {address} until you press Ctrl-C.")
            if not args.no_open:
                webbrowser.open(address)
            try:
                opened.serve_forever()
            except KeyboardInterrupt:
                say("")
    return 0


def command() -> Command:
    """Return the arguments and options of `retro web`."""
    about = (
        "Write the machine as a static web site: in the browser the same programs run, unchanged. Any web server can "
        f"serve it. Python for the browser, pyodide {VERSION}, is fetched from npm once and kept; so are study's "
        "pages, which --serve without --out makes when they are asked for."
    )
    address = "where the site will be: other sites show its picture only by this"
    port = f"the port to serve at ({PORT}; 0: any free port)"
    return Command(
        "web",
        about,
        options=[
            Option("out", str, None, "write the site to this folder", metavar="DIR"),
            Option("serve", bool, False, "serve the site on this machine and open it in the browser"),
            Option("port", int, PORT, port, allowed=range(LARGEST_PORT + 1)),
            Option("no_open", bool, False, "with --serve: print the address, open no browser"),
            Option("cdn", str, "", "have browsers fetch Python from there, not from the site", metavar="URL"),
            Option("address", str, "", address, metavar="URL"),
            Option("python", str, "", "take Python's files from this folder, not from npm", metavar="DIR"),
        ],
    )


def check(args: Args) -> None:
    """Raise LaunchError for arguments of `retro web` that exclude each other."""
    if args.cdn and args.python:
        raise LaunchError("--cdn and --python do not go together: give one source of Python")
    if args.out is None and not args.serve:
        raise LaunchError("Nothing to do: expected --out DIR, to write the site, or --serve, to play here")
    for name in ("cdn", "address"):
        given = getattr(args, name)
        if given and not given.startswith(("https://", "http://")):
            raise LaunchError(f"--{name} {given}: expected an address that begins with https://")
        setattr(args, name, given and given.rstrip("/") + "/")


def build_site(out: str, args: Args) -> int:
    """Build the site, and print a line for each step; return the number of files."""
    try:
        report = lambda step: say(f"{step} …")  # noqa: E731
        return len(build(out, args.cdn, args.python, report, with_study=bool(args.out), address=args.address))
    except BuildError as error:
        raise LaunchError(str(error)) from error
