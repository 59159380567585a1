"""The pages of Dominoes Plus over a game: rules and keys, the count of numbers, the review; and the record."""

from contextlib import suppress

from retro import Machine
from retro.basic import Choice, Escape, Page, Record, saved, show_page

from ..dominoes_sitting import print_row
from . import screen
from .rules.domino_set import RIGHT, SUITS, mask
from .rules.knowledge import Move
from .rules.levels import LEVELS
from .rules.review import ReviewedMove, report, review_move, row_text
from .variables import Snapshot, Variables, hand, restore, take_snapshot, view_of_mover

RULES = (
    "Lay a domino with the number of an end of the line; if none fits, knock. Be first with none left. When both "
    "knock, fewer spots win.",
    "",
    "1-9, or a click, choose a domino; L or R an end. Arrows mark one; RETURN plays it, or a hint.",
    "H hint, U undo, N new game, Q quit.",
)


def load_record(m: Machine) -> Record:
    """Return the record on the tape; without one, a record from the statistics of earlier versions."""
    record = Record(m, "PLUSRECORD", len(LEVELS))
    rows = saved(m, "PLUSSTAT")  # counts by level, the best match, and later games in a row by level
    if isinstance(rows, list) and all(isinstance(row, list) for row in rows):
        record.adopt([[*row, *in_row] for row, in_row in zip(rows[:5], [*rows[6:], *[[]] * 5])])
    return record


def counts_page(m: Machine, v: Variables) -> None:
    """Show where the seven dominoes with each number are, as far as the front player knows."""
    mine = hand(v, screen.front_player(v))
    view = v.ledger.view_for(screen.front_player(v), mine)
    table = ~view.unseen & ~mask(mine)
    rows = [
        (name, [(held & suit).bit_count() for suit in SUITS])
        for name, held in (("On the table", table), ("In your hand", mask(mine)), ("Not seen yet", view.unseen))
    ]
    most = [sum(1 for slot in view.other if slot & suit) for suit in SUITS]
    could = [min(pair) for pair in zip(rows[-1][1], most)]
    if any(slot != view.unseen for slot in view.other) and could != rows[-1][1]:  # a knock or the opening has told it
        rows.append(("Other may have", could))
    lines = ["Dominoes with   0 1 2 3 4 5 6"]
    for name, counts in rows:
        lines += ["", f"{name:15}" + "".join(f"{count:2}" for count in counts)]
    show_page(m, "COUNT", [*lines, "", f"{view.stock} are face down, the other has {len(view.other)}."])


def review_page(m: Machine, v: Variables) -> None:
    """Show the costs of the person's moves, and for a chosen move the board."""
    moves = []
    for number, snapshot in enumerate(v.decisions[: v.decided], 1):
        view, (slot, end) = view_of_mover(snapshot.state), snapshot.decision or (1, 0)
        if not end:  # a knock, or a draw
            continue
        made = Move(view.hand[slot - 1], end)
        move = made if made in view.moves() else Move(made.domino, RIGHT)  # of two equal ends the right one
        print_row(m, v.MY, f"Looking at move {number} of {v.decided}")
        for result in review_move(number, view, move):
            _ = m.time  # reading the clock polls the front end
            if result:
                moves.append(result)
    shown, worst, sentence = report(moves)
    rows = [Choice(str(index), row_text(one)) for index, one in enumerate(shown, 1)]
    page = Page("REVIEW", [*rows, Choice("B", "Back")], [sentence], "RETURN shows it, and the better one")
    page.marked = worst
    with suppress(Escape):
        while (key := m.ask(page)) != "B":
            one = shown[int(key) - 1]
            show_board(m, v, one, v.decisions[one.number - 1])


def show_board(m: Machine, v: Variables, one: ReviewedMove, then: Snapshot) -> None:
    """Show the table before a move, with the laid domino marked, and the better one where it would have been."""
    now, over = take_snapshot(m, v), v.over
    restore(m, v, then)
    v.over = v.hidden = False
    v.marked = 1 + [hand(v, 1)[slot - 1] for slot in screen.shown_order(v, 1)].index(one.move.domino)
    screen.draw_table(m, v)
    if then.state.ledger.laid:
        screen.show_preview(m, v, one.best.domino, one.best.end)
    print_row(m, v.MY, one.sentences[0])
    screen.buttons(m, v, question=one.sentences[1])
    m.keys = (("RETURN", "go on"),)
    with suppress(Escape):
        v.click_areas.read(m)
    restore(m, v, now)
    screen.forget_previews(v)
    v.over, v.marked = over, 0
