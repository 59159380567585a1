"""The workloads in pygame-ce: `python pygame_workloads.py W1a COUNT`. W1 to W4 with SDL's dummy driver."""

import os
import sys

HEADLESS = ("W1a", "W1b", "W2", "W3b", "W4", "W5h")
NAME, COUNT = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
if NAME in HEADLESS:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame  # noqa: E402
import workload_data as data  # noqa: E402

PALETTE = [(0, 0, 0), (255, 0, 0), (255, 255, 0), (255, 255, 255)]
CELLS = [(column * 8, row * 8) for row in range(25) for column in range(40)]


def surface(width, height):
    """Return a surface of 8 bits a pixel."""
    made = pygame.Surface((width, height), 0, 8)
    made.set_palette(PALETTE)
    return made


def glyphs(ink):
    """Return the characters as surfaces in a colour."""
    found = []
    for shape in data.shapes():
        glyph = surface(8, 8)
        for y in range(8):
            for x in range(8):
                if shape[y] >> (7 - x) & 1:
                    glyph.set_at((x, y), ink)
        found.append(glyph)
    return found


def w1a(screen, count):
    """Screens of 999 characters as strings."""
    colours = [glyphs(ink) for ink in (1, 2, 3)]
    strings = data.strings()

    def screens(count):
        for turn in range(count):
            shapes = colours[turn % 3]
            for row in range(25):
                string = strings[(turn + row) & 7][: 39 if row == 24 else 40]
                screen.fblits(list(zip([shapes[code] for code in string], CELLS[row * 40 : row * 40 + 40])))

    data.run(screens, count, count * 999)


def w1b(screen, count):
    """The same, a character at a time."""
    colours = [glyphs(ink) for ink in (1, 2, 3)]

    def screens(count):
        blit = screen.blit
        for turn in range(count):
            shapes = colours[turn % 3]
            for index in range(999):
                blit(shapes[(index + turn) & 63], CELLS[index])

    data.run(screens, count, count * 999)


def w2(screen, count):
    """Thousands of random lines."""
    points = data.points()

    def lines(count):
        line = pygame.draw.line
        for _ in range(count):
            for index in range(1000):
                line(screen, 1 + index % 3, points[index], points[index + 1])

    data.run(lines, count, count * 1000)


def w3b(screen, count):
    """Thousands of random filled triangles."""
    points = data.points()

    def triangles(count):
        polygon = pygame.draw.polygon
        for _ in range(count):
            for index in range(1000):
                polygon(screen, 1 + index % 3, (points[index], points[index + 1], points[(index + 2) % 1001]))

    data.run(triangles, count, count * 1000)


def w4(screen, count):
    """Lines of text that scroll."""
    shapes, codes = glyphs(3), [ord(letter) & 63 for letter in data.LINE]
    cells = [(column * 8, 192) for column in range(40)]

    def lines(count):
        for _ in range(count):
            screen.fblits(list(zip([shapes[code] for code in codes], cells)))
            screen.scroll(0, -8)
            screen.fill(0, (0, 192, 320, 8))

    data.run(lines, count, count)


def w5h(screen, count):
    """Say when the first character is drawn."""
    screen.blit(glyphs(3)[1], (0, 0))
    print("READY", flush=True)


def show(screen, window):
    """Scale the screen to the window and show it."""
    pygame.transform.scale(screen.convert(window), (960, 600), window)
    pygame.display.flip()


def w5(screen, count):
    """A white window."""
    window = pygame.display.get_surface()
    screen.fill(3)
    show(screen, window)
    while True:
        pygame.event.wait()


def w6(screen, count):
    """A window with text that waits for a key."""
    window, shapes = pygame.display.get_surface(), glyphs(3)
    for row in range(20):
        for column, letter in enumerate(data.LINE):
            screen.blit(shapes[ord(letter) & 63], (column * 8, row * 8))
    screen.fill(3, (0, 180, 320, 20))
    show(screen, window)
    while True:
        pygame.event.wait()


def w7(screen, count):
    """A window in which every pixel changes 50 times a second."""
    window, clock, turn = pygame.display.get_surface(), pygame.time.Clock(), 0
    while True:
        pygame.event.pump()
        turn += 1
        screen.fill(turn & 3)
        show(screen, window)
        clock.tick(50)


WORKLOADS = {"W1a": w1a, "W1b": w1b, "W2": w2, "W3b": w3b, "W4": w4, "W5h": w5h, "W5": w5, "W6": w6, "W7": w7}

if __name__ == "__main__":
    pygame.display.init()
    pygame.display.set_mode((320, 200) if NAME in HEADLESS else (960, 600))
    WORKLOADS[NAME](surface(320, 200), COUNT)
