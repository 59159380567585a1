"""The authentic speed of BASIC programs, against the cycles that they took on the Electron."""

import json
from pathlib import Path

import pytest

from bench.basic_time import ERROR, RUN, of_corpus, seconds
from retro.basic.language import tree
from retro.basic.language.interpreter import Basic
from retro.basic.language.regions import RegionCompiler
from retro.basic.language.timing import costs, parts_of, place
from retro.cli import main
from retro.frontends.headless import Headless
from retro.launcher.launcher import Launcher

MODEL = Path(__file__).parents[2] / "model"
BENCHMARKS = MODEL / "basic-bench"
CORPUS, EDGES = MODEL / "basic-programs.jsonl", MODEL / "basic-edges.jsonl"
CYCLES = json.loads((BENCHMARKS / "cycles.json").read_text())["programs"]


@pytest.mark.parametrize("name", CYCLES)
def test_a_benchmark_takes_the_electrons_time(name):
    front = Headless()
    launcher = Launcher("authentic", 1, keep=False)
    m = front.run(launcher.new(launcher.program(str(BENCHMARKS / name))), 1)
    assert m.now == pytest.approx(CYCLES[name]["elkMode6"]["seconds"], rel=0.08)


def test_programs_of_the_corpus_take_the_electrons_time():
    rows = list(of_corpus(CORPUS, 25))
    near = [name for name, electron, ours in rows if ours == pytest.approx(electron, rel=0.15)]
    assert len(near) >= 0.85 * len(rows)


LOOPS = {
    "strings-025": "a text that grows to 255 characters",
    "memory-020": "texts of 200 characters",
    "programs-021": "READ and RESTORE",
    "data-033": "READ of a long text",
    "vdu-020": "READ, and characters of its own",
    "programs-009": "characters of its own",
    "programs-061": "numbers with two decimal places",
    "programs-072": "numbers with one decimal place",
    "numbers-058": "numbers of few digits",
}
CASES = [case for case in map(json.loads, CORPUS.read_text().splitlines()) if case["name"] in LOOPS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: LOOPS[case["name"]])
def test_programs_of_one_kind_take_the_electrons_time(case):
    around = RUN + ERROR * bool(case["error"])
    share = 0.17 if case["name"] == "data-033" else 0.08
    keys = case.get("keys", ()), case.get("held", ())
    assert 2_000_000 * seconds(case["program"], *keys) + around == pytest.approx(case["cycles"], rel=share)


def test_a_number_takes_time_for_each_digit_that_its_format_asks_for():
    formats = (0x30A, 0x90A, 0x2000A, 0x2030A)  # 3 and 9 digits; none and 3 behind the point of 12
    times = [seconds([f"10 @%={number_format}:PRINT 12.5"]) for number_format in formats]
    assert [2_000_000 * (time - times[0]) for time in times] == pytest.approx([0, 9000, -1500, 3000], abs=900)


@pytest.mark.parametrize(("counter", "centiseconds"), [("I%", 24), ("I", 67)])
def test_an_empty_loop_takes_the_electrons_time(counter, centiseconds):
    assert 100 * seconds([f"10 FOR {counter}=1 TO 1000:NEXT"]) == pytest.approx(centiseconds, rel=0.1)


def test_a_bar_chart_of_triangles_in_mode_1_takes_the_electrons_time():
    cases = map(json.loads, CORPUS.read_text().splitlines())
    chart = next(case for case in cases if case["name"] == "programs-012")
    assert seconds(chart["program"]) == pytest.approx(chart["cycles"] / 2_000_000, rel=0.05)


def test_mode_0_to_3_are_slower_as_the_screen_takes_the_memory():
    loop = ["20 FOR I=1 TO 1000:A=A*2/2:NEXT"]
    at_rest = seconds(loop)
    slow = [seconds([f"10 MODE {mode}", *loop]) - seconds([f"10 MODE {mode}"]) for mode in (0, 1, 2, 3, 4, 6)]
    assert [share / at_rest for share in slow] == pytest.approx([2.08, 2.08, 2.08, 1.68, 1, 1], rel=0.01)


@pytest.mark.parametrize(
    ("short", "long", "cycles"),
    [
        ("A$=STRING$(1,B$)", "A$=STRING$(200,B$)", 12_000),
        ("DIM A(1)", "DIM A(1000)", 135_000),
        ("PRINT 1;", "PRINT 1E20;", 22_000),
        ("GOTO 1", "GOTO 900", 325),
    ],
)
def test_time_depends_on_values(short, long, cycles):
    rest = ["0 GOTO 10", "1 END", '10 B$="*"', *(f"{number} REM" for number in range(30, 40)), "900 END"]
    times = [seconds([*rest, f"20 {statement}"]) for statement in (short, long)]
    assert 2_000_000 * (times[1] - times[0]) == pytest.approx(cycles, rel=0.3)


