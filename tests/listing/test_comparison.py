"""`retro compare`: a listing renumbered, crunched and with other names is the same; each true change is reported."""

import random
import re

import pytest

from retro.basic.media import listing_images
from retro.basic.tokeniser import tokenise
from retro.cli import main
from retro.listing.comparison import Comparison
from tests.support.studies import study

# By line of dominoes.bas: what to change, and into what.
EDITS = {
    170: ("P%=3-P%", "P%=2-P%"),
    1040: ("16", "15"),
    2060: ("102,0,0,0,102", "102,0,1,0,102"),
    3030: ("1152", "1088"),
    3070: ("150", "100"),
    5030: ("=1", "=2"),
    6050: ("N2", "N1"),
    7060: ("-1", "-2"),
    10020: ("D%=0", "D%<1"),
    11030: ("-1", "0"),
    12070: ("RND(2)", "RND(1)"),
    13130: ("245", "231"),
    14010: ("D%", "1"),
    15010: ("D%=1", "D%=4"),
    16090: ("TF%=0", "TF%=1"),
    17030: ("P1", "50"),
    19030: ("-2", "-1"),
    22070: ("<", ">"),
    25030: ("E%=1", "E%=2"),
    27060: ("9", "8"),
}
NAMES = {"T%": "left%", "RV%": "er%", "LV%": "el%", "D$": "out$", "PROCSELECT": "PROCchoose", "PROCPLOT": "PROCput"}
TARGETS = (15020,)  # of GOTO


def changed(edits):
    """The listing with these lines edited, other names, other numbers, no spaces and remarks, and lines joined."""
    lines = [(line.number, line.text) for line in study("dominoes").listing]
    found, chance = [], random.Random(3)
    for number, text in lines:
        old, new = edits.get(number, ("", ""))
        assert old in text, (number, text)
        text = text.replace(old, new, 1) if old else text
        for one, other in NAMES.items():
            text = re.sub(rf"(?<![\w%$]){re.escape(one)}(?![\w(])", lambda _, other=other: other, text)
        text = re.sub(r"^\s*REM.*|:\s*REM.*", "", text)
        text = re.sub(r"(?<=PROC)(\w+) (?=\w)", r"\1~", text)
        parts = re.split(r'("[^"]*")', text)
        text = "".join(part if part[:1] == '"' else part.replace(" ", "").replace("~", " ") for part in parts)
        if not text:
            continue
        joins = found and not re.search("IF|DATA|^DEF", found[-1][1]) and not text.startswith("DEF")
        joins = joins and number not in TARGETS and not found[-1][1].startswith("ENDPROC") and len(found[-1][1]) < 120
        if joins and chance.random() < 0.6:
            found[-1][1] += f":{text}"
        else:
            found.append([number, text])
    new = {number: 10 * index + 5 for index, (number, _) in enumerate(found, 1)}
    jumps = [
        (new[number], re.sub(r"(?<=GOTO)\d+", lambda line: str(new[int(line[0])]), text)) for number, text in found
    ]
    return "".join(f"{number} {text}\n" for number, text in jumps)


def compared(text):
    original = "".join(f"{line.number} {line.text}\n" for line in study("dominoes").listing)
    return Comparison(tokenise(original), tokenise(text))


def test_other_numbers_names_and_spaces_are_no_differences():
    found = compared(changed({}))
    assert found.differences == []
    names = {one: other for (_, one), (_, other) in found.names.items() if one != other}
    assert names == NAMES


def test_exactly_the_true_edits_are_reported():
    assert len(EDITS) == 20
    found = compared(changed(EDITS))
    assert sorted(one.number for difference in found.differences for one in difference.ours) == sorted(EDITS)
    assert all(len(difference.ours) == len(difference.theirs) == 1 for difference in found.differences)


def test_lines_that_are_missing_or_new_are_reported():
    text = changed({})
    assert text.count("COLOUR3") == 3
    (missing,) = compared(text.replace("COLOUR3\n", "COLOUR3:CLG\n", 1)).differences
    assert ([one.text for one in missing.theirs], missing.ours) == (["CLG"], [])
    assert missing.procedure.startswith("PROC")


@pytest.mark.parametrize(("text", "count"), [("10 GOTO 30\n20 A=1\n30 B=2\n", 0), ("1 GOTO 2\n2 A=1\n3 B=2\n", 1)])
def test_a_jump_leads_to_the_same_line(text, count):
    found = Comparison(tokenise("10 GOTO 30\n20 A=1\n30 B=2\n"), tokenise(text))
    assert [one.number for difference in found.differences for one in difference.ours] == [10] * count


def test_the_command_says_what_is_right_and_how_both_play(tmp_path, capsys):
    path = tmp_path / "own.ssd"
    path.write_bytes(listing_images.ssd("own", changed({15010: EDITS[15010]})))
    assert main(["compare", "dominoes", str(path)]) == 0
    said = capsys.readouterr().out
    counts = {
        sign: (int(same), int(own)) for sign, same, own in re.findall(r"^(\S) \w+: (\d+) of (\d+) lines", said, re.M)
    }
    assert {sign: own - same for sign, (same, own) in counts.items()} == {"■": 0, "◧": 0, "□": 1}
    assert re.search(r"PROCSELECT, □ 15010: D%=1\n  yours: \d+ D%=4\n", said)
    assert "PROCSELECT is PROCchoose" in said
    assert re.search(r"the pictures differ from byte [\d,]+ on: here line \d+ sends it, in yours line [1-9]", said)
