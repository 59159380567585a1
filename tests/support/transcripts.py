"""Accepted transcripts: a checksum of what is shown after each step; `pytest --accept` writes them anew.

A line of tests/accepted/transcripts/NAME.txt is a checksum, or what is shown if that is one word, and the step. Where
it differs from what was accepted, all that is shown is written to tests/actual/NAME.txt: the same test, run on the
version before, shows what was there.
"""

from hashlib import sha256

from tests.support.accepted import ACCEPTED, ACTUAL

SHOWN = 3000  # characters


def check(steps, name, accept):
    """Compare steps, each what is done and the text that is shown then, with an accepted transcript, or accept them."""
    path, actual = ACCEPTED / "transcripts" / f"{name}.txt", ACTUAL / f"{name}.txt"
    lines = [f"{shown if shown.isalnum() else sha256(shown.encode()).hexdigest()[:8]} {done}" for done, shown in steps]
    if accept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([*lines, ""]), encoding="utf-8")
        return
    accepted = path.read_text(encoding="utf-8").splitlines()
    if lines == accepted:
        actual.unlink(missing_ok=True)
        return
    at = next((n for n, pair in enumerate(zip(lines, accepted)) if pair[0] != pair[1]), min(len(lines), len(accepted)))
    actual.parent.mkdir(parents=True, exist_ok=True)
    actual.write_text("".join(f"== {done}\n{shown}\n" for done, shown in steps), encoding="utf-8")
    done, shown = steps[at] if at < len(steps) else ("the end", "")
    raise AssertionError(f"{name} differs at step {at + 1}, {done!r} (all steps are in {actual}):\n{shown[:SHOWN]}")
