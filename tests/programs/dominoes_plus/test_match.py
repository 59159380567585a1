"""Dominoes Plus beside the games: settings page, options, matches, statistics, tape."""

import re
import subprocess
import sys
from dataclasses import fields, replace

import pytest
from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.rules import match, settings
from retro.programs.dominoes_plus.rules.match import Statistics, match_winner, points
from retro.programs.dominoes_plus.rules.settings import (
    ALONE,
    ROWS,
    TOGETHER,
    WATCHING,
    Settings,
    is_allowed,
    with_effect,
)
from retro.programs.dominoes_plus.screen import WHITE
from retro.programs.dominoes_plus.variables import take_snapshot

from retro.basic import edition
from retro.cli import main as command
from retro.frontends.headless import headless
from retro.library.catalogue import entries
from retro.library.loader import load
from tests.support.dominoes_plus_players import (
    Variables,
    edition_with,
    from_position,
    message,
    on_row,
    result,
    run,
    until_the_end,
)
from tests.support.waiting import typed


def at_front(keys, **options):
    """Return the settings after these keys on the page of settings, and its text."""
    seen = []

    def player_of(v):
        def player(m):
            yield
            for key in keys:
                yield from typed(key(m) if callable(key) else key)
            seen.append((v.settings, m.screen.text))
            yield "q"

        return player

    run(player_of, 1, options)
    return seen[0]


# the page of settings


@pytest.mark.parametrize(("players", "without"), [(ALONE, "O"), (TOGETHER, "LOC"), (WATCHING, "KC")])
def test_the_page_names_every_setting_that_has_an_effect_and_every_key(players, without):
    _, text = at_front([], players=players)
    for line in ROWS:
        assert bool(re.search(rf" {line.key} +{line.name}", text)) == (line.key not in without)
        assert line.key in without or line.value_text(Settings(players)) in text
    assert all(word in text for word in ("Play", "How to play", "Statistics", "Quit"))
    assert "Go on" not in text


@pytest.mark.slow
@pytest.mark.parametrize("line", ROWS, ids=lambda line: line.name)
def test_every_setting_can_be_changed_by_letter_by_arrows_and_by_click(line):
    before = Settings(WATCHING if line.key == "O" else ALONE)
    players, lines = before.players, with_effect(before)
    row = 1 + lines.index(line)
    changed = line.changed(before, 1)
    assert changed != before
    for keys in ([line.key], [line.key.lower()], ["<DOWN>"] * row + ["<RIGHT>"], [lambda m: on_row(m, line.key)]):
        settings, text = at_front(keys, players=players)
        assert settings == changed
        assert f"{line.name}" in text
        assert line.value_text(changed) in text
        assert line.sentence in text
    assert at_front(["<DOWN>"] * row + ["<LEFT>"], players=players)[0] == line.changed(before, -1)
    assert at_front(["<UP>"] * (len(lines) + 4 - row) + ["<RIGHT>"], players=players)[0] == changed


def test_every_setting_cycles_and_fits_its_column():
    for line in ROWS:
        settings, seen = Settings(), set()
        for _ in line.values:
            settings = line.changed(settings, 1)
            seen.add(line.value_text(settings))
            assert line.changed(line.changed(settings, 1), -1) == settings
        assert settings == Settings()
        assert len(seen) == len(line.values)
        assert max(map(len, seen)) <= 23
        assert len(line.name) <= 13
        assert len(line.sentence) <= 38


def test_every_setting_is_on_the_page_and_in_the_options():
    names = [part.name for part in fields(Settings)]
    assert [name for line in ROWS for name in line.names] == names
    options = {o.name: (o.kind, o.default, o.help) for o in load("dominoes_plus").options}
    assert list(options) == [*names, "day", "go"]
    assert all(about for _, _, about in options.values())


