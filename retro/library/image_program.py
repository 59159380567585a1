"""The BASIC programs of disc and tape images: booted as by SHIFT-BREAK, or chosen from a menu.

For a folder of images, one menu shows the programs of all.
"""

import os
import re
from collections.abc import Sequence
from itertools import zip_longest
from string import ascii_uppercase
from typing import NamedTuple

from retro.basic.errors import BasicError
from retro.basic.language.disc import Disc
from retro.basic.language.tokens import detokenise, program_length
from retro.basic.media import copy_path, is_copy, is_image
from retro.basic.media.files import File, MediaError
from retro.basic.media.images import Image, open_image
from retro.basic.pages import Choice as Row
from retro.basic.pages import Page
from retro.library.basic_program import LARGEST_PROGRAM, read_program, run, run_prompt, title_of
from retro.library.catalogue import PROMPT, PROMPT_DOCSTRING, prompt_info
from retro.library.errors import LibraryError, loading
from retro.library.options import AUTHENTIC, PROGRAM_GROUP, Option
from retro.library.program import Program
from retro.machine.machine import Machine
from retro.session.files import read_file

WIDEST_NAME = 20
FOOT = "Press a letter, or choose with RETURN"
BOOT = "$.!BOOT"
BOOT_COMMANDS = {2: f"*RUN {BOOT}", 3: f"*EXEC {BOOT}"}
LOAD_HELP = "begin with this BASIC program, or the first one of a disc or tape image"
CHAIN_HELP = "run this BASIC program of the image, instead of !BOOT or choosing on the screen"


class Choice(NamedTuple):
    """A BASIC program of an image."""

    image: Image
    file: File

    @property
    def source(self) -> str:
        """The name of the image's BASIC program in tracebacks."""
        return f"{self.image.path}:{self.file.name}"

    @property
    def first_line(self) -> str:
        """The text of the REM in the program's first line, else the line itself."""
        data = self.file.data
        return title_of(data) or detokenise(data[4 : data[3]]).decode("latin-1")

    def play(self, m: Machine) -> None:
        """Run the program, with the files of its image."""
        run(m, self.file.data, self.source, self.image)


def load_image(name: str, path: str) -> Program:
    """Load an image, or a folder of images, as one program that boots or shows a menu. Raises LibraryError."""
    if os.path.isdir(path):
        images = images_in(path)
        if not any(map(programs_of, images)):
            raise LibraryError(f"The folder {name} has no image with a BASIC program")
    else:
        images = [programs_in(path)[0].image]
    boot, title = boot_command(images[0]) if is_image(path) else "", os.path.basename(os.path.abspath(path))

    def main(m: Machine, *, chain: str = "") -> None:
        if boot and not chain:
            run_prompt(m, None, images[0], boot.encode())
        choices = [choice for image in images for choice in programs_of(image._replace(files=Disc(m, image).files()))]
        try:
            chosen = find(choices, chain) if chain else choose(m, title, choices)
        except ValueError as expected:  # it is in the copy, which is not used without the user's tape
            raise BasicError.named("File not found", f"{chain}: expected {expected}") from None
        chosen.play(m)

    def check(chain: str) -> None:
        find([choice for image in images for choice in programs_of(image) + programs_of(copy_of(image))], chain)

    option = Option("chain", str, "", CHAIN_HELP, checks=[check], metavar="NAME", group=PROGRAM_GROUP)
    return Program(name, path, title, main, options=[option], speed=AUTHENTIC)


def load_prompt() -> Program:
    """Return the program of BASIC's prompt, `retro basic`."""

    def main(m: Machine, *, load: str = "") -> None:
        run_prompt(m, *(first_program(load) if load else ()))

    option = Option("load", str, "", LOAD_HELP, checks=[first_program], metavar="FILE", group=PROGRAM_GROUP)
    return Program(PROMPT, prompt_info().path, PROMPT_DOCSTRING, main, options=[option], speed=AUTHENTIC)


def boot_command(image: Image) -> str:
    """Return the command that SHIFT-BREAK runs on an image's !BOOT; empty if there is none, or it is machine code."""
    boot_files = [file for file in image.files if file.name == BOOT]
    if not boot_files or (image.boot == 2 and not is_program(boot_files[0].data)):
        return ""
    return BOOT_COMMANDS.get(image.boot, "")


