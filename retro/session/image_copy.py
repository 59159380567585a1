"""A copy beside a disc or tape image, with the files that programs have written; the image itself is never changed."""

import os
from errno import ENOSPC

from retro.basic.language.disc import DELETED, by_name, file_of, value_name, value_of
from retro.basic.media import copy_path
from retro.basic.media.files import MediaError
from retro.basic.media.images import Image, read_image, rewrite_image
from retro.machine.tape import decode, encode
from retro.session.files import locked, read_file, replace


class ImageCopy:
    """Saves files of one disc or tape image in a copy of the image, made at the first save.

    path: the path of the copy.
    """

    def __init__(self, image: Image, folder: str) -> None:
        """Take the image, and the folder to lock while the copy is written."""
        self._image, self._folder = os.path.abspath(image.path), folder
        self._original = by_name(image.files)
        self.path = copy_path(self._image)

    def _content(self) -> bytes:
        return read_file(self.path if os.path.exists(self.path) else self._image)

    def load(self, name: str) -> str | None:
        """Return what the copy has for a name of the tape: a file that is not as in the image, or the list of these.

        None if the name is of no such file; an empty text if the copy cannot be read.
        """
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
        """Write a file, saved under a name of the tape, to the copy; return False if the image has none of that name.

        None restores the file of the image. The list of files is not written, as it follows from them. Raises OSError.
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
