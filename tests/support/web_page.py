"""A page of the web front end, made of Python."""

import base64
import json
import zlib

from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.tokeniser import tokenise


def address_with(kind, name, text):
    """Return what stands in an address that carries a file: of the kind game or source."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    code = base64.urlsafe_b64encode(packer.compress(text.encode("latin-1")) + packer.flush()).decode()
    return f"{kind}={name},{code}"


def disc(name, program):
    """Return a disc image with a program in BASIC, as the page has it."""
    return write_dfs("", [File(name, 0, 0, tokenise(program))]).decode("latin-1")


class Off(BaseException):
    """The script of the page is over."""


class Page:
    """A page that sends a script: lists are events, dictionaries requests, numbers the seconds between them.

    storing: seconds until a file is stored.
    """

    storing = 0.0
    stranger = False

    def __init__(self, *script):
        self.script = list(script)
        self.now = self.due = 100.0
        self.posts, self.pictures, self.waits = [], [], []
        self.unstored = 0

    def wait(self, milliseconds):
        self.waits.append(milliseconds)
        self.now += 1e-5
        if self.unstored:
            self.unstored -= 1
            self.now += self.storing
            return json.dumps({"stored": True}) + "\n"
        while self.script and isinstance(self.script[0], float):
            self.due = self.due + self.script.pop(0)
        end = self.now + milliseconds / 1000 if milliseconds >= 0 else float("inf")
        if self.due > end:
            self.now = end
            return ""
        self.now = max(self.now, self.due)
        if not self.script:
            raise Off
        message = self.script.pop(0)
        return json.dumps({"events": message} if isinstance(message, list) else message, ensure_ascii=False) + "\n"

    def post(self, kind, content):
        self.unstored += kind == "file"
        self.posts.append((kind, json.loads(content)))

    def show(self, width, height, pixels, lights):
        self.pictures.append((round(self.now - 100, 4), width, height, pixels, lights))

    def empty(self):
        self.posts.append(("empty", None))

    def posted(self, kind):
        return [content for name, content in self.posts if name == kind]
