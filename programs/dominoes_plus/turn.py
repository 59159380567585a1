"""A turn in Dominoes Plus: the decision of a person, with hints and undo, or of the computer."""

from collections.abc import Callable

from retro import Machine
from retro.basic import Choice, FrontPage, show_page

from ..dominoes_sitting import LeaveGame, print_row
from . import screen
from .pages import RULES, counts_page
from .rules.domino_set import FITS, LEFT, NO_NUMBER, PAIRS, RIGHT, domino_text, dominoes_in, mask
from .rules.explanations import advice, refusal
from .rules.knowledge import Move, PlayerView
from .rules.levels import DEEPEST, choose_in_steps
from .rules.settings import TOGETHER
from .screen import DIGITS, PREVIEW_WORDS
from .variables import (
    SAME_DEAL,
    Variables,
    domino_at,
    hand,
    is_person,
    restore,
    take_snapshot,
    view_of_mover,
    with_subject,
)

KNOCK = 7  # D% of a knock, with E% = 0
ENDS = {"R": RIGHT, "RIGHT": RIGHT, PREVIEW_WORDS[RIGHT]: RIGHT, "L": LEFT, "LEFT": LEFT, PREVIEW_WORDS[LEFT]: LEFT}
MESSAGE_WIDTH = 39  # characters of a message


def take_turn(m: Machine, v: Variables) -> None:
    """Let player P% decide: set D% and E%.  Changed: hints, undo, a choice of the end and more, see ACTIONS."""
    v.K[3 - v.P] = int(v.ledger.knocked[3 - v.P])  # in a game that continues line 155 has cleared it
    v.current_turn = take_snapshot(m, v)
    view = view_of_mover(v)
    v.D_i, v.E = KNOCK, 0
    if is_person(v, v.P):
        begin_decision(m, v)
        while not v.D_i:
            obey(m, v, v.click_areas.read(m))
        snapshot = v.decisions[v.decided]
        if snapshot.decision != (v.D_i, v.E):
            del v.decisions[v.decided + 1 :]
            snapshot.decision = v.D_i, v.E
        v.decided += 1
        screen.remove_previews(m, v)
        v.marked, v.hidden = 0, True
    elif view.moves():
        move = choose_with_progress(m, v, v.level if v.P == 2 else v.settings.other + 1, view)
        v.D_i, v.E = view.hand.index(move.domino) + 1, move.end
        print_row(m, v.MY, with_subject(v, v.P, "play", "play", "plays") + f" the {domino_text(move.domino)}")


def playable(v: Variables) -> list[int]:
    """Return the dominoes that the player to move can lay."""
    return dominoes_in(mask(hand(v, v.P)) & FITS[v.ledger.ends])


def choose_with_progress(m: Machine, v: Variables, level: int, view: PlayerView) -> Move:
    """Return the move of a level, printing a dot after each slice of a long search."""
    moves = choose_in_steps(level, view)
    move = next(moves)
    if move is None:
        thinking = with_subject(v, v.P, "think", "am thinking", "is thinking")
        print_row(m, v.MY, "Let me think" if is_person(v, v.P) else thinking)
    while move is None:
        m.print(".", end="")
        _ = m.time  # reading the clock polls the front end
        move = next(moves)
    return move


# a person


def begin_decision(m: Machine, v: Variables) -> None:
    """Store a snapshot for undo, hide the hands until the next of two people is ready, and ask; D% is 0."""
    now = v.current_turn = take_snapshot(m, v)
    then = v.decisions[v.decided] if v.decided < len(v.decisions) else None
    # What was decided here before can be redone, if this is the same turn.
    if not then or (then.state, then.random_state) != (now.state, now.random_state):
        v.decisions[v.decided :] = [now]
    v.marked = v.D_i = 0
    if v.players == TOGETHER:  # both hands are hidden until the next player has pressed a key
        v.hidden = True
        screen.draw_hands(m, v)
        answer(m, v, v.last_action, question=f"Player {v.P}, press a key.")
        v.hidden = False
        screen.draw_hands(m, v)
    screen.show_buttons(m, v)
    ask(m, v)


def answer(
    m: Machine, v: Variables, message: str, *buttons: str, question: str = "", timeout: int | None = None
) -> str:
    """Show a message and buttons; return the key. `?` shows the help, and then all this again."""
    while True:
        screen.buttons(m, v, *buttons, question=question)
        print_row(m, v.MY, message)
        if (word := v.click_areas.read(m, timeout)) != "?":
            return word
        how_to_play(m)
        screen.draw_table(m, v)