def test_the_help_names_every_option():
    command = [sys.executable, "-m", "retro", "play", "dominoes_plus", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name in (option.name for option in load("dominoes_plus").options):
        assert f"--{name.replace('_', '-')}" in text


def test_the_library_knows_the_program():
    entry = next(entry for entry in entries() if entry.name == "dominoes_plus")
    assert entry.title == "Dominoes Plus, after M. D. Bowman"
    assert entry.about.startswith("Dominoes with all that its readers")
    assert load("dominoes_plus").main is dominoes_plus.main


@pytest.mark.parametrize("key", ["q", "Q", "<ESCAPE>"])
def test_the_program_ends_from_the_page(key):
    def player(m):
        yield
        yield key

    m = headless(dominoes_plus.main, player)
    assert m.screen.text.strip() == "Thank you for playing."
    assert m.screen.cursor_shown


# options and the tape


@pytest.mark.parametrize(
    ("option", "setting"),
    [
        *(({name: 1}, {name: 1}) for name in ("draw", "winner_opens", "free_knock", "big", "cheat")),
        *(({name: number}, {name: number}) for name, number in (("level", 5), ("other_level", 4), ("hand", 7))),
        *(({"players": number}, {"players": number}) for number in (0, 1, 2)),
        ({"games": 4}, {"games": 4, "spots": 0}),
        ({"spots": 60}, {"spots": 60, "games": 0}),
        ({}, {}),
    ],
)
def test_options_change_settings(option, setting):
    seen = []

    def player_of(v):
        def player(m):
            yield
            seen.append(v.settings)
            yield "q"

        return player

    run(player_of, 1, option)
    assert seen == [replace(Settings(), **setting)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--level", "6", "a whole number from 1 to 5"),
        ("--level", "abc", "a whole number from 1 to 5"),
        ("--other-level", "0", "a whole number from 1 to 5"),
        ("--players", "3", "a whole number from 0 to 2"),
        ("--hand", "3", "a whole number from 6 to 7"),
        ("--games", "1000", "a whole number from 0 to 999"),
        ("--spots", "1" * 26, "a whole number from 0 to 999"),
    ],
)
def test_an_option_out_of_range_prints_a_sentence(option, value, expected, capsys):
    assert command(["play", "dominoes_plus", option, value]) == 2
    assert capsys.readouterr().err == f"retro: {option} {value}: expected {expected}.\n"


def test_a_flag_can_be_switched_off():
    def main(m):
        m.csave("PLUSSET", settings.to_tape(replace(Settings(), big=1, draw=1)))
        v = Variables()
        edition_with(v)(m, big=False, draw=False)
        assert (v.settings.big, v.settings.draw) == (0, 0)

    headless(main, lambda m: iter([None, "q"]))


def run_with_tape(saved, player, **options):
    """Run the program with settings on the tape; return those on the tape at the end, and the variables."""
    v, tape = Variables(), []

    def main(m):
        m.csave("PLUSSET", settings.to_tape(saved))
        edition_with(v)(m, **options)
        tape.append(settings.from_tape(m.cload("PLUSSET")))

    headless(main, lambda m: player(m, v))
    return tape[0], v


def test_options_hold_for_one_run():
    saved = replace(Settings(), level=2, spots=100)

    def player(m, v):
        yield
        assert v.settings == replace(saved, level=4, games=3, spots=0, big=0)
        yield from typed("<RETURN>")
        yield from typed("<ESCAPE>")
        yield "q"

    assert run_with_tape(saved, player, level=4, games=3, big=False)[0] == saved


@pytest.mark.parametrize("key", ["q", "<ESCAPE>"])
def test_the_page_saves_what_is_changed_there_and_no_options(key):
    saved = replace(Settings(), level=2)

    def player(m, v):
        yield from typed("h")
        yield key

    assert run_with_tape(saved, player, level=4)[0] == replace(saved, hand=7)


@pytest.mark.parametrize(
    "tape", [[], "x", 7, [["level", 9]], [["level"]], [[1, 2]], [["level", "3"]], [["level", True]]]
)
def test_invalid_settings_on_the_tape_are_ignored(tape):
    assert settings.from_tape(tape) == Settings()