def images_in(path: str) -> list[Image]:
    """Return the readable images of a folder, by name, without copies that programs have saved in."""
    images = []
    for name in sorted(os.listdir(path), key=str.upper):
        file = os.path.join(path, name)
        if is_image(name) and not is_copy(file):
            try:
                with loading(name):
                    images.append(open_image(file, read_file(file)))
            except LibraryError:
                continue
    return images


def copy_of(image: Image) -> Image:
    """Return the copy of an image in which programs have saved, or the image itself without a readable copy."""
    path = copy_path(image.path)
    try:
        return open_image(path, read_file(path))
    except (OSError, MediaError):
        return image


def programs_of(image: Image) -> list[Choice]:
    """Return the BASIC programs of an image."""
    return [Choice(image, file) for file in image.files if is_program(file.data)]


def programs_in(path: str) -> list[Choice]:
    """Return the BASIC programs of the image in a file. Raises LibraryError."""
    with loading(path):
        programs = programs_of(open_image(path, read_file(path)))
        if not programs:
            raise ValueError("there is no BASIC program in it")
        return programs


def program_in(path: str, name: str) -> tuple[str, bytes]:
    """Return the name in tracebacks and the tokenised program of a BASIC file or image. Raises LibraryError.

    name: the name of a program in the image; may be empty if there is only one, or if !BOOT runs one.
    """
    if not is_image(path) and not name:
        return path, read_program(path)
    programs = programs_in(path)
    if not name and len(programs) > 1 and not (name := booted(programs)):
        names = ", ".join(choice.file.name for choice in programs)
        raise LibraryError(f"{path} has several programs: expected --chain and one of {names}")
    try:
        choice = find(programs, name) if name else programs[0]
    except ValueError as error:
        raise LibraryError(f"{path} has no program {name}, expected {error}") from None
    return choice.source, choice.file.data


def booted(programs: Sequence[Choice]) -> str:
    """Return the name of the program that an image's !BOOT chains or loads; empty if there is none."""
    image = programs[0].image
    for file in image.files if boot_command(image) else ():
        chained = re.search(rb'(?:CH(?:AIN|\.)|LO(?:AD|\.)) *"([^"\r]+)', file.data) if file.name == BOOT else None
        if chained and any(matches(choice, name := chained[1].decode("latin-1")) for choice in programs):
            return name
    return ""


def first_program(path: str) -> tuple[bytes, Image | None]:
    """Return the tokenised program of a file, or of an image its first one, and the image. Raises LibraryError."""
    if not is_image(path):
        return read_program(path), None
    image, file = programs_in(path)[0]
    return file.data, image


def is_program(data: bytes) -> bool:
    """Return whether a file is a tokenised BASIC program that fits into memory."""
    return 2 < program_length(data) <= len(data) <= LARGEST_PROGRAM


def matches(choice: Choice, name: str) -> bool:
    """Return whether a program has this name, in any case, with or without its directories."""
    own = choice.file.name.upper().removeprefix("$.")
    return name.upper().removeprefix("$.") in (own, own.rpartition(".")[2])


def find(choices: Sequence[Choice], name: str) -> Choice:
    """Return the program of an image with this name. Raises ValueError."""
    for choice in choices:
        if matches(choice, name):
            return choice
    raise ValueError(f"one of {', '.join(choice.file.name for choice in choices)}")


def choose(m: Machine, title: str, choices: Sequence[Choice]) -> Choice:
    """Let the user choose a program, unless there is only one. ESCAPE raises Escape.

    Each row has a letter, the program's name and its first line; in a folder also the name of the image.
    """
    if len(choices) == 1:
        return choices[0]
    several = len({choice.image.path for choice in choices}) > 1
    names = [os.path.basename(choice.source) if several else choice.file.name for choice in choices]
    width = min(WIDEST_NAME, max(map(len, names)))
    labels = (f"{name:{width}}  {choice.first_line}" for name, choice in zip(names, choices))
    plain = ("".join(letter if " " <= letter <= "~" else "?" for letter in label) for label in labels)
    rows = [Row(letter, label) for letter, label in zip_longest(ascii_uppercase[: len(choices)], plain, fillvalue="")]
    page = Page(title, rows, foot=FOOT)
    page.key_width = 3
    m.hurried = True  # the page itself takes no time
    m.ask(page)
    m.hurried = False
    m.restart()
    return choices[page.marked]
