"""What Mahjong shows: only what has changed is drawn anew, every sign can be told, and text is where it belongs."""

import random
from collections import Counter
from types import SimpleNamespace

import pytest
from retro.programs.mahjong import edition, mahjong, screen
from retro.programs.mahjong import saved_games as tape
from retro.programs.mahjong.rules import board as rules
from retro.programs.mahjong.rules import descriptions as words
from retro.programs.mahjong.rules import picture

from retro.basic import BasicError
from retro.basic.tall_letters import double_height
from retro.display.font import default_font
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from tests.support import accepted
from tests.support.mahjong_players import (
    DEAL,
    SOLUTION,
    Table,
    begin,
    check,
    click,
    place,
    skip,
    spot,
    take,
    take_all,
    typed,
)

KEYS = "WASDZ WASD WASD    UIHNYTFEPVKCX<UP><DOWN><LEFT><RIGHT><RETURN>"


def shown(player, **options):
    """A game from the board on."""

    def whole(table):
        yield from begin()
        yield from player(table)

    return Table(**options).play(whole)


def pixels(m):
    return bytes(m.screen.framebuffer.pixels)


# the picture


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_incremental_drawing_equals_a_full_repaint(seed):
    chooser = random.Random(seed)

    def player(table):
        m, v = table.m, table.v
        for number in range(14):
            if number % 3 == 0 and v.playing and v.tiles > 2 and (pairs := rules.pairs(v.values, v.kinds)):
                yield from take(table, *chooser.choice(pairs))
            yield from typed("".join(chooser.choice("WASD wasdUIT") for _ in range(6)))
            check(v)
            before = pixels(m)
            v.looks.clear()
            screen.draw(m, v)
            assert pixels(m) == before

    shown(player)


def test_the_cursor_goes_down_with_the_top_tile_and_up_again():
    def player(table):
        yield from take_all(table, SOLUTION[:2])
        assert SOLUTION[1][1] == place("745")
        for key, under in (("P", "744"), ("U", "745"), ("I", "744")):
            yield from typed(key)
            assert colour_at(table.m, under, 0, 5) == picture.RED
            before = pixels(table.m)
            table.v.looks.clear()
            screen.draw(table.m, table.v)
            assert pixels(table.m) == before

    shown(player)


def test_the_places_of_the_tiles():
    def corner(short):
        return picture.CORNERS[place(short)]

    assert corner("211") == (26, 12)
    assert corner("522") == (71, 28)
    assert corner("744") == (97, 60)
    assert corner("745") == (102, 69)  # half a column and half a row on, and lower for the signs above
    assert [corner(end) for end in ("141", "E41", "F41")] == [(10, 82), (218, 82), (234, 82)]
    assert min(left for left, _, _, _ in picture.BOXES) == 10
    assert max(right for _, _, right, _ in picture.BOXES) == 252
    assert min(top for _, top, _, _ in picture.BOXES) == 12
    assert max(bottom for _, _, _, bottom in picture.BOXES) == 175


def colour_at(m, short, right, down):
    left, top = picture.CORNERS[place(short)]
    return m.screen.framebuffer.pixels[(top + down) * 320 + left + right]


def test_a_tile_has_a_face_an_outline_and_two_sides():
    def player(table):
        m = table.m
        assert colour_at(m, "D11", 4, 18) == picture.WHITE
        assert {colour_at(m, "D11", right, 5) for right in (0, 15, 18)} == {picture.BLACK}
        assert {colour_at(m, "D11", right, 5) for right in (16, 17)} == {picture.BLUE}
        assert {colour_at(m, "D11", 5, down) for down in (20, 21, 22)} == {picture.BLUE}
        assert colour_at(m, "D11", 5, 23) == colour_at(m, "D11", 5, 19) == picture.BLACK
        assert colour_at(m, "C11", 16, 5) != picture.BLUE  # its right neighbour hides its side
        assert {colour_at(m, "711", right, 5) for right in (-1, 0, 15, 16)} == {picture.RED}
        assert colour_at(m, "711", 8, -1) == colour_at(m, "711", 8, 17) == picture.RED
        assert colour_at(m, "711", 8, 18) == picture.WHITE  # the face of the higher tile below
        yield from typed(" S ")
        assert colour_at(m, "711", 8, 2) == picture.WHITE

    shown(player)


