"""Dominoes Plus beside the games: front page, options, matches, record, tape."""

import re

import pytest
from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.pages import load_record
from retro.programs.dominoes_plus.rules import settings
from retro.programs.dominoes_plus.rules.settings import (
    ALONE,
    OPTIONS,
    TOGETHER,
    WATCHING,
    Settings,
    match_winner,
)
from retro.programs.dominoes_plus.screen import WHITE
from retro.programs.dominoes_plus.variables import take_snapshot

from retro.basic import Escape, edition, option_rows
from retro.cli import main as command
from retro.frontends.headless import headless
from retro.library.catalogue import entries
from retro.library.loader import load
from tests.support.dominoes_plus_players import (
    Variables,
    from_position,
    message,
    on_row,
    result,
    run,
    until_the_end,
)
from tests.support.waiting import typed


def at_front(keys, **chosen):
    """Return the chosen settings after these keys on the front page, and its text."""
    seen = []

    def player_of(v):
        def player(m):
            yield
            for key in keys:
                yield from typed(key(m) if callable(key) else key)
            seen.append((v.chosen, m.screen.text))
            yield from typed("<ESCAPE>")
            if "Thank you" not in m.screen.text:
                yield "q"

        return player

    run(player_of, 1, chosen)
    return seen[0]


# the front page and its options


def test_the_front_page_names_everything_that_can_be_done():
    _, text = at_front([], day=20261122)
    rows = ("Play", "Level", "Today", "Two people", "How to play", "Options", "Record", "Quit")
    assert all(row in text for row in rows)
    assert "Go on" not in text


@pytest.mark.parametrize(("row", "option"), [*enumerate(OPTIONS)], ids=[option[1] for option in OPTIONS])
def test_every_option_can_be_changed_by_letter_by_arrows_and_by_click(row, option):
    letter, label, name, texts = option
    on, back = ((getattr(Settings(), name) + step) % len(texts) for step in (1, -1))
    down = ["<DOWN>"] * row
    for keys, value in (
        ([letter], on),
        ([letter.lower()], on),
        ([*down, "<RIGHT>"], on),
        ([*down, "<LEFT>"], back),
        ([lambda m: on_row(m, letter)], on),
    ):
        chosen, text = at_front(["o", *keys])
        assert chosen == Settings(**{name: value})
        assert label in text


def test_the_rows_of_the_options_fit():
    chosen = Settings()
    for _ in range(8):
        for row in option_rows(chosen, OPTIONS):
            assert len(row.label) + len(row.value) <= 30
            row.action(1)


@pytest.mark.parametrize(("key", "players"), [("n", ALONE), ("2", TOGETHER), ("w", WATCHING), ("t", ALONE)])
def test_a_row_says_who_plays(key, players):
    def player_of(v):
        def player(m):
            yield from typed(key)
            assert v.players == players
            assert v.front.record.last == key.upper()
            yield from typed("<ESCAPE>")
            yield "q"

        return player

    run(player_of, 1, {"day": 20261122})


def test_the_daily_game_has_settings_of_its_own():
    def player_of(v):
        def player(m):
            yield
            yield from typed("t")
            assert (v.settings, v.level) == (Settings(), 3)
            assert "22 Nov" in m.screen.lines[2]
            yield from typed("nn")
            assert (v.settings, v.level) == (Settings(seven=1, draw=1), 5)
            yield from typed("<ESCAPE>")
            yield "q"

        return player

    run(player_of, 1, {"day": 20261122, "level": 5, "seven": 1, "draw": 1})


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


@pytest.mark.parametrize("players", [0, 1, 2])
def test_options_of_the_command_line_say_who_plays(players):
    v, _ = run(lambda v: lambda m: iter([None, "q"]), 1, {"players": players, "level": 5})
    assert (v.players, v.level) == (players, 5)


@pytest.mark.parametrize(("option", "value", "last"), [("--level", "6", "1 to 5"), ("--players", "3", "0 to 2")])
def test_an_option_out_of_range_prints_a_sentence(option, value, last, capsys):
    assert command(["play", "dominoes_plus", option, value]) == 2
    assert capsys.readouterr().err == f"retro: {option} {value}: expected a whole number from {last}.\n"


def on_tape(keys, **chosen):
    """Run the program with these keys and options; return settings and record on the tape."""
    results = []

    def main(m):
        m.csave("PLUSSET", [["seven", 1], ["level", 2]])
        dominoes_plus.main(m, **chosen)
        results.append((settings.from_tape(m.cload("PLUSSET")), load_record(m)))

    def player(m):
        yield
        for key in keys:
            yield from typed(key)

    headless(main, player)
    return results[0]


def test_what_is_changed_is_saved_and_no_option():
    saved, record = on_tape(["o", "f", "b", "l", "q"])
    assert (saved, record.level) == (Settings(seven=1, draw=1), 4)
    saved, record = on_tape(["q"], level=5, players=2)
    assert (saved, record.level, record.last) == (Settings(seven=1), 0, "")