@pytest.mark.parametrize(
    ("node", "parts"),
    [
        (tree.Variable("A%"), {"A%": 1}),
        (tree.Variable("a%"), {"name": 1, "letter": 0, "sign": True}),
        (tree.Variable("AB"), {"name": 1, "letter": 1, "sign": False}),
        (tree.Variable("A%B"), {"name": 1, "letter": 2, "sign": False}),
        (tree.Element("AB$", [tree.Constant(1), tree.Constant(2)]), {"element": 1, "subscript": 2, "letter": 1}),
        (tree.Memory("?", tree.Constant(1)), {"memory": 1, "offset": False}),
        (tree.Memory("?", tree.Constant(1), tree.Constant(2)), {"memory": 1, "offset": True}),
    ],
)
def test_the_parts_of_finding_a_variable(node, parts):
    assert dict(place(node)) == parts


@pytest.mark.parametrize("timed", [False, True])
def test_only_the_authentic_speed_counts_time_in_the_compiled_program(timed):
    basic = Basic(Headless().run(lambda m: None, 1))
    basic.load_text('10 FOR I=1 TO 9:A$=A$+"X":PRINT I:NEXT:DIM B(5):IF A$="" THEN 10 ELSE REPEAT:UNTIL TRUE')
    basic.program.timed = timed
    lines = [text for _, text, *_ in RegionCompiler(basic.program, basic.program.first, False).compile()]
    assert any("delay" in text or "converting" in text for text in lines) == timed


@pytest.mark.slow
def test_every_statement_has_a_time_and_every_part_in_the_table_is_part_of_one():
    found = set()
    basic = Basic(Headless().run(lambda m: None, 1))
    for line in (CORPUS.read_text() + EDGES.read_text()).splitlines():
        basic.load_text("\n".join(json.loads(line).get("program", ["10"])))
        for _, address, _ in basic.program.texts():
            for statement in basic.program.statements(address)[0]:
                inner = getattr(statement, "then", ())
                found |= {name for each in (statement, *inner) for name, _ in parts_of(each, basic.program)}
    assert set(costs()) - found == {"unnamed real"}  # which a region tells


def test_a_recording_at_the_authentic_speed_is_replayed(tmp_path, capsys):
    program, recording = tmp_path / "program.bas", tmp_path / "game.jsonl"
    program.write_text("10 FOR I=1 TO 99:A=SIN(I):NEXT:PRINT TIME:PRINT GET:PRINT TIME\n")
    argv = ["play", str(program), "--front", "headless", "--speed", "authentic", "--keys", "k", "--record"]
    assert main([*argv, str(recording), "--screen", "-"]) == 0
    first, key, second = (int(word) for word in capsys.readouterr().out.split())
    assert first == pytest.approx(335, rel=0.15)
    assert (key, second) == (ord("k"), pytest.approx(first, abs=9))
    assert main(["replay", str(recording), "--front", "headless"]) == 0


@pytest.mark.parametrize(
    ("lines", "centiseconds"),
    [
        (['10 FOR J%=1TO4:A$="":FORI%=1TO200:A$=A$+"X":NEXT:NEXT'], 479),
        (['10 B$=STRING$(200,"A"):FORI%=1TO500:A$=LEFT$(B$,1):NEXT'], 420),
        (['10 B$=STRING$(200,"A"):C$=B$:FORI%=1TO500:A%=B$=C$:NEXT'], 566),
        (['10 B$=STRING$(200,"A"):FORI%=1TO500:A%=INSTR(B$,"X"):NEXT'], 582),
        (["10 FORI%=1TO100:RESTORE:FORJ%=1TO10:READ A%:NEXT:NEXT", "20 DATA 1,2,3,4,5,6,7,8,9,10"], 112),
        (["10 FORI%=1TO100:RESTORE:FORJ%=1TO10:READ A:NEXT:NEXT", "20 DATA 1,2,3,4,5,6,7,8,9,10"], 155),
        (["10 FORI%=1TO1000:RESTORE 20:NEXT", "20 DATA 1"], 61),
    ],
)
def test_texts_and_data_take_the_time_that_the_rom_needs(lines, centiseconds):
    """The BBC's time for the same loops, measured on its ROM, times the ratio of the two machines' benchmarks, 1.36."""
    assert 100 * seconds(lines) == pytest.approx(centiseconds, rel=0.11)
