"""A program in stages: each function beside that of the stage before, and each objective with its functions."""

import pytest

from retro.commands import listing
from retro.listing.align import changed_rows
from retro.listing.page import page
from tests.support.studies import study

CHANGED = {
    "stage3.snake_text": "stage2.snake_text",
    "stage3.status_text": "stage2.status_text",
    "stage3.display": "stage2.display",
    "stage4.apply_move": "stage3.apply_move",
    "stage4.choose_move": "stage3.choose_move",
    "stage5.choose_move": "stage4.choose_move",
}
SENTENCES = {1: 6, 2: 8, 3: 11, 4: 5, 5: 6}


@pytest.fixture(scope="module")
def snake():
    return study("snake")


def test_a_function_takes_the_place_of_the_last_one_of_its_name(snake):
    replaced = {one.key: snake.replaced_by(one) for one in snake}
    assert {key: old.key for key, old in replaced.items() if old} == CHANGED


def test_the_difference_is_what_the_stage_adds(snake):
    after = snake.procedures["stage4.apply_move"]
    rows = list(changed_rows(snake.procedures["stage3.apply_move"], after))
    assert [row.differs for row in rows] == [False, True]
    assert "oriented(" in rows[-1].after[-1].text


def test_every_objective_is_tied_to_a_function_of_its_stage(snake):
    entries = snake.description.entries
    assert [e.label for e in entries] == [
        f"{stage}.{n + 1}" for stage, count in SENTENCES.items() for n in range(count)
    ]
    for entry in entries:
        assert entry.note or {key.partition(".")[0] for key in entry.names} >= {f"stage{entry.label.partition('.')[0]}"}
    documented = {one.key for one in snake if one.module.startswith("rules/stage") and one.status == "documented"}
    tied = {key for entry in entries for key in entry.names}
    assert {key for key in documented - tied if not key.startswith("stages.")} == set()


def test_a_file_is_listed_with_its_contents_and_before_and_after(capsys):
    listing.run(["snake", "stage4", "--width", "120"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("─ rules/stage4.py ─")
    assert lines[3].split()[:2] == ["stage4.end_of", "ours"]
    assert [line.split()[1:4] for line in lines if "before and after" in line] == [
        ["rules/stage3", "and", "rules/stage4"]
    ] * 2
    assert not any("stage5.py" in line for line in lines)
    assert any(line.startswith("4.2   It is turned") for line in lines)


def test_the_page_shows_the_difference_beside_the_earlier_stage(snake):
    html = page(snake, {})
    assert html.count("<summary>What it changes in rules/stage") == len(CHANGED)
    part = html.partition('id="stage5.choose_move"')[2].partition("</article>")[0]
    assert "What it changes in rules/stage4" in part
    assert part.count('class="differs"') == 1
