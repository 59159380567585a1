"""Golden pictures of our own making: compared byte by byte, rewritten by `pytest --accept`, shown side by side.

A picture of tests/accepted/ is a PNG of logical colours at the machine's resolution. Where one differs,
what came out stands beside what was accepted in tests/actual/, and is gone again when they agree.
"""

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
ACCEPTED, ACTUAL = HERE / "accepted", HERE / "actual"
GAP = 8


def picture(screen):
    """The pixels of a screen, coloured by its palette so that a reader sees what it is."""
    canvas = screen.canvas
    image = Image.frombytes("P", (canvas.width, canvas.height), bytes(canvas.pixels))
    image.putpalette([part for light in screen.palette.lights(0.0) for part in light])
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
