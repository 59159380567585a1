"""Read any disc or tape image."""

from retro.basic.media import ENDINGS
from retro.basic.media.adfs import is_adfs, read_adfs
from retro.basic.media.dfs import read_dfs, read_double_sided
from retro.basic.media.files import File, MediaError
from retro.basic.media.uef import is_uef, read_uef


def read_image(name: str, image: bytes) -> list[File]:
    """Return the files of an image. name: the image's file name, whose ending says what it is. Raises MediaError."""
    ending = name.lower()[-4:]
    if ending not in ENDINGS:
        raise MediaError(f"{name}: expected a name ending in {', '.join(ENDINGS)}")
    if ending == ".uef" or is_uef(image):
        return read_uef(image)
    if is_adfs(image) or ending in (".adf", ".adl"):
        return read_adfs(image)
    return read_double_sided(image) if ending == ".dsd" else read_dfs(image)
