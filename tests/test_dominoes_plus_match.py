"""Around the games of Dominoes Plus: the page of settings, options, matches, statistics, the tape."""

import subprocess
import sys
from dataclasses import fields, replace

import pytest
from retro.programs.rules import domino_match, domino_settings
from retro.programs.rules.domino_match import Statistics, leader, points
from retro.programs.rules.domino_settings import LINES, Settings, allowed

from dominoes_plus_playing import Variables, from_position, made_with, message, on, run
from retro.frontends.headless import headless
from retro.library import entries, load, options_of
from retro.programs import dominoes_plus


def at_front(keys):
    """The settings after these keys on the page of settings, and its text then."""
    seen = []

    def player_of(v):
        def player(m):
            yield
            for key in keys:
                yield on(v, key) if key in v.zones else key
                yield
            seen.append((v.s, m.screen.text))
            yield "q"

        return player

    run(player_of, 1, {})
    return seen[0]


# the page of settings


def test_the_page_names_every_setting_and_every_key():
    _, text = at_front([])
    for line in LINES:
        assert f" {line.key} {line.name}" in text
        assert line.said(Settings()) in text
    assert "New game Statistics Quit" in text
    assert "Go on" not in text


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_every_setting_can_be_changed_by_letter_by_arrows_and_by_click(line):
    row = LINES.index(line)
    changed = line.turned(Settings(), 1)
    assert changed != Settings()
    for keys in ([line.key], [line.key.lower()], ["<DOWN>"] * row + ["<RIGHT>"], [f"={line.key}"]):
        settings, text = at_front(keys)
        assert settings == changed
        assert f"{line.name}" in text
        assert line.said(changed) in text
    assert at_front(["<DOWN>"] * row + ["<LEFT>"])[0] == line.turned(Settings(), -1)
    assert at_front(["<UP>"] * (len(LINES) - row) + ["<RIGHT>"])[0] == changed


def test_every_setting_comes_round_and_fits_its_column():
    for line in LINES:
        settings, seen = Settings(), set()
        for _ in line.values:
            settings = line.turned(settings, 1)
            seen.add(line.said(settings))
            assert line.turned(line.turned(settings, 1), -1) == settings
        assert settings == Settings()
        assert len(seen) == len(line.values)
        assert max(map(len, seen)) <= 23
        assert len(line.name) <= 13


def test_every_setting_is_on_the_page_and_in_the_options():
    names = [part.name for part in fields(Settings)]
    assert [name for line in LINES for name in line.what] == names
    options = {name: (kind, default, about) for name, kind, default, about in options_of(dominoes_plus)}
    assert list(options) == [*names, "go"]
    assert all(about for _, _, about in options.values())


def test_the_help_names_every_option():
    command = [sys.executable, "-m", "retro", "play", "dominoes_plus", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name, *_ in options_of(dominoes_plus):
        assert f"--{name.replace('_', '-')}" in text


def test_the_library_knows_the_program():
    entry = next(entry for entry in entries() if entry.name == "dominoes_plus")
    assert entry.title == "Dominoes Plus, after M. D. Bowman"
    assert entry.about.startswith("Dominoes with all that its readers")
    assert load("dominoes_plus") is dominoes_plus


@pytest.mark.parametrize("key", ["q", "Q", "<ESCAPE>"])
def test_it_ends_in_order_from_the_page(key):
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
            seen.append(v.s)
            yield "q"

        return player

    run(player_of, 1, option)
    assert seen == [replace(Settings(), **setting)]


@pytest.mark.parametrize(
    "option",
    [{"level": 6}, {"level": -1}, {"players": 3}, {"hand": 8}, {"games": 1000}, {"other_level": 7, "go": True}],
)
def test_a_number_that_cannot_be_is_refused_on_the_page(option):
    def player_of(v):
        def player(m):
            yield
            name, value = next(iter(option.items()))
            assert m.screen.lines[24].strip() == f"--{name.replace('_', '-')} {value} cannot be."
            assert v.s == Settings()
            yield "q"

        return player

    run(player_of, 1, option)


def test_settings_are_kept_on_the_tape_and_options_come_before_them():
    seen = []

    def main(m):
        m.csave("PLUSSET", domino_settings.kept(replace(Settings(), level=2, big=1)))
        v = Variables()
        seen.append(v)
        made_with(v)(m, level=4)

    def player(m):
        yield
        seen.append(seen[0].s)
        yield "<RETURN>"
        yield
        assert dict(m.cload("PLUSSET")) == {**dict(domino_settings.kept(Settings())), "level": 4, "big": 1}
        yield "<ESCAPE>"
        yield
        yield "q"

    headless(main, player)
    assert seen[1] == replace(Settings(), level=4, big=1)


@pytest.mark.parametrize(
    "tape", [[], "x", 7, [["level", 9]], [["level"]], [[1, 2]], [["level", "3"]], [["level", True]]]
)
def test_settings_that_make_no_sense_are_ignored(tape):
    assert domino_settings.restored(tape) == Settings()


@pytest.mark.parametrize(
    "tape",
    [[], "x", [[0] * 4] * 5, [[0] * 4] * 6, [*[[0] * 4] * 5, [1]], [*[[0, 0, 0, "x"]] * 5, []], [*[[-1] * 4] * 5, []]],
)
def test_statistics_that_make_no_sense_are_ignored(tape):
    assert domino_match.restored(tape) == Statistics()


def test_what_is_kept_comes_back():
    statistics = Statistics()
    statistics.count(3, 1, helped=False)
    statistics.count_match(3, [0, 3, 1])
    assert domino_match.restored(statistics.kept()) == statistics
    settings = Settings(0, 5, 2, 7, 1, 1, 1, 0, 100, 1, 1)
    assert domino_settings.restored(domino_settings.kept(settings)) == settings


def test_a_damaged_tape_is_no_reason_to_stop():
    def main(m):
        m.tape.save("PLUSSET", "rubbish")
        m.tape.save("PLUSSTAT", "rubbish")
        dominoes_plus.main(m)

    headless(main, lambda m: iter([None, "q"]))


def test_which_values_settings_may_have():
    assert all(allowed("level", level) for level in range(1, 6))
    assert not allowed("level", 0)
    assert [n for n in range(-1, 4) if allowed("players", n)] == [0, 1, 2]
    assert allowed("spots", 999)
    assert not allowed("spots", -1)


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
    assert leader(Settings(), [0, 9, 9]) == 0
    assert leader(Settings(games=3), [0, 2, 2]) == 0
    assert leader(Settings(games=3), [0, 3, 2]) == 1
    assert leader(Settings(spots=100), [0, 99, 104]) == 2


def test_statistics_count_games_by_level_and_helped_ones_apart():
    statistics = Statistics()
    for level, winner, helped in ((3, 1, False), (3, 0, False), (3, 2, False), (3, 1, True), (5, 2, False)):
        statistics.count(level, winner, helped)
    assert statistics.rows == [[0] * 4, [0] * 4, [3, 1, 1, 1], [0] * 4, [1, 0, 0, 0]]
    statistics.count_match(2, [0, 3, 2])
    statistics.count_match(4, [0, 3, 0])
    statistics.count_match(5, [0, 3, 1])
    assert statistics.best == [3, 0, 4]


def almost_won(player, **settings):
    """One domino left, which fits."""
    return from_position(player, [(5, 1), (1, 3)], [(5, 4)], [(6, 6), (2, 0)], **settings)


def test_a_match_to_so_many_games():
    def player(m, v):
        yield
        v.score[1], v.score[2] = 1, 1
        yield "1"
        yield
        assert message(m) == "You have won the match. 2:1"
        assert m.screen.lines[4].strip() == "Another match? Yes No Undo"
        assert "Match 2:1" in m.screen.lines[0]
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
        yield
        yield "1"
        yield
        assert message(m) == "You have won. 14:0"
        assert m.screen.lines[4].strip() == "Next game? Yes No Undo"
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
            yield key
            yield
        yield "1"
        yield
        assert v.over
        assert v.statistics.rows[2] == row
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (4, 2)], [(6, 6), (1, 0)])


