"""A program as a learner of the snake's course writes it; tests run it, and versions of it with mistakes."""

import random

STAGE = 5


def double(held):
    return max((piece for piece in held if piece[0] == piece[1]), default=[-1, -1])


def show():
    print("=" * 70)
    print(f"Stock size: {len(stock)}")
    print(f"Computer pieces: {len(computer)}")
    print()
    text = [str(piece) for piece in snake]
    print("".join(text) if len(text) < 7 else "".join(text[:3]) + "..." + "".join(text[-3:]))
    print()
    print("Your pieces:")
    for number, piece in enumerate(player, 1):
        print(f"{number}:{piece}")
    print()


def over():
    spots = [number for piece in snake for number in piece]
    if not player:
        return "You won!"
    if not computer:
        return "The computer won!"
    if snake[0][0] == snake[-1][1] and spots.count(snake[0][0]) == 8:
        return "It's a draw!"
    return ""


def fits(held, k):
    return STAGE < 4 or k == 0 or (snake[-1][1] if k > 0 else snake[0][0]) in held[abs(k) - 1]


def move(held, k):
    if k == 0:
        if stock:
            held.append(stock.pop())
        return
    piece = held.pop(abs(k) - 1)
    if k > 0:
        snake.append(piece if STAGE < 4 or piece[0] == snake[-1][1] else piece[::-1])
    else:
        snake.insert(0, piece if STAGE < 4 or piece[1] == snake[0][0] else piece[::-1])


def asked():
    while True:
        try:
            k = int(input())
            if abs(k) > len(player):
                raise ValueError
        except ValueError:
            print("Invalid input. Please try again.")
            continue
        if fits(player, k):
            return k
        print("Illegal move. Please try again.")


def chosen():
    if STAGE < 5:
        while True:
            k = random.randint(-len(computer), len(computer))
            if fits(computer, k):
                return k
    spots = [number for piece in computer + snake for number in piece]
    order = sorted(computer, key=lambda piece: -spots.count(piece[0]) - spots.count(piece[1]))
    for piece in order:
        for k in (-computer.index(piece) - 1, computer.index(piece) + 1):
            if fits(computer, k):
                return k
    return 0


while True:
    pieces = [[a, b] for a in range(7) for b in range(a, 7)]
    random.shuffle(pieces)
    stock, computer, player = pieces[:14], pieces[14:21], pieces[21:]
    first = max(double(computer), double(player))
    if first[0] >= 0:
        break
snake = [first]
turn = "player" if first in computer else "computer"
(computer if first in computer else player).remove(first)
if STAGE == 1:
    print(f"Stock pieces: {stock}")
    print(f"Computer pieces: {computer}")
    print(f"Player pieces: {player}")
    print(f"Domino snake: {snake}")
    print(f"Status: {turn}")
    raise SystemExit
while True:
    show()
    if end := over():
        print(f"Status: The game is over. {end}")
        break
    if turn == "player":
        print("Status: It's your turn to make a move. Enter your command.")
    else:
        print("Status: Computer is about to make a move. Press Enter to continue...")
    if STAGE == 2:
        break
    if turn == "player":
        move(player, asked())
    else:
        input()
        move(computer, chosen())
    turn = "computer" if turn == "player" else "player"
