"""Pictures of the program as files: PNG, and a GIF of what was last seen."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.display.screen import Screen
    from retro.overlay.game import Game
    from retro.recording.recorder import Recorder

GIF_SECONDS = 30.0
GIF_SCALE = 2


def save_picture(screen: Screen, now: float, name: str) -> str:
    """Save the picture of a program; return a sentence that says where, or why not."""

    def data() -> bytes:
        from retro.display.screenshots import png

        return png(screen.bare_picture(now))

    return saved("Picture", data, name, "png")


def save_gif(game: Game, recorder: Recorder) -> str:
    """Save a GIF of the last GIF_SECONDS of a game; return a sentence that says where, or why not."""
    return saved("GIF", lambda: last_gif(game, recorder), game.name, "gif")


def last_gif(game: Game, recorder: Recorder) -> bytes:
    """Return a GIF of the last GIF_SECONDS of a game."""
    from retro.recording.export import Film, gif_of, last_seconds

    film = Film(1.0, None, since=recorder.now() - GIF_SECONDS)
    assert game.replay is not None
    film.finish(game.replay(recorder.log.copy(), film))
    return gif_of(last_seconds(film.frames, GIF_SECONDS), GIF_SCALE)


def saved(kind: str, data: Callable[[], bytes], stem: str, ending: str) -> str:
    """Save data under a new name in the first of the folders that can be written to; return a sentence for the user."""
    reason = ""
    try:
        contents = data()
        for folder in folders():
            try:
                file = os.path.join(folder, save_new(contents, folder, stem, ending))
                return f"{kind} saved: {os.path.normpath(file)}"
            except OSError as error:
                reason = error.strerror or str(error)
    except ImportError as error:
        reason = f"{error.name} is not installed"
    return f"{kind} not saved: {reason}"


def save_new(data: bytes, folder: str, stem: str, ending: str) -> str:
    """Write a file with the time in its name, and a number if it exists; return its name. Raises OSError."""
    name, number = f"{stem}-{time.strftime('%Y-%m-%d-%H%M%S')}", 1
    while True:
        file = f"{name}-{number}.{ending}" if number > 1 else f"{name}.{ending}"
        try:
            with open(os.path.join(folder, file), "xb") as stream:
                stream.write(data)
        except FileExistsError:
            number += 1
        else:
            return file


def folders() -> list[str]:
    """Return the folders to try for a picture, in this order."""
    home = os.path.expanduser("~")
    return [os.curdir, os.path.join(home, "Pictures"), home]
