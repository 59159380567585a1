"""All answers to the exercises of all programs, right and wrong, each with what is to be said to it."""

from pathlib import Path

from retro.course import trial
from retro.course.answers import HOLDS, solution_of
from retro.course.exercises import NEW_LINE, course_of, has_course
from retro.library.catalogue import entries
from retro.study import unseen

NAMES = [entry.name for entry in entries() if has_course(entry.name)]
EXERCISES = [(name, exercise) for name in NAMES for exercise in course_of(name).exercises]
LEARNER = (Path(__file__).parents[1] / "course" / "learner.py").read_text(encoding="utf-8")
ENDLESS = (trial.ENDLESS, f"a game has no end after {unseen.MOST_QUESTIONS} keys")
SEED = 4  # of the learner's games, in which all the mistakes show

# By the stages of the snake: what is changed in a right program, old and new text, and what is in the sentence.
MISTAKES = {
    1: [
        ("range(a, 7)", "range(7)", "the 28 different pieces are not all there once"),
        ("max(double(computer), double(player))", "pieces[15]", "the snake must be one double"),
        ("Domino snake:", "Snake:", "line 4 is 'Snake: "),
        ('turn = "player" if', 'turn = "computer" if', "moves first, with seven"),
        ("pieces[:14], pieces[14:21]", "pieces[:13], pieces[13:21]", "moves first, with seven"),
        ("max(double(computer)", "min(double(computer)", "a hand holds a higher double"),
    ],
    2: [
        ('"=" * 70', '"=" * 69', "line 1 is '====="),
        ("{number}:{piece}", "{number}: {piece}", "expected '1:["),
        ("    print()\n    text", "    text", "expected an empty line"),
        ("Stock size: {len(stock)}", "Stock size: {len(stock) - 1}", "expected 'Stock size: 14'"),
        ("Status: It's your", "Status: It is your", "Enter your command"),
    ],
    3: [
        ("snake.append(piece", "snake.insert(0, piece", "this lays a piece at the right end"),
        ('print("Invalid input. Please try again.")', 'print("No.")', "this input is no move"),
        ("< 7 else", "< 70 else", "...["),
        ("            held.append(stock.pop())", "            held.append(stock[0])", "Stock size"),
        ("        except ValueError:", "        except KeyError:", "invalid literal for int"),
    ],
    4: [
        ("return STAGE < 4 or k == 0 or", "return True or", "does not fit there"),
        ("else piece[::-1])\n    else", "else piece)\n    else", "turned"),
        ('print("Illegal move', 'print("Invalid move', "this input is no move"),
        ("if fits(computer, k):\n                return k\n    spots", "return k\n    spots", "does not fit there"),
        ("        if fits(player, k):", "        if True:", "this input is no move"),
    ],
    5: [
        ("Status: The game is over. {end}", "Status: Over", "expected 'Status: The game is over"),
        ("(snake[-1][1] if k > 0 else snake[0][0])", "(snake[0][0] if k > 0 else snake[-1][1])", "does not fit there"),
        ("return k\n    return 0", "return k\n    return 1", "does not fit there"),
        (
            "STAGE < 4 or piece[1] == snake[0][0] else piece[::-1]",
            "True else piece",
            "turned so that equal numbers touch",
        ),
        ('turn = "computer" if turn == "player" else "player"', "pass", "expected 'Status: Computer is about"),
        ("        input()\n        move(computer", "        move(computer", "expected no line"),
    ],
}


def learners_program(stage, old="", new=""):
    """Return a right program of a stage of the snake's course, or with a mistake one that always deals the same."""
    text = LEARNER.replace("STAGE = 5", f"STAGE = {stage}")
    assert old in text
    return (
        text.replace(old, new).replace("import random\n", f"import random\n\nrandom.seed({SEED})\n", 1) if old else text
    )


def answers_of(course, exercise):
    """Yield each answer to an exercise that is no stage of the snake: its lines, the seed, and what may be said."""
    failures = [answer.sentence for answer in exercise.answers]
    failures += [f"It does not end: {why}." for why in ENDLESS] if exercise.mistakes else []
    if not exercise.has_code:
        for answer in exercise.answers:
            yield from (([text], 0, [answer.sentence]) for text in answer.text.split("`, `"))
        return
    for seed in range(max(1, len(exercise.mistakes))):
        yield solution_of(course, exercise, seed), seed, [HOLDS]
        yield [], seed, failures
    for answer in exercise.answers:
        yield from ((lines.split(NEW_LINE), 0, [answer.sentence]) for lines in answer.wrong)
