"""Courses as people work at them: pages, typed lines, files in Python, progress, reports, and damaged files."""

import pytest

from retro.cli import main
from retro.commands.games import from_link
from retro.course.answers import HOLDS
from retro.course.exercises import course_of, read_course
from retro.course.player import CoursePlayer
from retro.course.progress import NAME, VERSION, Work, tape_of, text_of, works_in, works_on
from retro.frontends.headless import headless
from retro.library.errors import LibraryError
from retro.machine.tape import encode

COURSE = """# A title

About it.

## 1. One (find, 2 minutes)

Which line?

1. A hint.

| line | |
|---|---|
| `20` | Right: this one. |
| `10`, `30` | Neither. |
"""
DAY = 20261126
SHEET_PARTS = ("--until '15010 IF T%=1'", "# Answers", "# Dominoes: from the first line", "27 exercises", "retro study")


@pytest.fixture(autouse=True)
def in_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def shown(*steps, number=0):
    """Return the screens of the course of Dominoes after each key or script of these."""
    screens = []

    def player(m):
        yield
        for step in steps:
            yield step
            yield
            screens.append(m.screen.text)

    headless(CoursePlayer(course_of("dominoes"), number, day=DAY).main, player)
    return screens


# pages


def test_an_answer_is_heard_and_the_sentence_of_a_wrong_one_shown():
    one, wrong, hint, right = shown("8", "A4<RETURN>", "H", "A3<RETURN>")
    assert "8. The computer chooses (predict, 4 minutes)" in one
    assert "me  0-0 0-5 2-3 3-6 0-4 1-1" in one
    assert "Hint 1 of 3" in one
    assert "the search ends at the first one that fits" in " ".join(wrong.split())
    assert "Both ends of the line are 3" in hint
    assert "Right: neither 0-0 nor 0-5 has a 3" in right


def test_an_answer_may_be_written_in_several_ways():
    course = course_of("dominoes")
    for number, text, is_right in (
        (2, "1010", True),
        (2, " 1000 ", True),
        (2, "line 1010", True),
        (8, "D% = 3", True),
        (2, "90", False),
        (2, "line 90", False),
        (2, "x", False),
    ):
        assert course.exercises[number - 1].answered(text).is_right == is_right


def test_what_is_no_number_gets_the_sentence_that_one_is_wanted():
    loop, choice = (course_of("dominoes").exercises[number - 1] for number in (3, 8))
    assert loop.answered("7*7").sentence == "7*7 is not the answer: a number is wanted."
    assert choice.answered("2-3").sentence.startswith("That domino it is.")


def test_lines_of_basic_are_typed_and_checked():
    typed, checked = shown("T3070 P1=30<RETURN>no line<RETURN><RETURN>", "C", number=12)
    assert "3070 P1=30" in typed
    assert "P1 must be 300 hundredths" in checked
    assert HOLDS in shown("T3070 P1=300<RETURN><RETURN>", "C", number=12)[1]


def test_escape_while_answering_goes_back_to_the_question():
    assert "8. The computer chooses" in shown("A4<ESCAPE>", number=8)[0]
    assert "12. A longer look" in shown("T3070 P1=30<RETURN><ESCAPE>", number=12)[0]


def test_procedures_are_listed_in_both_languages():
    basic, back, python = shown("L", "<RETURN>", "Y", number=8)
    assert "15030 IF R(2,D%)=RV%" in basic
    assert "The computer chooses" in back
    assert "while v.D_i <= v.N[2]:" in python


def test_the_question_stands_above_a_listing_that_leaves_room():
    (short,), (long,) = shown("L", number=8), shown("L", number=1)
    assert "me  0-0 0-5 2-3 3-6 0-4 1-1" in short
    assert "15030 IF R(2,D%)=RV%" in short
    assert "A program in BASIC" not in long


def test_the_answer_is_shown_after_all_hints_and_a_try():
    screens = shown("H", "H", "H", "W", number=8)
    assert "Show the answer" not in screens[2]
    screens = shown("H", "H", "H", "A1<RETURN>", "W", number=8)
    assert "Show the answer" in screens[3]
    assert screens[4].split("\n")[2].strip() == "3"
    assert "Right: neither 0-0 nor 0-5 has a 3" in screens[4]