def ask(m: Machine, v: Variables) -> None:
    """Print the question of the turn, or what RETURN does with the marked domino."""
    if v.marked:
        mark_next(m, v, 0)
        return
    if v.ledger.left == NO_NUMBER:
        text = "You begin, with any domino."
    elif not playable(v):
        text = f"Nothing fits: {v.buttons[0].lower()}."
    else:
        text = "Which domino?"
    # Two people have seen the last action when they took over the keyboard.
    if v.players != TOGETHER and len(v.last_action) + len(text) < MESSAGE_WIDTH:
        text = f"{v.last_action} {text}".strip()
    print_row(m, v.MY, addressed(v, text))


def addressed(v: Variables, text: str) -> str:
    """Return a sentence for the player to move, with the player's name if there are two people."""
    return f"Player {v.P}, {text[0].lower()}{text[1:]}" if v.players == TOGETHER else text


def obey(m: Machine, v: Variables, word: str) -> None:
    """Execute the command of a key or click; if it decides the turn, set D% and E%."""
    hint, v.hint = v.hint, None
    if hint and word == "H":
        proposal, shown, other = hint
        screen.show_hint(m, v, (proposal, other, shown))
        return
    if hint:
        screen.show_buttons(m, v)
    if word in PREVIEW_WORDS.values() or (hint and word == "RETURN"):
        v.D_i, v.E = screen.shown_order(v, v.P)[v.marked - 1], ENDS.get(word) or next(iter(v.previews), RIGHT)
        return
    if hint:
        v.marked = 0
        screen.draw_hands(m, v)
        ask(m, v)
    screen.remove_previews(m, v)
    if word[:1] == "#" and word[1:]:
        choose(m, v, int(word[1:]))
    elif word and word in DIGITS:
        choose(m, v, DIGITS.index(word) + 1)
    elif word in ("M", "Q"):
        raise LeaveGame("")
    elif word in ACTIONS:
        ACTIONS[word][0](m, v)


def refuse(m: Machine, v: Variables, reason: str) -> None:
    """Beep, and print the reason.  Changed: PROCINVALID had one sentence and waited."""
    m.vdu(7)
    print_row(m, v.MY, addressed(v, reason))


def choose(m: Machine, v: Variables, index: int) -> None:
    """Choose a domino by its position in the shown hand, from 1; ask for the end, with previews, if it fits both."""
    slots = screen.shown_order(v, v.P)
    if index > len(slots):
        refuse(m, v, f"You hold only {len(slots)} dominoes.")
        return
    d = domino_at(v, v.P, slots[index - 1])
    if reason := refusal(d, v.ledger.left, v.ledger.right):
        refuse(m, v, reason)
        return
    screen.remove_previews(m, v)
    end, *others = possible_ends(v, d)
    if others:
        message = f"The {domino_text(d)} at the left {v.LV} or the right {v.RV}?"
        for each in (RIGHT, LEFT):
            screen.show_preview(m, v, d, each)
        while (word := answer(m, v, message, "Left", "Right", "Cancel", "?")) not in (*ENDS, "C", "DELETE", "U"):
            m.vdu(7)
            message = "Press L or R, an arrow, or click there."
        screen.remove_previews(m, v)
        screen.show_buttons(m, v)
        if word not in ENDS:
            ask(m, v)
            return
        end = ENDS[word]
    v.D_i, v.E = slots[index - 1], end


def possible_ends(v: Variables, d: int) -> list[int]:
    """Return the ends where a domino can be laid, also where both ends show the same number."""
    if v.ledger.left == NO_NUMBER:
        return [RIGHT]
    return [end for end, number in ((RIGHT, v.RV), (LEFT, v.LV)) if number in PAIRS[d]]


# the actions of keys and buttons


def knock(m: Machine, v: Variables) -> None:
    """Knock or draw, if that is allowed."""
    fitting = playable(v)
    draws = v.ledger.rules.draws and v.T > 0
    if fitting and (draws or not v.settings.free_knock):
        refuse(m, v, f"You cannot {'draw' if draws else 'knock'}: {domino_text(fitting[-1])} fits.")
    elif v.ledger.left == NO_NUMBER:
        refuse(m, v, "You begin: no need to knock.")
    else:
        v.D_i, v.E = KNOCK, 0


def hint(m: Machine, v: Variables) -> None:
    """Show the move of level 5 and its consequence; when pressed again, the reason."""
    view = view_of_mover(v)
    if not view.moves():
        v.marked = 0
        screen.draw_hands(m, v)
        refuse(m, v, f"Nothing fits: {v.buttons[0].lower()}.")
        return
    v.helped = True
    move = choose_with_progress(m, v, DEEPEST, view)
    proposal, consequence, reason = advice(view, move)
    v.marked = screen.shown_order(v, v.P).index(view.hand.index(move.domino) + 1) + 1
    screen.draw_hands(m, v)
    screen.show_hint(m, v, (proposal, (consequence, "H: why?"), (reason, "H: ends?")))
    if view.left != NO_NUMBER:
        screen.show_preview(m, v, move.domino, move.end)


