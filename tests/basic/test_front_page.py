"""The front page of a game and its record, as games use them."""

from textwrap import wrap
from types import SimpleNamespace

import pytest

from retro.basic import Choice, FrontPage, Record, option_rows, play_tune, stepped, sure
from retro.frontends.headless import headless
from retro.machine.tape import MemoryTape, encode

DAY = 20261124
RULES = ["Lay all of yours first."]


def on_machine(program, player=None, tape=None):
    """Run a program, and return what it returned."""
    results = []

    def main(m):
        m.tape = tape or m.tape
        results.append(program(m))

    headless(main, player)
    return results[0]


def record_of(m, **arguments):
    return Record(m, "MINE", **arguments)


def ask(*keys, unfinished="", record=lambda one: None, seen=None, **arguments):
    """Ask with a front page of three levels, give it these keys, and return what it returned, and itself."""

    def program(m):
        one = record_of(m, levels=3)
        record(one)
        front = FrontPage("MY GAME", one, rules=RULES, levels=("easy", "fair", "hard"), **arguments)
        return front.ask(m, unfinished), front

    def player(m):
        for key in keys:
            yield
            if seen is not None:
                seen.append(m.screen.text)
            yield key

    return on_machine(program, player)


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ("N", "N"),
        (["<RETURN>"], "N"),
        ("T", "T"),
        ("2", "2"),
        ("X", "X"),
        ("Q", "Q"),
        (["<ESCAPE>"], "Q"),
        (["?", "<ESCAPE>", "N"], "N"),
        (["?", "<RETURN>", "R", "<RETURN>", "O", "B", "N"], "N"),
    ],
)
def test_a_key_of_the_front_page_is_returned(keys, chosen):
    key, front = ask(*keys, day=DAY, two_people=True, more=[Choice("X", "the course")], options=list)
    assert key == chosen
    assert front.record.last == ("" if chosen == "Q" else chosen)


def test_the_level_is_stepped_and_stays():
    key, front = ask("L", "<RIGHT>", "<LEFT>", "n")
    assert (key, front.level, front.record.level) == ("N", 2, 2)
    assert ask("n", record=lambda one: setattr(one, "level", 3))[1].level == 3
    assert ask("n", record=lambda one: setattr(one, "level", 3), level=1)[1].level == 1


def test_what_was_played_last_is_marked():
    assert ask("<RETURN>", two_people=True, record=lambda one: setattr(one, "last", "2"))[0] == "2"
    assert ask("<RETURN>", record=lambda one: setattr(one, "last", "2"))[0] == "N"


def test_an_unfinished_game_goes_on_or_is_given_up_after_a_question():
    seen = []
    assert ask("<RETURN>", unfinished="you hold 3", seen=seen)[0] == "G"
    assert "Go on  you hold 3" in seen[0]
    assert "New game" in seen[0]
    seen.clear()
    assert ask("N", "<RETURN>", "T", "<ESCAPE>", "N", "Y", unfinished="you hold 3", day=DAY, seen=seen)[0] == "N"
    assert "will be lost" in seen[1]


@pytest.mark.parametrize("unfinished", ["", "you hold 3"])
@pytest.mark.parametrize("key", ["Q", "<ESCAPE>"])
def test_quitting_saves_the_level_and_what_was_played_last(key, unfinished):
    tape = MemoryTape()

    def program(m):
        front = FrontPage("MY GAME", record_of(m, levels=3), rules=RULES, levels=("easy", "fair", "hard"))
        front.record.last = "T"
        return front.ask(m, unfinished)

    assert on_machine(program, lambda m: iter(["L", key]), tape) == "Q"
    one = on_machine(lambda m: record_of(m, levels=3), tape=tape)
    assert (one.level, one.last) == (2, "T")


def test_the_page_says_how_today_went():
    seen = []
    ask("Q", day=DAY, opponent="level 3", seen=seen)
    assert "Today  24 Nov, level 3" in seen[0]
    ask("Q", day=DAY, record=lambda one: one.add(1, text="4:12", day=DAY), seen=seen)
    assert "Today  24 Nov, 4:12" in seen[1]
    assert "Won 1 of 1" in seen[1]
    ask("Q", day=DAY, record=lambda one: one.add(-1, text="lost in 19", day=DAY, helped=True), seen=seen)
    assert "Today  lost in 19, with help" in seen[2]


