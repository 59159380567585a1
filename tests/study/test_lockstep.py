"""Both sides run: a port and its BASIC listing go line by line, are compared, and the first difference is named."""

from pathlib import Path

import pytest

from retro.frontends.headless import headless, typist
from retro.input.events import Rewind
from retro.machine.frontend import PowerOff
from retro.study.echo import Echo
from tests.support import studies
from tests.support.dominoes_styles import STYLES, keys
from tests.support.live_study import NOTHING_FITS, Studied, to_the_computers_knock

pytestmark = pytest.mark.slow

PROGRAMS = Path(__file__).parents[2] / "programs"


def apart(s):
    """What the rule above the BASIC listing says, without the status of the line."""
    rule = next(line for line in s.lines if line.startswith("── BASIC")).strip("─ ")
    return rule.rpartition("─ ")[2].rpartition(", ")[2]


def stops(pressed, name="dominoes", **choices):
    """The lines of both sides that are marked before each key, without their text, and what is said of them."""
    seen = []

    def player(s, m):
        for key in [*pressed, None]:
            yield
            seen.append((*(int(line.split()[0].rstrip("●")) for line in s.marked), apart(s)))
            if key is None:
                raise PowerOff
            yield key

    Studied(name, player, mode="running", with_basic=True, **choices)
    return seen


def port_line(text, number=0):
    """The number of the line of the port with this text, or of a later one with it."""
    lines = (PROGRAMS / "dominoes.py").read_text(encoding="utf-8").splitlines()
    return [at for at, line in enumerate(lines, 1) if text in line][number]


def test_a_step_in_python_takes_basic_along():
    spots = [port_line(f"  # {number}") for number in (7010, 7020, 7030, 7040)]
    assert [stop[:2] for stop in stops("sss", breakpoints=["PROCSPOTS"])] == [
        (7010, spots[0]),
        (7020, spots[1]),
        (7030, spots[2]),
        (7040, spots[3]),
    ]


def test_the_turn_of_a_for_has_no_line_in_basic():
    """A NEXT goes on behind its FOR, while Python goes through the `for` again."""
    seen = stops("s", breakpoints=["6050"])
    assert seen == [(6050, port_line("# 6050"), "both run"), (6030, port_line("# 6020"), "Python's line has none here")]


def test_a_step_in_basic_takes_python_along_and_shows_lines_that_only_basic_has():
    seen = stops("lssss", breakpoints=["7060"])
    assert seen[1:] == [
        (7060, port_line("# 7060"), "both run"),
        (7070, port_line("# 6040"), "this line has none in Python"),
        (6040, port_line("# 6040"), "both run"),
        (6050, port_line("# 6050"), "both run"),
        (6060, port_line("# 6020"), "this line has none in Python"),
    ]


def test_all_lines_made_from_a_line_of_basic_are_marked():
    def player(s, m):
        yield "l"
        yield
        marked = [at for at, row in enumerate(s.side_screen.text) if "# 14020" in "".join(text for text, _ in row)]
        inks = [s.side_screen.text[at][0][1] for at in marked]
        assert len(marked) > 3
        assert len(set(inks)) == 1
        raise PowerOff

    Studied("dominoes", player, mode="running", with_basic=True, breakpoints=["14020"])


def test_over_stays_beside():
    assert stops("o", breakpoints=["6030"])[1] == (6040, port_line("# 6040"), "both run")


def test_a_knock_is_at_its_line_on_both_sides():
    """Python sets D% below the loop that BASIC leaves in line 15020."""

    def player(s, m):
        yield from to_the_computers_knock(s)
        assert s.live.lockstep.basic.line == 15020
        assert s.marked[0].split() == ["15020", "IF", "D%>N(2)", "D%=7:ENDPROC"]
        assert apart(s) == "both run"
        raise PowerOff

    Studied("dominoes", player, mode="running", with_basic=True, breakpoints=[NOTHING_FITS])


def test_back_brings_both_back():
    seen = stops("ssssssz", breakpoints=["PROCISSUE"])
    assert seen[-1] == seen[-3]


def test_a_key_that_is_rewound_is_rewound_in_both():
    def player(s, m):
        yield
        yield "7"
        yield 2.0
        yield "<f5>"
        yield
        yield [Rewind()]
        yield
        assert (s.live.lockstep.basic.line, apart(s)) == (16050, "both run")
        yield "s"
        yield
        yield "<RETURN>k"
        yield
        assert (s.live.lockstep.basic.line, s.here) == (16060, 'if v.K_s == "k":')
        raise PowerOff

    Studied("dominoes", player, mode="running", with_basic=True)


