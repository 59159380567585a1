"""Writes a listing as a disc image for a BBC Micro, or as a tape image for an Electron."""

from retro.basic.media.dfs import NAME, TITLE, write_dfs
from retro.basic.media.files import File
from retro.basic.media.uef import NAME as TAPE_NAME
from retro.basic.media.uef import write_uef
from retro.basic.tokeniser import tokenise

DISC_PAGE, TAPE_PAGE, BASIC_RUNS = 0x1900, 0x0E00, 0x8023
TEXT = 0xFFFF

# A program that fills the memory of a machine without discs is loaded where the disc system lets it begin, and then
# moved down to where it begins on a tape machine. That overwrites the disc system's workspace, so the tape system has
# to be in force by then, and what is to be done must no longer come from the disc: it lies in a function key.
BOOT = """\
LOAD "{name}"
*KEY 0 *TAPE|MFOR I%=0 TO TOP-PAGE STEP 4:I%!&E00=I%!PAGE:NEXT:PAGE=&E00|MOLD|MX=RND(-TIME)|MRUN|M
*FX 138,0,128
"""


def ssd(name: str, listing: str) -> bytes:
    """Return a disc image that runs a listing when SHIFT and BREAK are pressed; the name is for title and file.

    Raises:
        ValueError: The listing cannot be tokenised, the name has no letter or digit, or the disc is full.
    """
    letters = _letters(name)
    boot = BOOT.format(name=letters[:NAME]).replace("\n", "\r").encode()
    program = File(letters[:NAME], DISC_PAGE, BASIC_RUNS, tokenise(listing))
    return write_dfs(letters[:TITLE], [File("!BOOT", 0, TEXT, boot), program])


def uef(name: str, listing: str) -> bytes:
    """Return a tape image from which `CHAIN ""` runs a listing. Arguments and errors are as for `ssd`."""
    return write_uef([File(_letters(name)[:TAPE_NAME], TAPE_PAGE, BASIC_RUNS, tokenise(listing))])


def _letters(name: str) -> str:
    """Return the letters and digits of a name in capitals. Raises ValueError if there are none."""
    letters = "".join(letter for letter in name.upper() if letter.isascii() and letter.isalnum())
    if not letters:
        raise ValueError(f"{name!r} given, a name with letters or digits expected")
    return letters