def test_the_list_says_what_its_signs_mean():
    assert "# solved  h solved with hints  - tried  . not yet" in shown("<ESCAPE>", number=1)[0]


def test_a_file_in_python_is_written_and_checked(tmp_path):
    told, unchanged = shown("P", "F", number=17)
    assert "my_dominoes.py" in told
    assert "It takes one that fits, but there is a newer one" in unchanged
    text = (tmp_path / "my_dominoes.py").read_text()
    (tmp_path / "my_dominoes.py").write_text(
        text.replace("v.D_i = 1 ", "v.D_i = v.N[2] ").replace("<= v.N[2]:", "and v.D_i > 0:").replace("+= 1", "-= 1")
    )
    assert main(["course", "dominoes", "17", "my_dominoes.py"]) == 0


def test_a_file_keeps_what_somebody_has_written(tmp_path):
    shown("P", number=19)
    path = tmp_path / "my_dominoes.py"
    assert "PROCDOUBLES=PROCDOUBLES" in path.read_text()
    path.write_text(path.read_text().replace("v.D_i = 0", "v.D_i = 0  # mine"))
    shown("P", number=19)
    assert "# mine" in path.read_text()


# the command line


def test_a_wrong_file_has_status_1_and_its_sentence(capsys, tmp_path):
    assert main(["course", "dominoes", "17", "dominoes"]) == 1
    assert capsys.readouterr().out.startswith("It takes one that fits")
    for line, sentence in (
        ("15010 GOTO 15010", "It does not end"),
        ("15010 D%=1/0", "It stops with an error: Division by"),
    ):
        (tmp_path / "my_dominoes.bas").write_text(f"    0 REM Edition of dominoes\n{with_line(line)}")
        assert main(["course", "dominoes", "17", "my_dominoes.bas"]) == 1
        assert capsys.readouterr().out.startswith(sentence)