@pytest.mark.parametrize(
    "tape", [[], "x", 7, [["other", 9]], [["other", -1]], [["other"]], [[1, 2]], [["other", "3"]], [["level", 2]]]
)
def test_invalid_settings_on_the_tape_are_ignored(tape):
    assert settings.from_tape(tape) == Settings()


@pytest.mark.parametrize(
    "tape",
    [[], "x", 7, [[0] * 3] * 5, [[0, 0, 0, "x"]] * 5, [[-1] * 4] * 5, [1, 2, 3], [[10**9 + 1] * 4] * 5],
)
def test_invalid_statistics_of_earlier_versions_are_ignored(tape):
    assert record_of_statistics(tape).is_empty


def record_of_statistics(tape):
    """Return the record that is made of the statistics of an earlier version."""
    records = []

    def main(m):
        m.csave("PLUSSTAT", tape)
        records.append(load_record(m))

    headless(main)
    return records[0]


def test_statistics_of_earlier_versions_are_kept():
    rows = [[0] * 4, [0] * 4, [12, 7, 1, 2], [0] * 4, [100, 48, 12, 5]]
    counts = [[*row, 0, 0] for row in rows]
    assert record_of_statistics([*rows, [3, 1, 5]]).counts == counts  # before games in a row were counted
    counts[2][4:] = 2, 6
    assert record_of_statistics([*rows, [], [0, 0], [0, 0], [2, 6], [0, 0], [0, 0]]).counts == counts


def test_saved_settings_are_loaded_unchanged():
    everything = Settings(5, 0, 1, 1, 1, 1, 1, 4)
    assert settings.from_tape(settings.to_tape(everything)) == everything


@pytest.mark.parametrize(
    ("goal", "match"),
    [([0, 0], 0), ([2, 0], 1), ([3, 0], 2), ([5, 0], 3), ([7, 0], 4), ([0, 100], 5)],
)
def test_settings_of_an_earlier_version_are_loaded(goal, match):
    games, spots = goal
    tape = [["games", games], ["spots", spots], ["big", 0], ["hand", 7], ["draw", 1], ["winner_opens", 0]]
    tape += [["free_knock", 1], ["cheat", 0], ["other_level", 4]]
    assert settings.from_tape(tape) == Settings(match, 0, 1, 1, 0, 1, 0, 3)


def test_a_damaged_tape_does_not_stop_the_program():
    def main(m):
        m.tape.save("PLUSSET", "rubbish")
        m.tape.save("PLUSSTAT", "rubbish")
        dominoes_plus.main(m)

    headless(main, lambda m: iter([None, "q"]))


# what games are worth


def test_who_has_won_a_match():
    assert match_winner(Settings(), [0, 9, 9]) == 0
    assert match_winner(Settings(match=2), [0, 2, 2]) == 0
    assert match_winner(Settings(match=2), [0, 3, 2]) == 1
    assert match_winner(Settings(match=5), [0, 99, 104]) == 2


def almost_won(player, **settings):
    """Play from a position in which the player's only domino fits."""
    return from_position(player, [(5, 1), (1, 3)], [(5, 4)], [(6, 6), (2, 0)], **settings)


def test_a_match_to_so_many_games():
    def player(m, v):
        yield
        v.score[1], v.score[2] = 1, 1
        yield from typed("1")
        assert m.keys == (("SPACE", "end the tune"),)
        yield from typed(" ")
        assert result(m) == ("YOU WIN THE MATCH", "Match 2:1")
        assert message(m) == "You are out, I have 14 spots."
        assert m.screen.lines[8].strip() == "Another match? Yes No Undo Review ?"
        assert WHITE not in m.screen.framebuffer.pixels[320 * 76 :]  # the line is gold
        assert v.front.record.counts[2][:4] == [1, 1, 0, 0]
        yield "y"
        yield 5.0
        assert "Match 0:0" in m.screen.lines[5]
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, match=1)


def test_a_match_to_so_many_spots():
    def player(m, v):
        yield from typed("1")
        yield from typed(" ")
        assert result(m) == ("YOU WIN", "Match 14:0")
        yield from typed("?")
        assert "HOW TO PLAY" in m.screen.text
        yield from typed(" ")
        assert result(m) == ("YOU WIN", "Match 14:0")
        assert m.screen.lines[8].strip() == "Next game? Yes No Undo Review ?"
        yield "y"
        yield 5.0
        assert "Match 14:0" in m.screen.lines[5]
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, match=5)


@pytest.mark.parametrize(
    ("keys", "row"), [(["1"], [1, 1, 0, 0]), (["1", " ", "u", "1"], [0, 0, 0, 1]), (["h", "1"], [0, 0, 0, 1])]
)
def test_games_with_help_are_counted_apart(keys, row):
    def player(m, v):
        yield
        for key in keys:
            yield from typed(key)
        yield from typed("1")
        assert v.over
        assert v.front.record.counts[2][:4] == row
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (4, 2)], [(6, 6), (1, 0)])