@pytest.mark.parametrize(("foot", "shown"), [("after A. Bee", "after A. Bee. Won 1 of 1"), ("x" * 30, "Won 1 of 1")])
def test_the_foot_leaves_out_what_does_not_fit(foot, shown):
    seen = []
    ask("Q", foot=foot, record=lambda one: one.add(1), seen=seen)
    assert seen[0].splitlines()[-2].strip() == shown


def test_an_option_is_changed():
    shown = [0]
    rows = [lambda: stepped("C", "Colours", ("two", "four"), shown[0], lambda index: shown.__setitem__(0, index))]
    seen = []
    ask("O", "C", "<LEFT>", "<RIGHT>", "<ESCAPE>", "Q", options=lambda: [row() for row in rows], seen=seen)
    assert ["< four >" in text for text in seen[1:5]] == [False, True, False, True]


def test_options_are_attributes():
    settings = SimpleNamespace(dimmed=False, pace=0)
    table = [("X", "Blocked tiles", "dimmed", ("white", "dim")), ("P", "Pace", "pace", ("slow", "fast"))]
    seen = []
    ask("O", "X", "<RIGHT>", "P", "<ESCAPE>", "Q", options=lambda: option_rows(settings, table), seen=seen)
    assert vars(settings) == {"dimmed": 0, "pace": 1}
    assert ["< dim >" in text for text in seen[1:5]] == [False, True, False, False]


@pytest.mark.parametrize(("key", "answer"), [("Y", True), ("N", False), ("<ESCAPE>", False), ("<RETURN>", False)])
def test_a_question_is_answered_with_yes_only(key, answer):
    assert on_machine(lambda m: sure(m, "It is lost."), lambda m: iter([key])) is answer


def filled(m):
    """A record with games of all kinds."""
    one = record_of(m, levels=3)
    assert one.add(1, 2, score=500, text="5:00", day=20261123) == ""
    assert one.add(1, 2, score=400, text="4:00") == "2 in a row, your best"
    assert one.add(-1, 2, day=DAY) == ""
    assert one.add(1, 2, helped=True, score=1, text="0:01", day=20261122) == "With help: not counted"
    assert one.add(0, 1, day=20261020) == ""
    return one


def test_a_game_with_help_counts_apart():
    one = on_machine(filled)
    assert one.counts == [[1, 0, 1, 0, 0, 0], [3, 2, 0, 1, 0, 2], [0] * 6]
    assert one.won == "won 2 of 4"
    assert [text for _, text, _ in one.best] == ["5:00", "4:00"]
    assert one.today(20261122) == "0:01, with help"


def test_the_best_come_first_and_are_five():
    def program(m):
        one = record_of(m, lowest=True)
        news = [one.add(1, score=score, text=str(score)) for score in (9, 8, 9, 7, 6, 5, 4)]
        return [score for score, _, _ in one.best], news

    best, news = on_machine(program)
    assert best == [4, 5, 6, 7, 8]
    assert (news[1], news[2]) == ("Your best", "3 in a row, your best")


def test_the_last_28_days_are_characters():
    one = on_machine(filled)
    assert one.month(DAY) == "." * 25 + "wWL"
    assert one.month(20261116)[0] == "D"
    assert one.month(20261350) == one.month(0) == ""


def test_the_first_game_of_a_day_counts():
    def program(m):
        one = record_of(m)
        one.add(-1, day=DAY)
        one.add(1, day=DAY)
        return one.today(DAY)

    assert on_machine(program) == "lost"


@pytest.mark.parametrize(
    ("results", "text"),
    [("www", "3 days in a row"), ("ww.", "2 days in a row"), ("w", ""), ("wlw", ""), ("w.w", ""), ("", "")],
)
def test_the_days_won_in_a_row_up_to_today_or_yesterday(results, text):
    one = on_machine(record_of)
    for day, result in enumerate(reversed(results)):
        if result != ".":
            one.add(1 if result == "w" else -1, day=DAY - day)
    assert one.days_won(DAY) == text