def undo(m: Machine, v: Variables) -> None:
    """Undo the last decision."""
    if v.decided == 0:
        refuse(m, v, "Nothing to take back.")
        return
    v.helped = True
    restore(m, v, v.decisions[v.decided - 1])
    screen.draw_table(m, v)
    begin_decision(m, v)


def redo(m: Machine, v: Variables) -> None:
    """Repeat the decision that was undone; a knock only if the settings still allow it."""
    decision = v.decisions[v.decided].decision
    if decision is None:
        refuse(m, v, "Nothing was taken back here.")
    elif decision == (KNOCK, 0):
        knock(m, v)
    else:
        v.D_i, v.E = decision


def next_order(m: Machine, v: Variables) -> None:
    """Show the hand in the next of the sort orders."""
    v.sort_order, v.marked = (v.sort_order + 1) % len(screen.ORDERS), 0
    screen.draw_hands(m, v)
    print_row(m, v.MY, f"Your hand, {[*screen.ORDERS][v.sort_order]}.")


def show_counts(m: Machine, v: Variables) -> None:
    """Show the page of where the numbers are."""
    if v.ledger.left == NO_NUMBER:
        refuse(m, v, "Nothing to count yet.")
        return
    counts_page(m, v)
    show_again(m, v)


def show_again(m: Machine, v: Variables) -> None:
    """Draw the table and ask again, after a page."""
    screen.draw_table(m, v)
    ask(m, v)


def ask_new_game(m: Machine, v: Variables) -> None:
    """Ask which game to begin instead of this one; any other key continues this one."""
    word = answer(m, v, "A new game: another deal, or this one?", "New deal", "Same deal", "Go on", "?")
    if word in ("N", "RETURN", "S"):
        raise LeaveGame(SAME_DEAL if word == "S" else FrontPage.PLAY)
    screen.show_buttons(m, v)
    ask(m, v)


def how_to_play(m: Machine) -> str:
    """Show the rules and the keys of a turn; return the chosen key, else ""."""
    return show_page(m, "HOW TO PLAY", RULES, [Choice(key, words) for key, words in WITH_WORDS if key != "?"])


def show_help(m: Machine, v: Variables) -> None:
    """Show the rules and all keys, and execute the chosen one."""
    word = how_to_play(m)
    show_again(m, v)
    if word:
        obey(m, v, word)


def mark_next(m: Machine, v: Variables, by: int) -> None:
    """Mark the next domino (by 1), the previous (-1) or the same (0) one, with a preview of it."""
    screen.remove_previews(m, v)
    v.marked = (v.marked - 1 + by) % v.N[v.P] + 1 if v.marked else (1 if by > 0 else v.N[v.P])
    screen.draw_hands(m, v)
    d = domino_at(v, v.P, screen.shown_order(v, v.P)[v.marked - 1])
    reason = refusal(d, v.ledger.left, v.ledger.right)
    print_row(m, v.MY, reason or f"RETURN plays the {domino_text(d)}.")
    if not reason and v.ledger.left != NO_NUMBER:
        for end in possible_ends(v, d):
            screen.show_preview(m, v, d, end)


def play_marked(m: Machine, v: Variables) -> None:
    """Choose the marked domino, or knock if nothing fits."""
    if v.marked:
        choose(m, v, v.marked)
    elif playable(v):
        refuse(m, v, "Mark one with the arrows.")
    else:
        knock(m, v)


# The keys of a turn, what does it, and what they do; buttons may have others.
ACTIONS: dict[str, tuple[Callable[[Machine, Variables], None], str]] = {
    "LEFT": (lambda m, v: mark_next(m, v, -1), ""),
    "RIGHT": (lambda m, v: mark_next(m, v, 1), ""),
    "RETURN": (play_marked, ""),
    "D": (knock, ""),
    "H": (hint, "hint"),
    "K": (knock, "knock, or draw"),
    "U": (undo, "undo"),
    "R": (redo, "redo"),
    "N": (ask_new_game, "new game"),
    "S": (next_order, "sort your hand"),
    "C": (show_counts, "count numbers"),
    "?": (show_help, "help"),
}
WITH_WORDS = [(key, words) for key, (_, words) in ACTIONS.items() if words] + [("Q", "quit to the front page")]
KEYS = (*screen.MARK_KEYS, *WITH_WORDS)