@pytest.mark.parametrize("lit", [False, True])
def test_the_sign_under_the_cursor_is_on_its_own_ground(lit):
    def player(table):
        yield from typed("WWWWAAAAAA" + " " * lit)
        left, top = picture.CORNERS[rules.top_tile(table.v.values, table.v.x, table.v.y)]
        pixels = table.m.screen.framebuffer.pixels
        colours = {pixels[320 * (top + down) + left + right] for right in range(3, 13) for down in range(2, 17)}
        assert colours == ({picture.BLUE, picture.WHITE} if lit else {picture.WHITE, picture.BLACK})

    shown(player)


def test_suits_and_dragons_have_colours():
    """Bamboo and the green dragon are blue, characters and the red dragon red, circles black; ranks are black."""
    inks = [[ink for *_, ink in picture.marks(kind, True)] for kind in (1, 10, 19, 32, 33, 34)]
    assert inks == [
        [picture.BLACK, picture.BLUE],
        [picture.BLACK, picture.BLACK],
        [picture.BLACK, picture.RED],
        [picture.RED],
        [picture.BLUE],
        [picture.BLACK],
    ]


def test_the_key_that_ends_what_f_shows_is_also_obeyed():
    def player(table):
        before = table.v.x, table.v.y
        yield from typed("FS")
        assert (table.v.x, table.v.y) == (before[0], before[1] + 1)
        yield from typed("F ")
        assert table.v.selected < 0
        assert "ARROWS" in table.message

    shown(player)


def test_a_selected_tile_under_the_cursor_shows_selection_and_cursor():
    def player(table):
        yield from click(*spot(table.v, place("211")))
        assert colour_at(table.m, "211", 0, 5) == picture.RED
        assert colour_at(table.m, "211", 4, 16) == picture.BLUE
        yield from typed("D")
        assert colour_at(table.m, "211", 1, 5) == picture.BLUE

    shown(player)


def test_a_removal_repaints_two_tiles_and_the_cursor_only(monkeypatch):
    painted, paint = [], screen.paint

    def player(table):
        yield from typed("h")
        painted.clear()
        yield from typed(" ")
        assert 2 * (1 + len(screen.LIFTS) + 1) <= len(painted) <= 2 * (3 + len(screen.LIFTS) + 1)
        assert max(right - left for left, _, right, _ in painted) < 20
        painted.clear()
        yield from typed("x")
        assert painted == [picture.BOARD]

    monkeypatch.setattr(screen, "paint", lambda m, v, clip: [painted.append(clip), paint(m, v, clip)])
    shown(player)


@pytest.mark.parametrize("classic", [False, True])
def test_the_board(accept, classic):
    def player(table):
        yield from take_all(table, SOLUTION[:14])
        yield from typed("p")
        yield from click(*spot(table.v, SOLUTION[14][0]))
        accepted.check(table.m.screen, f"mahjong-{'classic' if classic else 'board'}", accept)

    shown(player, letters=not classic)


@pytest.mark.slow
@pytest.mark.parametrize("wins", [1, 3])
def test_the_pictures_at_a_win(accept, wins):
    def player(table):
        table.v.wins = wins - 1
        skip(table, SOLUTION[:-2])
        yield from take_all(table, SOLUTION[-2:])
        accepted.check(table.m.screen, f"mahjong-win-{wins}", accept)

    shown(player)


# words


@pytest.mark.slow
def test_no_message_is_longer_than_its_row(monkeypatch):
    longest = Counter()
    say = screen.say

    def listening(m, v, row, text, column=1):
        longest[text] = len(text) + column - 1
        say(m, v, row, text, column)

    monkeypatch.setattr(screen, "say", listening)

    def player(table):
        for number in range(2):
            yield from typed("TH" + "YN"[number % 2] + "LN" + "CFX" + "V K UI")
            yield from click(*spot(table.v, chooser.choice(rules.free_places(table.v.values))))
            yield from typed("DSDS ADA ")
        yield from typed("OMY")
        skip(table, SOLUTION[:-1])
        table.v.hints = 999
        yield from typed("H ")

    chooser = random.Random(1)
    table = Table()
    table.play(lambda table: (step for part in (begin(), player(table)) for step in part))
    assert len(longest) > 15
    assert max(longest.values()) <= screen.WIDTH