def with_line(line):
    """Return the listing of Dominoes with a line in the place of that of its number."""
    lines = CoursePlayer(course_of("dominoes"), day=DAY)._listing.listing
    return "".join(line + "\n" if line.startswith(str(one.number)) else f"{one.number} {one.text}\n" for one in lines)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing"], "nothing"),
        (["dominoes", "99"], "dominoes has no exercise 99: expected a number from 1 to 27"),
        (["--report", "nowhere"], "nowhere cannot be read"),
        ([], "Which course?"),
        (["dominoes", "1", "dominoes"], "is answered, not programmed"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words, sentence, capsys):
    assert main(["course", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_sheet_has_questions_and_answers_apart(capsys):
    assert main(["course", "dominoes", "--sheet"]) == 0
    text = capsys.readouterr().out
    assert all(part in text for part in SHEET_PARTS)
    questions, _, answers = text.partition("# Answers")
    for exercise in course_of("dominoes").exercises:
        assert exercise.question[0] in questions
        assert exercise.hints[0] not in questions
        assert exercise.hints[0] in answers


# progress


def test_progress_is_kept_listed_exported_and_reported(capsys, tmp_path):
    course = course_of("dominoes")
    works = works_in(course)
    works[0], works[1], works[2] = Work(20261126, 1, 0, ["20"]), Work(20261126, 2, 1, ["1010"]), Work(0, 1)
    tape_of(course).save(NAME, text_of(course, works))
    assert works_on(tape_of(course), course) == works
    (tmp_path / "class").mkdir()
    assert main(["course", "dominoes", "--list"]) == 0
    assert main(["course", "dominoes", "--export", "class/anna.json"]) == 0
    (tmp_path / "class" / "bob.json").write_text("{}")
    capsys.readouterr()
    assert main(["course", "--report", "class"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["anna", "#", "h", "-", *["."] * 24, "2", "of", "27"]
    assert lines[-1].startswith("bob.json: this is no file of")


def test_damaged_progress_counts_as_not_done():
    course = course_of("dominoes")
    tape, nothing, work = tape_of(course), works_in(course), Work(tries=1, lines=["20 GOTO 10"])
    for value, expected in (
        ([VERSION + 1, "dominoes", [[0, 1, 0, []]]], nothing),
        ([VERSION, "snake", [[1, 1, 1, []]]], nothing),
        ([VERSION, "dominoes", [[1, "x", 1, []], 7, [0, 0, 0, [7]]]], nothing),
        ([VERSION, "dominoes", [[0, 1, 0, ["20 GOTO 10"]]] * 100], [work] * len(nothing)),
        ("x", nothing),
    ):
        tape.save(NAME, encode(NAME, value))
        assert works_on(tape, course) == expected
    tape.save(NAME, "damaged")
    assert works_on(tape, course) == nothing


def test_progress_survives_the_course():
    course = course_of("dominoes")
    assert main(["course", "dominoes", "1", "--front", "headless", "--keys", "A20<RETURN>"]) == 0
    assert works_on(tape_of(course), course)[0].day == 0  # scripts keep nothing
    headless(CoursePlayer(course, 1, day=DAY, tape=tape_of(course)).main, lambda m: iter([None, "A20<RETURN>", None]))
    assert works_on(tape_of(course), course)[0].sign == "#"


# the format


def test_a_course_is_read():
    course = read_course("mine", COURSE, "mine.exercises.md")
    (exercise,) = course.exercises
    assert (course.title, course.about, exercise.hints) == ("A title", ["About it."], ["A hint."])
    assert exercise.answered("30").sentence == "Neither."
    assert exercise.answered("7").sentence == "7 is not the answer."


def test_a_program_of_ones_own_has_exercises(tmp_path, capsys):
    (tmp_path / "mine.py").write_text('"""Mine."""\n\n\ndef main(m):\n    m.get()\n')
    (tmp_path / "mine.exercises.md").write_text(COURSE)
    assert main(["course", "mine.py", "--list"]) == 0
    assert "One" in capsys.readouterr().out
    (tmp_path / "mine.exercises.md").write_text(COURSE.replace("1. One", "1. Another"))
    assert main(["course", "mine.py", "--list"]) == 0
    assert "Another" in capsys.readouterr().out
    (tmp_path / "mine.exercises.md").write_text(COURSE)
    assert main(["course", "mine.py", "1", "--front", "headless", "--keys", "A20<RETURN>", "--screen", "-"]) == 0
    assert "Right: this one." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("1. One", "2. One", "expected 1. Title (kind, 3 minutes)"),
        ("(find", "(seek", "of a kind of predict, find"),
        ("Which line?", "> Which line?", "exercise 1: found '> Which line?'"),
        ("Which line?", "    retro play x", "expected a command of retro study"),
    ],
)
def test_a_mistake_in_the_file_is_told(old, new, sentence):
    with pytest.raises(LibraryError, match=r"mine\.exercises\.md.*") as error:
        read_course("mine", COURSE.replace(old, new), "mine.exercises.md")
    assert sentence in str(error.value)


def test_commands_take_links_of_the_page(capsys):
    front = ["--front", "headless", "--screen", "-"]
    assert main(["study", "#study=dominoes,at=PROCSELECT,seed=3", *front]) == 0
    assert "You must play first: the 3-3" in capsys.readouterr().out
    assert main(["course", "https://example.org/#dominoes,course=8", *front]) == 0
    assert "8. The computer chooses" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#study=dominoes,at=PROCPLOT,keys=33,seed=3", "dominoes --until PROCPLOT --keys 33 --seed 3"),
        ("https://example.org/retro/#study=dominoes,at=15040", "dominoes --until 15040"),
        ("#dominoes,course=8", "dominoes 8"),
        ("#dominoes,course=yes", "dominoes"),
    ],
)
def test_a_link_is_the_words_of_a_command(link, words):
    assert from_link([link, "--mute"]) == [*words.split(), "--mute"]


def test_one_key_leads_from_study_to_the_exercises(capsys):
    assert main(["study", "dominoes", "--front", "headless", "--keys", "x", "--screen", "-"]) == 0
    assert "26. A player that counts" in capsys.readouterr().out