def test_locals_have_their_names_in_basic():
    def player(s, m):
        yield
        assert s.value("I%")[0] == "1"
        yield "rr"
        yield
        assert s.value("I%")[0] == "3 was 2"
        raise PowerOff

    Studied("dominoes", player, mode="running", with_basic=True, breakpoints=["6050"])


def test_the_names_of_locals():
    study = studies.study("dominoes")
    names = {
        (one.name, name): study.local_name(one, name)
        for one in study
        for name in ("I", "J", "H", "PERIOD", "P", "cheat")
        if study.local_name(one, name) != name
    }
    assert names[("PROCDOUBLES", "H")] == "H%"
    assert names[("PROCDOUBLES", "J")] == "J%"
    assert ("PROCPAUSE", "PERIOD") not in names  # its name is the same
    assert not {name for _, name in names} & {"P", "cheat"}


def test_the_picture_of_basic_stands_in_place_of_the_listings():
    def player(s, m):
        yield "<f3>"
        yield
        basic = s.live.lockstep.basic.machine
        assert s.side_screen.shown is basic.screen
        assert basic.screen.mode.number == 1
        assert basic.screen.text.split()[:5] == m.screen.text.split()[:5] == ["DOMINOES", "YOUR", "HAND", "MY", "HAND"]
        yield "<f3>"
        yield
        assert s.side_screen.shown is s.side_screen.screen
        raise PowerOff

    Studied("dominoes", player, mode="running", with_basic=True, breakpoints=["PROCASK"])


# differences


def changed(folder, port=("", ""), basic=("", "")):
    """Copy Dominoes with a text replaced in the port, or in the listing; return its path."""
    same = "", ""
    for ending, (old, new) in ((".py", port), (".bas", basic), (".md", same)):
        text = (PROGRAMS / f"dominoes{ending}").read_text(encoding="utf-8")
        assert old in text
        (folder / f"dominoes{ending}").write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return str(folder / "dominoes.py")


def first_difference(path):
    """What study says of the first difference in a game, with the procedure that runs; nothing if there is none."""
    pressed, found = keys(STYLES["careless"], 3, "x1KN"), []

    def player(s, m):
        for key in pressed:
            yield
            if s.state == "STOPPED":
                found.extend([s.lines[1].strip(), s.stack[0][0]])
                raise PowerOff
            yield key
        yield
        assert s.state == "ENDED"
        raise PowerOff

    Studied(path, player, mode="running", with_basic=True)
    return found


