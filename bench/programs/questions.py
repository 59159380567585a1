"""Twenty questions that no document prepares, answered by study: `python -m bench.programs.questions`.

Each is asked as a newcomer would: with keys that stand on the screen, in the sizes of a window on a laptop and of two
terminals. A key takes two seconds, as one reads in between, and each letter of a text a third of one; ten seconds are
for the question, and ten for the answer.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from retro.input.events import Mouse
from retro.machine.frontend import PowerOff
from retro.study.view_model import CALM
from tests.support.live_study import Studied

SIZES = {
    "window": {"columns": 153, "rows": 45, "covered": (80, 25)},  # of a screen of 1280 by 800, without its bars
    "120×40": {"columns": 120, "rows": 40, "covered": (40, 25)},
    "80×25": {"columns": 80, "rows": 25, "both": False},
}
READING, KEY, LETTER = 20, 2, 1 / 3  # seconds


class Question(NamedTuple):
    """A question: the program, the keys for study and the program, or a place to click; and words of the answer."""

    text: str
    program: str
    keys: tuple[str | tuple[int, int], ...]
    answer: str


QUESTIONS = (
    Question(
        "Why may I not play this domino?",
        "dominoes",
        ("g", "invalid", "<RETURN>", "2", "u"),
        "neither 1 nor 4 is 3 or 2",
    ),
    Question("Which dominoes are still face down?", "dominoes", ("n", "v", *"DDDD"), "D(3,) 3-0 3-1 · ·"),
    Question("How is a domino drawn at random?", "dominoes", ("g", "spots", "<RETURN>", "u"), "The 6-5 was taken"),
    Question("Who begins, and why?", "dominoes", ("g", "first", "<RETURN>", "u"), "The highest double is your 3-3"),
    Question("What has drawn these red blocks?", "dominoes", ("n", (740, 720)), "PROCDRAW_COMPUTER_HAND"),
    Question(
        "Why does it wait now and then?",
        "dominoes",
        ("/", "wait", "<RETURN>"),
        "PROCPAUSE Wait",
    ),
    Question(
        "Where are the spots added at the end?",
        "dominoes",
        ("/", "spots", "<RETURN>", "<DOWN>"),
        "Add the spots of the N() dominoes left",
    ),
    Question(
        "How does the computer choose its cup?",
        "african_seeds",
        ("g", "analyse", "<RETURN>", "s", "d", "2", "u"),
        "Best first: G is worth 0",
    ),
    Question(
        "When are seeds captured?",
        "african_seeds",
        ("/", "capture", "<RETURN>"),
        "Capture the seeds",
    ),
    Question("Who changes the board?", "african_seeds", ("n", "s", "d", "2", "v", "b"), "is changed by"),
    Question(
        "What is new in stage 4 of the snake?",
        "snake",
        ("/", "stage 4", "<RETURN>"),
        "computer that moves at random",
    ),
    Question("When is it a draw?", "snake", ("/", "draw", "<RETURN>"), "if both ends are the same number"),
    Question(
        "What does the computer count?",
        "snake",
        ("/", "count", "<RETURN>"),
        "how often each number",
    ),
    Question("Which tiles can I take?", "mahjong", ("/", "free", "<RETURN>"), "is_free"),
    Question("What does H do?", "mahjong", ("/", "help", "<RETURN>", "<RETURN>", "h"), "main ▶ play ▶ help_pairs"),
    Question(
        "What is the score made of?", "morgan2", ("/", "score", "<RETURN>", "<DOWN>"), "This is added to the score"
    ),
    Question("Which line places my domino?", "morgan2", ("/", "place", "<RETURN>"), "place_domino"),
    Question(
        "How does level 5 find its move?",
        "dominoes_plus",
        ("n", "/", "level 5", "<RETURN>", *("<DOWN>",) * 7),
        "Level 5 samples two thousand",
    ),
    Question("What if nobody can play?", "dominoes_plus", ("n", "/", "nobody", "<RETURN>"), "PROCBOTH_KNOCKING"),
    Question(
        "What does this loop print?",
        "times.bas",
        ("g", "I=3", "<RETURN>", "7", "<RETURN>"),
        'PRINT 3;" TIMES ";7;" IS ";21',
    ),
)
TIMES = """\
10 REM Times table
20 INPUT "Which table",N
30 FOR I=1 TO 10
40 PRINT I;" TIMES ";N;" IS ";I*N
50 NEXT
60 A$=GET$
"""


def seconds(question: Question) -> float:
    """Return how long a person takes, by the times above."""
    letters = sum(len(key) for key in question.keys if isinstance(key, str) and key[0] not in "<")
    texts = [key for key in question.keys if not isinstance(key, str) or len(key) == 1 or key[0] == "<"]
    return READING + KEY * len(texts) + LETTER * letters


def answered(question: Question, size: str) -> str:
    """Return what study shows at last, with single spaces: the right column, the left one, and whole rows."""
    shown = []

    def player(s, m):
        for key in question.keys:
            yield 4.0
            yield key if isinstance(key, str) else [Mouse(*key, 1), Mouse(*key, 0)]
        yield 4.0
        shown.append(" ".join(re.sub("[│┤]", " ", line) for line in s.beside))
        shown.append(" ".join(line[: s.panel.left] for line in s.lines))
        shown.append(" ".join(s.lines))
        raise PowerOff

    Studied(question.program, player, detail=CALM, **SIZES[size])
    return re.sub(r"\s+", " ", " ".join(shown))


def main() -> None:
    """Ask all questions in all sizes."""
    with open("times.bas", "w", encoding="latin-1") as file:
        file.write(TIMES)
    for question in QUESTIONS:
        found = [size for size in SIZES if question.answer in answered(question, size)]
        print(f"{seconds(question) / 60:.1f} minutes  {question.text}  {', '.join(found) or 'not answered'}")


if __name__ == "__main__":
    main()