@pytest.mark.parametrize(("key", "score"), [("g", "Match 14:0"), ("<RETURN>", "Match 14:0"), ("n", "Match 0:0")])
def test_a_match_that_is_left_between_two_games_can_go_on(key, score):
    def player(m, v):
        yield
        yield "1"
        yield
        yield "<ESCAPE>"
        yield
        assert "Go on New game" in m.screen.text
        yield key
        yield 5.0
        assert score in m.screen.lines[0]
        assert len(v.line) < 3
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, spots=100)


def test_the_winner_of_the_last_game_begins_with_any_domino():
    def player(m, v):
        yield
        yield "1"
        yield
        yield "y"
        yield
        assert message(m) == "You begin, with any domino you like."
        assert v.line == []
        yield "k"
        yield
        assert message(m).startswith("You cannot knock: the ")
        chosen = v.L[1][3], v.R[1][3]
        yield "3"
        yield
        assert v.line[0] == (0, *chosen)
        assert len(v.line) == 2 or v.table.knocked[2]
        yield "u"
        yield
        assert v.line == []
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, winner_opens=1)


def test_a_blocked_game_compares_the_spots_and_can_be_taken_back():
    def player(m, v):
        yield
        yield "k"
        yield 2.0
        assert message(m) == "I am knocking"
        yield 1.6
        assert message(m) == "We are both knocking"
        yield 1.5
        assert message(m) == "You have 10 spots, I have 12"
        yield
        assert message(m) == "You have won."
        before = [list(row) for row in v.statistics.rows]
        assert before[2] == [1, 1, 0, 0]
        yield "u"
        yield
        assert message(m) == "Nothing fits: knock."
        assert v.statistics.rows[2] == [0, 0, 0, 0]
        assert m.cload("PLUSSTAT")[2] == [0, 0, 0, 0]
        yield "r"
        yield
        assert v.statistics.rows[2] == [0, 0, 0, 1]
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(6, 4)], [(6, 6)])


def test_a_draw_is_said():
    def player(m, v):
        yield
        yield "k"
        yield
        assert message(m) == "The game is drawn."
        assert v.statistics.rows[2] == [1, 0, 1, 0]
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(6, 4)], [(6, 0), (4, 0)])


def test_the_page_of_statistics():
    def main(m):
        statistics = Statistics([[0] * 4, [0] * 4, [12, 7, 1, 2], [0] * 4, [100, 48, 12, 5]], [100, 31, 5])
        m.csave("PLUSSTAT", statistics.kept())
        dominoes_plus.main(m)

    def player(m):
        yield
        yield "s"
        yield
        assert m.screen.lines[4].split() == ["Level", "Games", "Won", "Drawn", "Lost", "Helped"]
        assert m.screen.lines[10].split() == ["3", "12", "7", "1", "4", "2"]
        assert m.screen.lines[14].split() == ["5", "100", "48", "12", "40", "5"]
        assert "Best match: 100:31 against level 5" in m.screen.text
        yield " "
        yield
        assert "New game Statistics Quit" in m.screen.text
        yield "q"

    headless(main, player)
