"""The copy beside an image that has the files which programs have written; the image itself is never changed."""

import os
from errno import ENOSPC

from retro.basic.language.disc import DELETED, by_name, file_of, value_name, value_of
from retro.basic.media import copy_path
from retro.basic.media.files import MediaError
from retro.basic.media.images import Image, read_image, rewrite_image
from retro.machine.tape import decode, encode
from retro.session.files import locked, read_file, replace


class ImageCopy:
    """Stores the values on the tape that are files of one image; there is a copy once one is saved.

    path: of the copy.
    """

    def __init__(self, image: Image, folder: str) -> None:
        """Take the image, and a folder in which processes lock each other out."""
        self._image, self._folder = os.path.abspath(image.path), folder
        self._original = by_name(image.files)
        self.path = copy_path(self._image)

    def _content(self) -> bytes:
        return read_file(self.path if os.path.exists(self.path) else self._image)

    def load(self, name: str) -> str | None:
        """Return the text of a value: a file that is not as in the image, or the catalogue of these; else None."""
        try:
            files = by_name(read_image(self.path, self._content())) if os.path.exists(self.path) else self._original
        except (OSError, MediaError):
            return ""
        values = {file: value_of(file, data) for file, data in files.items() if self._original.get(file) != data}
        deleted = [DELETED + file for file in self._original if file not in files]
        if values or deleted:
            values[""] = sorted([*values, *deleted])
        return next((encode(name, values[file]) for file in values if value_name(file, self._image) == name), None)

    def save(self, name: str, text: str | None) -> bool:
        """Write the copy with another text of a value, and return True, if it is one of the image. Raises OSError.

        The catalogue follows from the files. Without a text the file is as in the image.
        """
        try:
            with locked(self._folder):
                return self._save(name, decode(name, text) if text is not None else None)
        except MediaError as error:
            raise OSError(ENOSPC, f"{error.error}: {error}") from error
        except OSError as error:
            raise OSError(error.errno, f"{os.path.basename(self.path)}: {error.strerror or error}") from error

    def _save(self, name: str, value: object) -> bool:
        content = self._content()
        files = by_name(read_image(self.path, content))
        written = str(value[0]) if isinstance(value, list) and value else ""
        known = ["", written, *files, *self._original]
        file = next((file for file in known if value_name(file, self._image) == name), None)
        if file:
            original = self._original.get(file)
            present = files.get(file, original)
            new = original if value is None else file_of(value) if written else None
            if new is None:
                files.pop(file, None)
            else:
                files[file] = new._replace(name=present.name if present else file)
            replace(self.path, rewrite_image(self.path, content, [*files.values()]))
        return file is not None