@pytest.mark.parametrize(
    "tape",
    [[], "x", [[0] * 4] * 5, [[0] * 4] * 6, [*[[0] * 4] * 5, [1]], [*[[0, 0, 0, "x"]] * 5, []], [*[[-1] * 4] * 5, []]],
)
def test_invalid_statistics_on_the_tape_are_ignored(tape):
    assert match.from_tape(tape) == Statistics()


def test_saved_values_are_loaded_unchanged():
    statistics = Statistics()
    statistics.add_game(3, 1, helped=False)
    statistics.add_match(3, [0, 3, 1])
    assert match.from_tape(statistics.to_tape()) == statistics
    everything = Settings(0, 5, 2, 7, 1, 1, 1, 0, 100, 1, 1)
    assert settings.from_tape(settings.to_tape(everything)) == everything


def test_a_damaged_tape_does_not_stop_the_program():
    def main(m):
        m.tape.save("PLUSSET", "rubbish")
        m.tape.save("PLUSSTAT", "rubbish")
        dominoes_plus.main(m)

    headless(main, lambda m: iter([None, "q"]))


def test_which_values_settings_may_have():
    assert all(is_allowed("level", level) for level in range(1, 6))
    assert not is_allowed("level", 0)
    assert [n for n in range(-1, 4) if is_allowed("players", n)] == [0, 1, 2]
    assert is_allowed("spots", 999)
    assert not is_allowed("spots", -1)


# what games are worth


@pytest.mark.parametrize(
    ("settings", "winner", "spots", "expected"),
    [
        (Settings(), 1, (0, 12), 1),
        (Settings(games=3), 2, (30, 12), 1),
        (Settings(spots=100), 1, (0, 12), 12),
        (Settings(spots=100), 2, (30, 12), 18),
        (Settings(spots=100), 0, (12, 12), 0),
        (Settings(games=3), 0, (12, 12), 0),
    ],
)
def test_what_a_game_is_worth(settings, winner, spots, expected):
    assert points(settings, winner, spots) == expected


def test_who_has_won_a_match():
    assert match_winner(Settings(), [0, 9, 9]) == 0
    assert match_winner(Settings(games=3), [0, 2, 2]) == 0
    assert match_winner(Settings(games=3), [0, 3, 2]) == 1
    assert match_winner(Settings(spots=100), [0, 99, 104]) == 2


def test_statistics_count_games_by_level_and_helped_ones_apart():
    statistics = Statistics()
    for level, winner, helped in ((3, 1, False), (3, 0, False), (3, 2, False), (3, 1, True), (5, 2, False)):
        statistics.add_game(level, winner, helped)
    assert statistics.rows == [[0] * 4, [0] * 4, [3, 1, 1, 1], [0] * 4, [1, 0, 0, 0]]
    statistics.add_match(2, [0, 3, 2])
    statistics.add_match(4, [0, 3, 0])
    statistics.add_match(5, [0, 3, 1])
    assert statistics.best == [3, 0, 4]


def test_of_two_matches_with_the_same_margin_the_first_stays_the_best():
    statistics = Statistics()
    statistics.add_match(1, [0, 3, 1])
    statistics.add_match(5, [0, 2, 0])
    assert statistics.best == [3, 1, 1]
    statistics.add_match(2, [0, 3, 0])
    assert statistics.best == [3, 0, 2]


@pytest.mark.parametrize("count", [0, 10**9])
def test_counts_up_to_a_thousand_million_are_loaded(count):
    tape = [*[[count] * 4] * 5, [count, 0, 5], *[[count, count]] * 5]
    assert match.from_tape(tape).to_tape() == tape
    assert match.from_tape(tape[:6]).to_tape() == [*tape[:6], *[[0, 0]] * 5]  # as saved before streaks were counted


@pytest.mark.parametrize("count", [-1, 10**9 + 1])
def test_counts_beyond_a_thousand_million_are_not(count):
    rows = [[0] * 4] * 4
    assert match.from_tape([*rows, [0, 0, 0, count], []]) == Statistics()
    assert match.from_tape([*rows, [0] * 4, [count, 0, 5]]) == Statistics()