@pytest.mark.parametrize("classic", [False, True])
def test_messages_about_tiles_fit_into_a_row(classic):
    v = edition.Variables(record=None, classic=classic, values=mahjong.start_values(), kinds=list(DEAL))
    for v.selected in range(mahjong.TILES):
        assert len(f"{words.tile_name(v.kinds[v.selected], classic)}: NOW ITS PARTNER") <= screen.WIDTH
        assert len(words.why_blocked(v.values, v.kinds, v.selected, classic)) <= screen.WIDTH


def test_the_reason_why_a_tile_is_blocked():
    values = rules.values_without([place("745")])

    def why(short):
        return words.why_blocked(values, DEAL, place(short), False)

    assert why("211") == ""
    assert why("311") == "8 IS SHUT BY K AND M."
    assert why("744") == ""
    assert why("743") == "6 LIES UNDER N."
    assert why("E41") == f"{name('E41')} IS SHUT BY {name('D41')} AND {name('D51')} AND {name('F41')}."


def test_a_message_shows_the_signs_of_the_classic_set_and_says_their_names():
    message = words.why_blocked(mahjong.start_values(), DEAL, place("311"), True)
    rank, *_ = words.tile_name(DEAL[place("311")], True)
    assert message.startswith(f"{rank}{chr(picture.signs(DEAL[place('311')], True)[1])} IS SHUT BY ")
    said = message.translate(words.SPOKEN)
    assert said.startswith(f"{words.tile_name(DEAL[place('311')], True)} IS SHUT BY")
    assert said.isascii()


def name(short):
    return mahjong.SIGNS[DEAL[place(short)] - 1]


def test_the_board_in_words_has_the_highest_tiles_their_levels_and_what_is_free():
    lines = words.board_words(mahjong.start_values(), DEAL, False).split("\n")
    assert len(lines) == 8
    assert lines[0].startswith("Row 1: column 2: K free, column 3: 8, column 4: M,")
    assert " on level 5 free," in lines[3]
    assert words.board_words(rules.values_without(range(mahjong.TILES)), DEAL, False) == ""


def test_every_kind_has_names_of_its_own():
    for classic in (False, True):
        assert len({words.tile_name(kind, classic) for kind in range(1, 37)}) == 36
        assert len({picture.marks(kind, classic) for kind in range(1, 37)}) == 36


# where there is only text


def test_no_two_signs_have_the_same_upper_half():
    font = default_font()
    halves = [double_height(sign, font[ord(sign)]) for sign in mahjong.SIGNS]
    uppers = {tuple(upper) for upper, _ in halves}
    assert len(uppers) == 36
    assert not uppers & {tuple(lower) for _, lower in halves}
    assert all(len({bits for bits in half if bits}) > 1 or half[1] == 0x66 for both in halves for half in both)


