"""Descriptions against listings and ports; how descriptions are parsed, and what is refused."""

import re
from collections import Counter

import pytest

from retro.library.errors import LibraryError
from retro.listing.builder import build_study
from retro.listing.description import numbers, read_description
from retro.listing.procedure import SourceLine
from tests.support.studies import study

# Of the published description: by procedure, with those of its list first; then of the story and of what stands behind.
SENTENCES = [1, 1, 6, 8, 1, 5, 7, 4, 1, 1, 2, 1, 4, 6, 2, 2, 4, 1, 1, 1, 1, 1, 2, 3, 1, 3, 6, 6]
STORY, OTHERS = {"S": 12}, {"C": 4, "E": 4}
# What the description leaves open, however likely it is: no entry about these lines may call them documented.
FIXED = re.compile(r"\s*(DEF|REM|(NEXT|ENDPROC|REPEAT)$)")
OPEN = [20020, 26080, 27080, 22020, 22040, 25010, 26010, 26020, 155, 180]


@pytest.fixture(scope="module")
def dominoes():
    return study("dominoes")


def test_every_sentence_is_there_in_order_and_tied_to_lines_or_says_why_not(dominoes):
    sentences = [entry for entry in dominoes.description.entries if entry.is_sentence]
    parts = [*STORY.items(), *enumerate(SENTENCES), *OTHERS.items()]
    expected = [f"{part}.{n + 1}" for part, count in parts for n in range(count)]
    assert [entry.label for entry in sentences] == expected
    assert {entry.label for entry in sentences if not (entry.lines or entry.names) and entry.about != "whole"} == {
        entry.label for entry in sentences if entry.note
    }
    assert [entry.label for entry in sentences if entry.about == "whole"] == ["5.4", "10.1"]


def test_sentences_stand_under_the_procedure_that_they_are_about(dominoes):
    for entry in dominoes.description.entries:
        number = entry.label.partition(".")[0]
        if number.isdecimal() and int(number):
            assert dominoes.procedures[entry.part].number == 1000 * int(number)
            assert not entry.lines or {line // 1000 for line in (number - 1 for number in entry.lines)} & {
                int(number),
                int(number) - 1,
            }


def test_an_entry_is_about_the_procedure_at_the_end_of_its_heading(dominoes):
    subjects = {entry.subject for entry in dominoes.description.entries}
    assert {"main", "PROCASK", "SHOW_COMPUTER_HAND", "The story"} <= subjects
    assert [subject for subject in subjects if ": " in subject] == []


def test_every_line_in_which_something_can_differ_has_one_status(dominoes):
    statuses = {line.number: dominoes.description.status(line.number) for line in dominoes.listing}
    fixed = [line.number for line in dominoes.listing if FIXED.match(line.text)]
    assert len(fixed) > 100
    assert {statuses.pop(number) for number in fixed} == {""}
    assert set(statuses.values()) == {"documented", "inferred", "chosen"}
    for line, status in statuses.items():
        entries = dominoes.description.at(line)
        reasons = {entry.label for entry in entries if not entry.is_sentence}
        assert (status == "documented") == (not reasons), line
        assert status != "inferred" or "chosen" not in reasons


def test_nothing_is_documented_that_the_description_leaves_open(dominoes):
    assert {dominoes.description.status(line) for line in OPEN} == {"chosen"}
    assert {dominoes.description.status(line) for line in (7020, 7030, 16080, 2100, 2320)} == {"inferred"}
    main = {dominoes.description.status(line.number) for line in dominoes.procedures["main"].basic}
    assert main == {"inferred", "chosen", ""}
    assert "not known" in next(entry.text for entry in dominoes.description.at(20020) if not entry.is_sentence)


@pytest.mark.parametrize("name", ["dominoes", "african_seeds", "mahjong", "morgan2", "snake"])
def test_every_number_in_a_text_is_that_of_a_sentence(name):
    entries = study(name).description.entries
    named = {number for entry in entries for number in re.findall(r"`(\w+\.\d+)`", entry.text)}
    assert named
    assert named <= {entry.label for entry in entries}


def test_every_line_in_a_text_is_one_of_the_listing(dominoes):
    texts = [entry.text for entry in dominoes.description.entries]
    assert {int(n) for text in texts for n in re.findall(r"\b\d{4,5}\b", text)} <= {
        line.number for line in dominoes.listing
    }


def test_a_procedure_tells_how_many_of_its_lines_have_each_status(dominoes):
    details = {one.key: one.detail for one in dominoes}
    assert details["PROCFIRST"] == "■ 1 ◧ 1"
    assert details["SHOW_COMPUTER_HAND"] == ""
    counts = Counter()
    for detail in details.values():
        counts.update({sign: int(count) for sign, count in re.findall(r"(\S) (\d+)", detail)})
    assert counts.total() == sum(not FIXED.match(line.text) for line in dominoes.listing)
    assert {one.status for one in dominoes if one.basic} == {"described", "reconstructed"}


def test_the_basic_program_and_an_edition_have_the_same_description(dominoes):
    edition, alone = study("dominoes_plus"), build_study(dominoes.listing_path)
    assert edition.description.entries == alone.description.entries == dominoes.description.entries
    assert alone.procedures["PROCFIRST"].detail == dominoes.procedures["PROCFIRST"].detail
    assert "■" not in edition.procedures["PROCEND"].detail


# any program

LISTING = [SourceLine(10, "PROCA"), SourceLine(20, "DEF PROCA"), SourceLine(30, "  NEXT"), SourceLine(40, "NEXTX=1")]
TEXT = """\
# Title

Anything may stand above the first heading.

## PROCA

- 1.1 [10-30] One
  line more.

- 1.2 [none: a joke] Ha.
- 1.3 [whole] All.
- chosen [NEXT, here] Why.
"""


def test_entries_are_parsed():
    description = read_description(TEXT, "x.md", LISTING, {"here"})
    assert [tuple(entry) for entry in description.entries] == [
        ("1.1", "One line more.", "PROCA", "10-30", (10, 20, 30), (), ""),
        ("1.2", "Ha.", "PROCA", "none", (), (), "a joke"),
        ("1.3", "All.", "PROCA", "whole", (), (), ""),
        ("chosen", "Why.", "PROCA", "NEXT, here", (30,), ("here",), ""),
    ]
    assert [description.status(line.number) for line in LISTING] == ["documented", "", "", ""]
    assert description.counts(LISTING) == {"documented": 1}


def test_the_numbers_of_sentences_about_a_line(dominoes):
    at = dominoes.description.at
    assert [numbers(at(line)) for line in (6010, 2300, 10020, 180)] == ["6.1,2,3", "2.1,5", "10.2", ""]


@pytest.mark.parametrize("about", ["15", "10-35", "PROC", "there"])
def test_a_line_that_is_not_there_is_named(about):
    with pytest.raises(LibraryError, match=rf"^x.md, line 3: found {about}, expected lines of the listing, the word"):
        read_description(f"## A\n\n- 1.1 [{about}] text\n", "x.md", LISTING, {"here"})


@pytest.mark.parametrize("line", ["- 1 [10] text", "- 1.1 text", "text", "- guessed [10] text"])
def test_a_line_that_is_no_entry_is_refused(line):
    with pytest.raises(LibraryError, match=r"^x.md, line 2: found no entry, expected - 1.1 \[100-120\] Sentence"):
        read_description(f"## A\n{line}\n", "x.md", LISTING, ())