def almost_won(player, **settings):
    """Play from a position in which the player's only domino fits."""
    return from_position(player, [(5, 1), (1, 3)], [(5, 4)], [(6, 6), (2, 0)], **settings)


def test_a_match_to_so_many_games():
    def player(m, v):
        yield
        v.score[1], v.score[2] = 1, 1
        yield "1"
        yield
        assert result(m) == ("YOU WIN THE MATCH", "Match 2:1")
        assert message(m) == "You are out, I have 14 spots."
        assert m.screen.lines[8].strip() == "Another match? Yes No Undo Review ?"
        assert WHITE not in m.screen.framebuffer.pixels[320 * 76 :]  # the line is gold
        assert v.statistics.best == [2, 1, 3]
        assert v.statistics.rows[2] == [1, 1, 0, 0]
        yield "y"
        yield 5.0
        assert "Match 0:0" in m.screen.lines[0]
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, games=2)


def test_a_match_to_so_many_spots():
    def player(m, v):
        yield from typed("1")
        assert result(m) == ("YOU WIN", "Match 14:0")
        yield from typed("?")
        assert "HOW TO PLAY" in m.screen.text
        yield from typed(" ")
        assert result(m) == ("YOU WIN", "Match 14:0")
        assert m.screen.lines[8].strip() == "Next game? Yes No Undo Review ?"
        yield "y"
        yield 5.0
        assert "Match 14:0" in m.screen.lines[0]
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, spots=100)


@pytest.mark.parametrize(
    ("keys", "row"), [(["1"], [1, 1, 0, 0]), (["1", "u", "1"], [0, 0, 0, 1]), (["h", "1"], [0, 0, 0, 1])]
)
def test_games_with_help_are_counted_apart(keys, row):
    def player(m, v):
        yield
        for key in keys:
            yield from typed(key)
        yield from typed("1")
        assert v.over
        assert v.statistics.rows[2] == row
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (4, 2)], [(6, 6), (1, 0)])


@pytest.mark.parametrize(("key", "score"), [("g", "Match 14:0"), ("<RETURN>", "Match 14:0"), ("n", "Match 0:0")])
def test_a_match_left_between_two_games_can_continue(key, score):
    def player(m, v):
        yield from typed("1")
        yield from typed("<ESCAPE>")
        assert {("G", "Go on"), ("N", "New game")} < set(m.keys)
        yield key
        yield 5.0
        assert score in m.screen.lines[0]
        assert len(v.line) < 3
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, spots=100)


def test_the_winner_of_the_last_game_begins_with_any_domino():
    def player(m, v):
        yield from typed("1")
        yield from typed("y")
        assert message(m) == "You begin, with any domino."
        assert v.line == []
        yield from typed("k")
        assert message(m).startswith("You cannot knock: ")
        chosen = v.L[1][3], v.R[1][3]
        yield "3"
        yield
        assert v.line[0] == (0, *chosen)
        assert len(v.line) == 2 or v.ledger.knocked[2]
        yield from typed("u")
        assert v.line == []
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, winner_opens=1)


def test_a_blocked_game_compares_the_spots_and_can_be_undone():
    def player(m, v):
        yield
        yield "k"
        yield 2.0
        assert message(m) == "I am knocking"
        yield 1.6
        assert message(m) == "We are both knocking"
        yield 1.5
        assert result(m) == ("YOU WIN", "")
        assert message(m) == "You have 10 spots, I have 12."
        yield
        before = [list(row) for row in v.statistics.rows]
        assert before[2] == [1, 1, 0, 0]
        yield from typed("u")
        assert message(m) == "Nothing fits: knock."
        assert v.statistics.rows[2] == [0, 0, 0, 0]
        assert m.cload("PLUSSTAT")[2] == [0, 0, 0, 0]
        yield from typed("r")
        assert v.statistics.rows[2] == [0, 0, 0, 1]
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(6, 4)], [(6, 6)])


