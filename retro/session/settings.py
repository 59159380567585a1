"""The user's settings: how the display looks and how loud the sound is, kept between runs in the user's own folder."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import NamedTuple

from retro.session.files import locked, read_file, replace, sweep
from retro.session.storage import folder

SHARP, TUBE = "sharp", "tube"
SQUARE, TALL = "square", "4:3"
MACHINE = "machine"
VOLUMES = 10  # steps of the volume

CHOICES: dict[str, tuple[object, ...]] = {
    "pixels": (SHARP, TUBE),
    "shape": (SQUARE, TALL),
    "colours": (MACHINE, "distinct", "green", "amber"),
    "volume": tuple(range(VOLUMES + 1)),
    "muted": (False, True),
    "study_detail": (1, 2, 3),
    "told_of_silence": (False, True),
    "greeted": (False, True),
}

FILE, VERSION = "settings.json", 1


class Settings(NamedTuple):
    """What the user has set; the values allowed are in CHOICES.

    told_of_silence, greeted: whether the notices that there is no sound, and how to begin, have been shown.
    """

    pixels: str = SHARP
    shape: str = SQUARE
    colours: str = MACHINE
    volume: int = VOLUMES
    muted: bool = False
    study_detail: int = 1
    told_of_silence: bool = False
    greeted: bool = False


class SettingsStore:
    """The settings, and the file in which they are stored.

    Args:
        path: the file; None: changes are not stored.
        given: settings that apply to this run only.

    Attributes:
        now: the settings in use.
        problem: a sentence if the file exists and could not be read; else empty.
    """

    def __init__(self, path: str | None = None, **given: object) -> None:
        self._path, self.problem = path, ""
        self._kept = Settings()
        if path:
            with suppress(OSError):
                sweep(os.path.dirname(path))
            try:
                self._kept = parsed(read_file(path))
            except FileNotFoundError:
                pass
            except NewerSettings:
                self._path, self.problem = None, "The settings are those of a newer retro: they are left as they are"
            except (OSError, ValueError, RecursionError) as error:
                reason = error.strerror if isinstance(error, OSError) else "the file is damaged"
                self.problem = f"The settings cannot be read: {reason}"
        self.now = self._kept._replace(**given)  # type: ignore[arg-type]

    def _read(self) -> Settings:
        """Return the stored settings, which another process may have changed."""
        try:
            return parsed(read_file(self._path or ""))
        except (OSError, ValueError, RecursionError):
            return self._kept

    def change(self, **changes: object) -> str:
        """Change settings and store them; return why they cannot be stored, or an empty text."""
        self.now = self.now._replace(**changes)  # type: ignore[arg-type]
        import json

        try:
            if self._path:
                with locked(os.path.dirname(self._path)):
                    self._kept = self._read()._replace(**changes)  # type: ignore[arg-type]
                    replace(self._path, json.dumps({"version": VERSION, **self._kept._asdict()}, indent=1).encode())
        except OSError as error:
            return f"Settings not kept: {error.strerror or error}"
        return ""


class NewerSettings(ValueError):
    """Raised for a file of settings in the format of a later version."""


def users_file() -> str:
    """Return the path of the user's settings."""
    return os.path.join(folder(), FILE)


def parsed(data: bytes) -> Settings:
    """Return the settings in the text of their file. Raises ValueError, NewerSettings."""
    import json

    fields = json.loads(data)
    if not isinstance(fields, dict) or type(fields.get("version")) is not int:
        raise ValueError("expected an object with a version")
    if fields["version"] > VERSION:
        raise NewerSettings
    settings = {name: fields[name] for name in CHOICES if name in fields}
    for name, value in settings.items():
        if not any(type(value) is type(choice) and value == choice for choice in CHOICES[name]):
            raise ValueError(f"{name} has the value {value!r}")
    return Settings(**settings)
