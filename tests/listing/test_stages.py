"""A program in stages: each function beside that of the stage before, and each objective with its functions."""

import pytest

from retro.listing.align import changed_rows
from retro.listing.page.study_page import page
from tests.support.studies import study

CHANGED = {
    "stage_2": "stage_1",
    "stage_3": "stage_2",
    "stage_4": "stage_3",
    "stage_5": "stage_4",
    "snake_text_3": "snake_text_2",
    "status_text_3": "status_text_2",
    "display_3": "display_2",
    "legal_4": "legal_3",
    "apply_move_4": "apply_move_3",
    "choose_move_4": "choose_move_3",
    "choose_move_5": "choose_move_4",
}
SENTENCES = {0: 4, 1: 12, 2: 12, 3: 25, 4: 13, 5: 14}


@pytest.fixture(scope="module")
def snake():
    return study("snake")


def test_a_function_takes_the_place_of_the_last_one_of_its_name(snake):
    replaced = {one.key: snake.replaced_by(one) for one in snake}
    assert {key: old.key for key, old in replaced.items() if old} == CHANGED


def test_the_difference_is_what_the_stage_adds(snake):
    after = snake.procedures["apply_move_4"]
    rows = list(changed_rows(snake.procedures["apply_move_3"], after))
    assert "oriented(" in rows[-1].after[-1].text
    assert rows[-1].differs


def test_every_objective_is_tied_to_a_function(snake):
    entries = snake.description.entries
    assert [e.label for e in entries] == [
        f"{stage}.{n + 1}" for stage, count in SENTENCES.items() for n in range(count)
    ]
    assert all(bool(entry.names) != bool(entry.note) for entry in entries)
    described = {one.key for one in snake if one.module == "snake" and one.status == "described"}
    assert described - {key for entry in entries for key in entry.names} == {"main"}


def test_the_page_shows_the_difference_beside_the_earlier_stage(snake):
    html = page(snake, {})
    assert html.count("<summary>What it changes in ") == len(CHANGED)
    part = html.partition('id="choose_move_5"')[2].partition("</article>")[0]
    assert "What it changes in " in part
    assert part.count('class="differs"') == 1