def test_a_line_to_share():
    one = on_machine(filled)
    assert one.to_share("Mahjong", 20261123) == "retro Mahjong 23 Nov: 5:00, no help"
    assert one.to_share("Mahjong", 20261122) == "retro Mahjong 22 Nov: 0:01, with help"
    assert one.to_share("Mahjong", 20261121) == ""


def test_the_record_is_shown():
    lines = on_machine(filled).lines("Mahjong", DAY, ("easy", "fair", "hard"))
    assert f"{'fair':16}   2   3    0    1   2" in lines
    assert "Best  1  5:00            23 Nov" in lines
    assert "      2  4:00" in lines
    assert ".......  .......  .......  ....wWL" in lines
    assert max(map(len, lines)) <= 38
    assert not any(line.startswith("hard") for line in lines)
    assert "F1 shares" in lines[-1]
    assert on_machine(record_of).lines("Mahjong", 0)[0] == "No game has been finished yet."
    assert not any("F1" in line for line in on_machine(record_of).lines("Mahjong", DAY))


def test_the_record_is_saved():
    tape = MemoryTape()

    def save(m):
        one = filled(m)
        one.level, one.last = 2, "T"
        one.save(m)
        return one.value

    assert on_machine(lambda m: record_of(m, levels=3).value, tape=tape)[1:3] == [0, ""]
    assert on_machine(save, tape=tape) == on_machine(lambda m: record_of(m, levels=3).value, tape=tape)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "rubbish",
        [],
        [1, 2, 3],
        [2, 1, "N", [], [], []],
        [1, 9, "N", [[1] * 5, "x", [-1] * 6, [1] * 6], [["x"], 3], [[1, 2, 3], "x"]],
        [1, -1, "N", [[True] * 6, [1.5] * 6], [[10, "a", 0.5]], [[20261124, 1, "x"], [20261124, "##", "x"]]],
    ],
)
def test_damage_counts_as_not_played(value):
    tape = MemoryTape()
    if value is not None:
        tape.save("MINE", encode("MINE", value))
    one = on_machine(lambda m: record_of(m, levels=3), tape=tape)
    assert (one.level, one.counts, one.best, one.days) == (0, [[0] * 6] * 3, [], {})


def test_f1_tells_the_rules_and_shares_the_line_about_todays_game():
    def program(m):
        record = record_of(m)
        FrontPage("MY GAME", record, rules=RULES, day=DAY).ask(m)
        first = m.own_pages()
        record.add(1, text="4:12", day=DAY)
        return [[(page.title, page.text, page.shares) for page in pages] for pages in (first, m.own_pages())]

    rules = ("How to play", RULES, False)
    shared = ("Share today's game", ["retro My Game 24 Nov: 4:12, no help"], True)
    assert on_machine(program, lambda m: iter(["N"])) == [[rules], [rules, shared]]


def test_a_tune_is_ended_by_a_key_and_not_by_one_typed_before():
    notes = []

    def program(m):
        m.get()
        while len(m.keyboard) < 2:
            m.inkey(-1)
        play_tune(m, "1.2. 0...", 2, lambda: notes.append(m.time))
        m.get()
        play_tune(m, "1.2.3.", 2, lambda: notes.append(-1))

    def player(m):
        yield
        yield "xyz"
        yield 2.0
        yield "x"
        yield 0.19
        yield "n"

    m = headless(program, player)
    assert [note.steps[0][1] for note in m.front.notes if note.steps] == [53, 61, 33, 53, 61]
    assert 19 <= notes[2] - notes[1] <= 21
    assert notes[3:] == [-1, -1]


def test_the_fullest_record_leaves_a_row_to_go_on():
    """Of eight levels, as many as any game has."""
    one = on_machine(lambda m: record_of(m, levels=8))
    for level in range(1, 9):
        one.add(1, level, score=level, text="won 29:4, no help", day=DAY - level)
    one.add(1, 8, score=9, text="won 29:4", day=DAY)
    text = [line for part in one.lines("African Seeds", DAY, ["level"] * 8) for line in wrap(part, 39) or [""]]
    assert len(["RECORD", "", *text, ""]) < 25
