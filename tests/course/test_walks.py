"""Walks through the courses by their keys: what is shown after each, and kept in the end, is what was accepted."""

import random
from zlib import crc32

import pytest

from retro.course import progress
from retro.course.exercises import course_of
from retro.course.player import CoursePlayer
from retro.frontends.headless import UnfinishedPlayer, headless
from retro.session.storage import FOLDER_VARIABLE
from tests.support.transcripts import check

pytestmark = pytest.mark.slow

KEYS = [*"HHHWLYNNNAAATTCPFS49BEK", "<UP>", "<DOWN>", "<RETURN>", "<RETURN>", "<ESCAPE>"]
TYPED = {
    "A": ("20", "3", "T%", "1010", "15010", "", "x y", "<ESCAPE>"),
    "T": ("15010 D%=2<RETURN>", "3070 P1=300<RETURN>15010<RETURN>", "no line<RETURN><ESCAPE>", "20 GOTO 9<RETURN>10"),
    "F": ("nothing.py", "stage.py", "<ESCAPE>"),
}


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *(("dominoes", number) for number in (0, 8, 12)),
        *(
            ("snake", 0),
            ("snake", 3),
            ("mahjong", 1),
            ("morgan2", 0),
            ("african_seeds", 2),
            ("mine.py", 0),
            ("mine.py", 1),
        ),
    ],
)
def test_a_course_shows_what_was_accepted(name, seed, accept, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    chance, steps, ways = random.Random(f"{name} {seed}"), [], []
    (tmp_path / "stage.py").write_text("print('?')\n")
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "mine.exercises.md").write_text(COURSE)
    course = course_of(name)

    def player(m):
        for _ in range(60):
            yield
            key = chance.choice(KEYS)
            key += chance.choice(TYPED[key]) + "<RETURN>" if key in TYPED and "typed" not in m.screen.text else ""
            yield key
            yield 0.5
            text, own, _ = m.screen.text.partition(f"/{tmp_path.parts[1]}/")  # the folder of this test
            picture = "" if own else f"{crc32(m.screen.picture(0.0).pixels):x} {m.screen.picture(0.0).rgb}"
            steps.append((key, f"{text}\n{picture}"))

    one = CoursePlayer(course, seed, day=20261126, study=ways.append, tape=progress.tape_of(course))
    try:
        headless(one.main, player)
    except UnfinishedPlayer:
        steps.append(("the end", ""))
    written = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    kept = [f"{path.name} {path.read_bytes() if path.suffix != '.py' else ''}" for path in written]
    text = progress.text_of(course, progress.works_on(progress.tape_of(course), course))
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "anna.json").write_text(text)
    report = progress.report("class")
    check([*steps, ("kept", "\n".join([*kept, *map(str, ways), *report]))], f"course_{name}_{seed}", accept)


OWN = '''\
"""Mine

A program.
"""


def double(number):
    """Double a number."""
    return 2 * number


def main(m):
    """Ask."""
    m.print(double(4))
    m.print(double(m.get()))
'''
COURSE = """\
# A title

About it.

## 1. One (find, 2 minutes)

Which line of `double`?

    retro study mine.py --until double

1. A hint.
2. Another.

| line | |
|---|---|
| `9` | Right: this one. |
| `8`, `20` | Neither. |

## 2. Two (predict, 3 minutes)

What is shown?

1. A hint.

| number | |
|---|---|
| `20` | Right: so it is. |
"""
