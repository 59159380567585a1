"""Saves pictures of the program: a PNG, or a GIF of the last seconds."""

from __future__ import annotations

import os
import time

from retro.machine.view import View
from retro.session.files import whole_file
from retro.session.game import Game

GIF_SECONDS = 30.0
GIF_SCALE = 2


def last_gif(game: Game, now: float) -> bytes:
    """Return a GIF of the last GIF_SECONDS of a game."""
    from retro.session.export import Film, gif_of, last_seconds

    film = Film(1.0, None, since=now - GIF_SECONDS)
    assert game.film is not None
    film.finish(game.film(game.log.copy(), film))
    return gif_of(last_seconds(film.frames, GIF_SECONDS), GIF_SCALE)


def saved(view: View, kind: str, data: bytes, stem: str, ending: str) -> str:
    """Save data through the view or, if it cannot save files, as a new file in the first writable folder.

    Return a sentence for the user.
    """
    reason = ""
    if view.save_file(f"{stem}.{ending}", data):
        return f"{kind} saved: {stem}.{ending}"
    for folder in folders():
        try:
            file = os.path.join(folder, save_new(data, folder, stem, ending))
            return f"{kind} saved: {os.path.normpath(file)}"
        except OSError as error:
            reason = error.strerror or str(error)
    return f"{kind} not saved: {reason}"


def save_new(data: bytes, folder: str, stem: str, ending: str) -> str:
    """Write a file with the time in its name, and a number if it exists; return its name. Raises OSError."""
    name, number = f"{stem}-{time.strftime('%Y-%m-%d-%H%M%S')}", 1
    while True:
        file = f"{name}-{number}.{ending}" if number > 1 else f"{name}.{ending}"
        path = os.path.join(folder, file)
        if not os.path.lexists(path):
            with whole_file(path) as new, open(new, "wb") as stream:
                stream.write(data)
            return file
        number += 1


def folders() -> list[str]:
    """Return the folders in which to save a picture, in the order in which to try them."""
    home = os.path.expanduser("~")
    return [os.curdir, os.path.join(home, "Pictures"), home]