def test_a_draw_is_printed():
    def player(m, v):
        yield from typed("k")
        assert result(m) == ("A DRAW", "")
        assert message(m) == "You have 10 spots, I have 10."
        assert v.statistics.rows[2] == [1, 0, 1, 0]
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(6, 4)], [(6, 0), (4, 0)])


def test_the_page_of_statistics():
    def main(m):
        statistics = Statistics([[0] * 4, [0] * 4, [12, 7, 1, 2], [0] * 4, [100, 48, 12, 5]], [100, 31, 5])
        statistics.streaks[2] = [2, 6]
        m.csave("PLUSSTAT", statistics.to_tape())
        dominoes_plus.main(m)

    def player(m):
        yield from typed("s")
        assert m.screen.lines[2].split() == ["Level", "Won", "Drawn", "Lost", "Help", "In", "row"]
        assert m.screen.lines[8].split() == ["3", "7", "1", "4", "2", "2/6"]
        assert m.screen.lines[12].split() == ["5", "48", "12", "40", "5", "0/0"]
        assert "Best match: 100:31 against level 5" in m.screen.text
        yield from typed(" ")
        assert ("S", "Statistics") in m.keys
        yield "q"

    headless(main, player)


# games in a row, the daily deal


def test_games_won_in_a_row_are_counted_by_level():
    statistics = Statistics()
    for winner, helped in ((1, False), (1, False), (1, True), (1, False), (0, False), (1, False)):
        statistics.add_game(2, winner, helped)
    statistics.add_game(4, 1, False)
    assert statistics.streaks == [[0, 0], [1, 3], [0, 0], [1, 1], [0, 0]]


def test_a_win_tells_how_many_in_a_row():
    def main(m):
        statistics = Statistics()
        statistics.streaks[2] = [2, 2]
        m.csave("PLUSSTAT", statistics.to_tape())
        from_last_domino(m)

    def player(m):
        yield from (None, "1", 3.0, None)
        assert result(m) == ("YOU WIN", "3 in a row, your best")

    headless(main, player)


def daily_hand(seed, keys="t", **options):
    """Return the row of the player's numbers and the first row of the screen after these keys."""
    rows = []

    def player(m):
        yield
        for key in keys:
            yield from typed(key)
        rows.append(m.screen.lines[4])

    headless(lambda m: dominoes_plus.main(m, day=20261122, hand=7, **options), player, seed=seed)
    return rows[0]


def test_the_daily_deal_is_the_same_for_everybody():
    first = daily_hand(1)
    assert daily_hand(2) == daily_hand(3, "nqt") == first
    assert daily_hand(1, "n") != first
    assert daily_hand(1, "tnn") != first
    assert daily_hand(1, "tns") == first


def test_without_a_date_there_is_no_daily_deal():
    m = headless(dominoes_plus.main, lambda m: iter([None, "t", None]))
    assert "T" not in dict(m.keys)
    assert "DOMINOES PLUS" in m.screen.text


def test_the_first_result_of_the_day_counts():
    def player(m):
        yield
        yield "t"
        yield from until_the_end(m)
        first = m.cload("PLUSDAY")
        assert first[0] == 20261122
        yield from typed("n")
        assert m.cload("RESULT") == f"{('a draw', 'you won', 'the machine won')[first[1]]}, level 1"
        assert re.fullmatch(r"Today: (drawn|(won|lost) by \d+)", dict(m.keys)["T"])
        assert dict(m.keys)["T"] in m.in_words
        yield "t"
        yield from until_the_end(m)
        assert m.cload("PLUSDAY") == first
        yield from typed("q")
        yield "q"

    headless(lambda m: dominoes_plus.main(m, day=20261122, level=1), player, seed=4)


def from_last_domino(m):
    """Play on from a position in which the player lays the last domino."""
    from tests.support.dominoes_plus_players import set_position

    v = Variables()

    def made(**parts):
        v.statistics = parts["statistics"]
        return v

    set_position(v, [(1, 2)], [(2, 3)], [(4, 5)], (), 1)
    v.current_turn, v.resume = take_snapshot(m, v), True
    edition(dominoes_plus.main, Variables=made)(m, go=True)
