"""Random streams of VDU codes as programs send them: text, windows, colours, lines, characters, scrolling."""

import random

WORDS = (b"Hello", b"The quick brown fox jumps", b"12 34", b"\xb1\xe0\xe1", b"A\x08B", b"x" * 45, b"\x7f\x7f")


def word(number):
    """Return a number as two parameter bytes."""
    return (number & 0xFFFF).to_bytes(2, "little")


def stream(seed, count):
    """Yield so many pieces, the first of which chooses a MODE; each is complete."""
    chance = random.Random(seed)
    some = chance.randrange
    yield bytes([22, some(8)])

    def point():
        return word(some(-100, 1400)) + word(some(-100, 1150))

    def text_window():
        left, top = some(20), some(12)
        return bytes([28, left, top + some(14), left + some(20), top])

    pieces = (
        (14, lambda: chance.choice(WORDS)),
        (10, lambda: b"\n\r" * some(1, 5)),
        (4, lambda: bytes([chance.choice((8, 9, 10, 11, 13, 30, 12, 16))])),
        (6, lambda: bytes([31, some(40), some(25)])),
        (6, lambda: bytes([17, some(256)])),
        (6, lambda: bytes([18, some(6), some(256)])),
        (3, lambda: bytes([19, some(16), some(16), 0, 0, 0])),
        (3, lambda: bytes([23, some(224, 256)]) + chance.randbytes(8)),
        (2, lambda: bytes([23, 1, some(3), 0, 0, 0, 0, 0, 0, 0])),
        (24, lambda: bytes([25, some(104)]) + point()),
        (3, lambda: b"\x19\x04" + point() + b"\x05" + chance.choice(WORDS) + b"\x04"),
        (3, text_window),
        (2, lambda: bytes([24]) + word(some(300)) + word(some(300)) + word(some(600, 1279)) + word(some(600, 1023))),
        (2, lambda: bytes([29]) + point()),
        (2, lambda: bytes([chance.choice((26, 20, 6, 15))])),
        (1, lambda: b"\x15lost\x06"),
        (1, lambda: bytes([22, some(8)])),
    )
    weights = [weight for weight, _ in pieces]
    for _ in range(count):
        (_, piece), *_ = chance.choices(pieces, weights)
        yield piece()