def lettered(m):
    """The letters of the terminal's text, by the machine's cell."""
    reader = ScreenText(sextants(), 2)
    reader.update(take_snapshot(m.screen, None))
    return {
        (column // 2, row): cell[0]
        for row, cells in enumerate(reader.rows)
        for column, cell in enumerate(cells)
        if cell[0].isalnum()
    }


@pytest.mark.slow
@pytest.mark.parametrize("taken", [0, 20, 50])
def test_every_sign_can_be_read_in_the_terminal(taken):
    """In 80 columns: where the upper half of a sign in full view has its middle."""

    def player(table):
        m, v = table.m, table.v
        skip(table, SOLUTION[:taken])
        found = lettered(m)
        free = rules.free_places(v.values)
        for one in free:
            left, top = picture.CORNERS[one]
            cell = (left + 4 + 4) // 8, (top + 2 + 4) // 8
            assert found.get(cell) == mahjong.SIGNS[v.kinds[one] - 1], (mahjong.POSITIONS[one], cell)
        assert len(free) > 5
        yield from typed("")

    shown(player)


def test_the_signs_under_the_top_tile_can_be_read_in_the_terminal():
    """They are small beside it, and as all others when it is gone."""

    def player(table):
        m, v = table.m, table.v
        before, around = lettered(m), {(column, row) for column in range(12, 17) for row in range(7, 14)}
        signs = Counter(mahjong.SIGNS[v.kinds[one] - 1] for one in mahjong.BELOW[mahjong.TOP])
        assert signs <= Counter(before[cell] for cell in around & set(before))
        (pair,) = (pair for pair in SOLUTION if mahjong.TOP in pair)
        yield from take(table, *pair)
        uncovered = lettered(m)
        for one in mahjong.BELOW[mahjong.TOP]:
            left, top = picture.CORNERS[one]
            assert uncovered[(left + 8) // 8, (top + 6) // 8] == mahjong.SIGNS[v.kinds[one] - 1]
        yield from typed("u")
        again = lettered(m)
        assert [again.get(cell) for cell in around] == [before.get(cell) for cell in around]

    shown(player)


# the tape


def packed():
    values = rules.values_without(one for pair in SOLUTION[:3] for one in pair)
    taken = [one for pair in SOLUTION[:5] for one in pair]
    order = [one for pair in SOLUTION for one in pair]
    return edition.Variables(
        record=None, values=values, kinds=list(DEAL), order=order, taken=taken, tiles=138, x=3, y=3, seed=77, time=12345
    )


def test_the_arrays_have_the_originals_layout():
    board, orders, kinds = tape.to_arrays(packed())
    assert (len(board), len(board[0]), len(board[0][0])) == (17, 9, 7)
    assert board[2][1] == [1, 2, 0, 0, 0, 0, DEAL[0]]
    assert board[7][4] == [4, 5, 5, 5, 2, 9, DEAL[place("744")]]
    gone = mahjong.POSITIONS[SOLUTION[0][0]]
    assert board[gone[0]][gone[1]][gone[2]] == mahjong.GONE
    assert board[1][1][6] == board[16][8][6] == 37
    assert (len(orders[0]), len(orders[1]), len(kinds)) == (144, 10, 144)
    assert 1359 <= sum(len(stack) for column in board for stack in column) + 2 * 144 <= 1400
    assert loaded(board, orders, kinds) == packed()


def loaded(*arrays):
    """The game that is loaded from these arrays."""
    v = edition.Variables(record=None)
    tape.load_arrays(SimpleNamespace(cload=dict(zip("123", arrays)).get), v, "")
    return v


DAMAGES = {
    "a kind five times": lambda board, orders, kinds: kinds.__setitem__(0, kinds[1]),
    "kinds that are other ones": lambda board, orders, kinds: kinds.reverse(),
    "a place twice": lambda board, orders, kinds: orders[0].__setitem__(0, orders[0][1]),
    "no list": lambda board, orders, kinds: board.__setitem__(0, 5),
    "a text": lambda board, orders, kinds: kinds.__setitem__(0, "5"),
    "a fraction": lambda board, orders, kinds: board[2][1].__setitem__(1, 2.0),
    "a value out of range": lambda board, orders, kinds: board[2][1].__setitem__(1, 8),
    "a tile that was not taken is gone": lambda board, orders, kinds: board[2][1].__setitem__(1, mahjong.GONE),
    "the cursor beside the board": lambda board, orders, kinds: board[0][0].__setitem__(3, 16),
    "the cursor between the rows": lambda board, orders, kinds: board[0][0].__setitem__(3, 14),
    "an odd number taken": lambda board, orders, kinds: orders[1].pop(),
    "a tile taken twice": lambda board, orders, kinds: orders[1].__setitem__(8, orders[1][0]),
    "a negative number": lambda board, orders, kinds: board[0][0].__setitem__(1, -1),
    "a column too many": lambda board, orders, kinds: board.append(board[1]),
    "too few tiles": lambda board, orders, kinds: board[0][0].__setitem__(0, 100),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_arrays_that_do_not_fit_are_refused(damage):
    arrays = tape.to_arrays(packed())
    DAMAGES[damage](*arrays)
    with pytest.raises(BasicError, match="NO GAME"):
        loaded(*arrays)


# any keys


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
def test_games_of_random_keys(seed):
    """A sample; bench/mahjong.py plays thousands."""
    chooser = random.Random(seed)

    def player(table):
        for _ in range(60):
            while table.page in ("YOU WON!", "NO PAIR LEFT", "MAHJONG", "HOW TO PLAY", "KEYS", "ARE YOU SURE?"):
                yield from typed(chooser.choice(["N", "B", "U", "G", "Y", "<RETURN>"]))
            yield from typed(chooser.choice([*"WASD    HYNTUICFEMBPVKOLR", "<LEFT>", "<RETURN>", "<ESCAPE>", "é"]))
            if table.v.playing and table.v.tiles:
                check(table.v)
            if chooser.random() < 0.3 and table.page != "MAHJONG":  # where a click could quit
                yield from click(chooser.randrange(250), chooser.randrange(180))

    shown(player, seed=seed)
