"""Links to the project's page that replay a game."""

from base64 import urlsafe_b64encode
from urllib.parse import quote
from zlib import MAX_WBITS, compressobj

from retro.session.event_log import EventLog
from retro.session.format import Header
from retro.session.log_writer import recorded

PAGE = "https://retro-electron.github.io/retro/"


def link_to(name: str, header: Header, log: EventLog) -> str:
    """Return a link that contains the recording of a game, as the page's "copy link" makes it (`share.js`)."""
    packer = compressobj(9, wbits=-MAX_WBITS)
    packed = packer.compress(recorded(header, log)) + packer.flush()
    return f"{PAGE}#game={quote(name)}.jsonl,{urlsafe_b64encode(packed).decode()}"
