"""Piano

Sound: the middle row of letters has the white keys, the row above it the black ones. SPACE plays a tune.
"""

from retro import Machine
from retro.basic import asc, chr_s, coloured, instr, tab

NOTES = "AWSEDFTGYHUJK"  # from C to the C above it
BLACK = "WETYU"
# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("SPACE", "a tune"), ("Q", "quit"))
MIDDLE_C, SEMITONE = 53, 4  # in the pitches of SOUND
TUNE = "DDFGGFDSAASDDSS DDFGGFDSAASDSAA"  # Beethoven, Ode to Joy
LEFT, BOTTOM, TOP = 128, 240, 560  # the piano, in graphics units: 1280 to the right, 800 up
WIDTH, HALF = 128, 36  # of a white key, and half of that of a black one


def fill(m: Machine, left: int, bottom: int, right: int, top: int) -> None:
    """Fill a box: PLOT 85 fills the triangle of the last two points and its own."""
    m.move(left, bottom)
    m.move(right, bottom)
    m.plot(85, left, top)
    m.plot(85, right, top)


def draw_piano(m: Machine, pressed: str) -> None:
    """Draw the piano, with one of its keys pressed, or none: first the white keys, and over them the black ones."""
    for black in (False, True):
        x = LEFT  # where the next white key begins
        for key in NOTES:
            m.gcol(0, 2 if key == pressed else 0 if black else 3)
            if key not in BLACK:
                x += WIDTH
            if (key in BLACK) != black:
                continue
            if black:
                fill(m, x - HALF, TOP - 176, x + HALF, TOP)
            else:
                fill(m, x - WIDTH + 4, BOTTOM, x - 8, TOP)
            # VDU 5 prints at the graphics cursor, which is the top left corner of a letter; VDU 4 prints as before.
            m.gcol(0, 3 if black and key != pressed else 0)
            m.move(x - 16 if black else x - WIDTH // 2 - 20, TOP - 120 if black else BOTTOM + 56)
            m.vdu(5, asc(key), 4)


def press(m: Machine, key: str) -> int:
    """Press a key for a moment, and return the code of a key of the keyboard that was typed meanwhile, or -1."""
    number = instr(NOTES, key)
    if number:
        # Channel 1, plus 16: at once, not behind the note before. Loudness 0 to -15, pitch, and twentieths of a second.
        m.sound(17, -12, MIDDLE_C + SEMITONE * (number - 1), 6)
    draw_piano(m, key)
    typed = m.inkey(32)  # centiseconds
    if typed < 0:
        draw_piano(m, "")
    return typed


def main(m: Machine) -> None:
    """Play what is typed until it is Q."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # no text cursor
    m.colour(2)
    m.print(tab(17, 2), "PIANO")
    m.colour(3)
    m.print(tab(7, 21), coloured(2, "SPACE"), " a tune      ", coloured(2, "Q"), " quit", end="")
    draw_piano(m, "")
    typed = -1
    while True:
        key = chr_s(m.get() if typed < 0 else typed).upper()
        typed = -1
        if key == "Q":
            break
        if key in NOTES:
            typed = press(m, key)
        elif key == " ":
            for note in TUNE:
                typed = press(m, note)
                if typed >= 0:  # a key ends the tune
                    break
    m.mode(7)