@pytest.mark.parametrize(("keys", "score"), [("g", "Match 14:0"), ("<RETURN>", "Match 14:0"), ("ny", "Match 0:0")])
def test_a_match_left_between_two_games_can_continue(keys, score):
    def player(m, v):
        yield from typed("1")
        yield from typed("<ESCAPE>")
        assert {("G", "Go on"), ("N", "New game")} < set(m.keys)
        yield from typed(keys)
        yield 5.0
        assert score in m.screen.lines[5]
        assert len(v.line) < 3
        yield None
        yield from ("<ESCAPE>", None, "q")

    almost_won(player, match=5)


def test_the_winner_of_the_last_game_begins_with_any_domino():
    def player(m, v):
        yield from typed("1")
        yield from typed(" ")
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
        assert message(m) == "Nobody can go on: fewer spots win."
        yield 1.5
        assert result(m) == ("YOU WIN", "")
        assert message(m) == "You have 10 spots, I have 12."
        yield
        assert v.front.record.counts[2][:4] == [1, 1, 0, 0]
        yield from typed(" ")
        yield from typed("u")
        assert message(m) == "Nothing fits: knock."
        assert v.front.record.is_empty
        assert load_record(m).is_empty
        yield from typed("r")
        yield from typed(" ")
        assert v.front.record.counts[2][:4] == [0, 0, 0, 1]
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(6, 4)], [(6, 6)])


def test_a_draw_is_printed():
    def player(m, v):
        yield from typed("k")
        assert result(m) == ("A DRAW", "")
        assert message(m) == "You have 10 spots, I have 10."
        assert v.front.record.counts[2][:4] == [1, 0, 1, 0]
        yield from ("n", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(6, 4)], [(6, 0), (4, 0)])


def test_the_page_of_the_record():
    rows = [[0] * 4, [0] * 4, [12, 7, 1, 2], [0] * 4, [100, 48, 12, 5], [], *[[0, 0]] * 5]

    def main(m):
        m.csave("PLUSSTAT", rows)
        dominoes_plus.main(m)

    def player(m):
        yield from typed("r")
        rows = [line.split() for line in m.screen.lines]
        first = rows.index(["won", "of", "ties", "help", "row"])
        assert rows[first + 1] == ["3", "looks", "ahead", "7", "12", "1", "2", "0"]
        assert rows[first + 2] == ["5", "searches", "48", "100", "12", "5", "0"]
        yield from typed("<RETURN>")
        assert ("R", "Record") in m.keys
        yield "q"

    headless(main, player)


# games in a row, the daily deal


def test_a_win_tells_how_many_in_a_row():
    def main(m):
        m.csave("PLUSSTAT", [*[[0] * 4] * 5, [], [0, 0], [0, 0], [2, 2], [0, 0], [0, 0]])
        from_last_domino(m)

    def player(m):
        yield from (None, "1", 5.0, None)
        assert result(m) == ("YOU WIN", "3 in a row, your best")
        assert m.cload("RESULT") == "you won, level 3, won 1 of 1"

    headless(main, player)


def test_after_a_win_the_next_level_is_offered():
    def player(m):
        yield from (None, "1", 5.0, None)
        assert m.screen.lines[8].strip() == "Again? Yes No Undo Review Level 4 ?"
        yield from typed("l")
        yield "<ESCAPE>"
        yield
        assert "< 4 knows the end >" in m.screen.text
        assert load_record(m).level == 4
        yield "q"

    with pytest.raises(Escape):  # by which the launcher knows that the game can go on
        headless(from_last_domino, player)


def test_a_key_typed_during_the_tune_does_not_answer():
    def player(m):
        yield from (None, "1", 1.5, "n", 5.0, None)
        assert "Again?" in m.screen.text
        yield "n"

    headless(from_last_domino, player)


def daily_hand(seed, keys="t", **options):
    """Return the row of the player's numbers and the first row of the screen after these keys."""
    rows = []

    def player(m):
        yield
        for key in keys:
            yield from typed(key)
        rows.append(m.screen.lines[4])

    headless(lambda m: dominoes_plus.main(m, day=20261122, **options), player, seed=seed)
    return rows[0]


def test_the_daily_deal_is_the_same_for_everybody():
    first = daily_hand(1)
    assert daily_hand(2) == daily_hand(3, "nqty") == first
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
        first = load_record(m).days
        assert [*first] == [20261122]
        yield from typed("n")
        assert re.search(r"Today  22 Nov, (drawn|(won|lost) by \d+)", m.screen.text)
        assert dict(m.keys)["T"] in m.in_words
        assert m.cload("RESULT").startswith(("a draw", "you won", "the machine won"))
        yield "t"
        yield from until_the_end(m)
        assert load_record(m).days == first
        yield from typed("q")
        yield "q"

    headless(lambda m: dominoes_plus.main(m, day=20261122, level=1), player, seed=4)


def from_last_domino(m):
    """Play on from a position in which the player lays the last domino."""
    from tests.support.dominoes_plus_players import set_position

    v = Variables()
    set_position(v, [(1, 2)], [(2, 3)], [(4, 5)], (), 1)
    v.current_turn = take_snapshot(m, v)
    edition(dominoes_plus.main, Variables=lambda chosen: v)(m, go=True)