DIFFERENCES = {
    "a wrong line of the port": (
        {"port": ("v.D_i += 1  # 15040", "v.D_i += 2  # 15040")},
        "At line 15040 BASIC has D%=2, Python D%=3.",
    ),
    "a wrong element of an array": (
        {"port": ("= 1 if J <= I else 0", "= 1 if J < I else 0")},
        "At line 5030 BASIC has D(0,0)=1, Python D(0,0)=0.",
    ),
    "a wrong line of the listing": (
        {"basic": ("D%=D%+1:GOTO 15020", "D%=D%+1:GOTO 15030")},
        "At line 15030 BASIC leaves PROCSELECT, Python goes on at 15020.",
    ),
    "another letter": (
        {"basic": ("Which domino?", "Which dominO?")},
        "BASIC sends 79, Python 111.",
    ),
    "something that only one prints": (
        {"port": ("    m.vdu(7)  # 13010", "    pass  # 13010")},
        "BASIC sends 7, Python nothing.",
    ),
    "a key that only one waits for": (
        {"basic": ("T%=T%-1", "T%=T%-1:K$=GET$")},
        "At line 7060 BASIC waits for a key, Python does not.",
    ),
    "a loop without an end": (
        {"basic": ("T%=T%-1", "REPEAT UNTIL FALSE")},
        "At line 7060 BASIC runs on and on, Python does not.",
    ),
    "an end": ({"basic": ("T%=T%-1", "END")}, "BASIC ends at line 7060, Python goes on at 6040."),
    "an error": (
        {"basic": ("T%=T%-1", "T%=T%-X")},
        "BASIC ends: No such variable at line 7060. Python goes on.",
    ),
    "a local": (
        {"port": ("        m.print(tab(3 * I - 2, v.HY)", "        I = I + 0.5\n        m.print(tab(3 * I - 2, v.HY)")},
        "At line 19020 BASIC has I%=1, Python I%=1.5.",
    ),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_the_first_difference_stops_with_a_sentence(name, tmp_path):
    change, sentence = DIFFERENCES[name]
    said, _ = first_difference(changed(tmp_path, **change))
    assert said.endswith(sentence)


def test_the_second_machine_is_returned_at_its_end():
    echo = Echo(headless(lambda m: None, typist("")))
    assert echo.run(lambda m: m.print("HI"), 1) is echo.machine
    assert echo.machine.screen.text.strip() == "HI"


def test_after_a_difference_python_runs_alone(tmp_path):
    def player(s, m):
        yield
        assert s.state == "STOPPED"
        yield "r"
        yield
        assert s.state == "WAITS FOR A KEY"
        assert apart(s) == "runs no more"
        raise PowerOff

    path = changed(tmp_path, port=("= 1 if J <= I else 0", "= 1 if J < I else 0"))
    Studied(path, player, mode="running", with_basic=True)


def test_what_the_end_sends_is_compared_too(tmp_path):
    pressed = keys(STYLES["first"], 3, "N")

    def player(s, m):
        for key in pressed:
            yield
            yield key
        yield
        assert s.state == "ENDED"
        assert "BASIC sends 0, Python 1." in s.lines[1]
        raise PowerOff

    path = changed(tmp_path, basic=("VDU 23,1,1;", "VDU 23,1,0;"))
    Studied(path, player, mode="running", with_basic=True)


def test_a_whole_game_does_not_differ():
    """One game; `python -m bench.programs.both_sides dominoes` plays many."""
    assert first_difference("dominoes") == []


def test_a_port_that_draws_more_is_compared_in_its_variables():
    """The instructions, a whole game, and the question after it."""
    lines = []

    def player(s, m):
        for key in "IxxxS1DADFG":
            yield
            assert s.state == "WAITS FOR A KEY", s.lines[1]
            lines.append(s.live.lockstep.basic.line)
            yield key
        yield
        assert s.live.lockstep.active
        raise PowerOff

    Studied("african_seeds", player, mode="running", with_basic=True)
    assert lines == [488, 2480, 2480, 2480, 488, 1150, 488, 488, 488, 488, 488]


def test_programs_without_a_listing_of_their_own_run_alone():
    for name in ("snake", "dominoes_plus"):
        s = Studied(name, lambda s, m: typist("")(m), with_basic=True)
        assert s.live.lockstep is None


# going back far


def test_basic_joins_a_replay_that_is_traced_from_near_its_end():
    def here(s):
        both = s.live.lockstep
        return both.line, both.together, both.difference, s.here, both.basic.machine.screen.text

    def player(s, m):
        for key in "1k2k3k4k5k6k":
            yield
            if s.state == "STOPPED":
                yield "r"
                yield
            yield key
        yield "<f5>"
        yield
        seen = []
        for key in ",,,..":
            yield key
            yield
            assert s.state == "STOPPED"
            seen.append(here(s))
            yield "s"
            yield
            assert s.live.lockstep.together
            yield "z"
            yield
            assert here(s) == seen[-1]
        assert {state[1:3] for state in seen} == {(True, "")}
        assert seen[3] == seen[1]
        assert seen[4] == seen[0]
        raise PowerOff

    Studied("dominoes", player, mode="running", with_basic=True)


def test_after_a_difference_basic_does_not_join(tmp_path):
    def player(s, m):
        yield
        assert "BASIC has T%" in s.text
        for key in "rkkkk":
            yield key
            yield
        yield "<f5>"
        yield
        assert s.live.lockstep.difference
        yield ","
        yield
        assert s.live.lockstep.difference.startswith("At line 7060 BASIC has T%")
        yield ","
        yield
        raise PowerOff

    path = changed(tmp_path, port=("    v.T -= 1  # 7060", "    v.T -= 1 if v.T < 26 else 2  # 7060"))
    Studied(path, player, mode="running", with_basic=True)


@pytest.mark.parametrize("name", ["dominoes", "african_seeds", "mahjong", "morgan2"])
def test_both_sides_run_alike_up_to_the_first_key(name):
    def player(s, m):
        yield "r"
        yield
        assert (s.state, s.live.lockstep.difference, s.live.lockstep.together) == ("WAITS FOR A KEY", "", True)
        raise PowerOff

    Studied(name, player, with_basic=True)
