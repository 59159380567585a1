"""Golden pictures of our own making: compared byte by byte, rewritten by `pytest --accept`, shown side by side.

A picture of tests/accepted/ is a PNG of logical colours at the machine's resolution. If a screen differs from it, both
are written side by side to tests/actual/, and deleted when they agree again.
"""

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parents[1]
ACCEPTED, ACTUAL = HERE / "accepted", HERE / "actual"
GAP = 8


def picture(screen):
    """Return the pixels of a screen as an image in the colours of its palette."""
    framebuffer = screen.framebuffer
    image = Image.frombytes("P", (framebuffer.width, framebuffer.height), bytes(framebuffer.pixels))
    image.putpalette([part for colour in screen.palette.rgb(0.0) for part in colour])
    return image


def check(screen, name, accept):
    """Compare a screen with the accepted picture of this name, or accept it."""
    actual = picture(screen)
    path, beside = ACCEPTED / f"{name}.png", ACTUAL / f"{name}.png"
    if accept:
        path.parent.mkdir(parents=True, exist_ok=True)
        actual.save(path, optimize=True)
        return
    assert path.exists(), f"{path.name} was never accepted: look at it after pytest --accept"
    with Image.open(path) as stored:
        accepted = stored.copy()
    if accepted.tobytes() == actual.tobytes() and accepted.size == actual.size:
        beside.unlink(missing_ok=True)
        return
    side_by_side(accepted, actual, beside)
    raise AssertionError(f"{name} differs from what was accepted: see {beside}")


def side_by_side(left, right, path):
    """Write two pictures beside each other, twice their size."""
    path.parent.mkdir(parents=True, exist_ok=True)
    both = Image.new("RGB", (left.width + right.width + GAP, max(left.height, right.height)), (90, 90, 90))
    both.paste(left.convert("RGB"), (0, 0))
    both.paste(right.convert("RGB"), (left.width + GAP, 0))
    both.resize((both.width * 2, both.height * 2), Image.Resampling.NEAREST).save(path)
