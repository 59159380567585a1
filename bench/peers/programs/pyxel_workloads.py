"""The workloads in Pyxel: `python pyxel_workloads.py W1a COUNT`. W1 to W4 without a window."""

import os
import sys
import tempfile

import pyxel
import workload_data as data

HEADLESS = ("W1a", "W1b", "W2", "W3b", "W4", "W5h")


def define_images():
    """Put the characters into image bank 0, 32 a row."""
    bank = pyxel.images[0]
    for number, shape in enumerate(data.shapes()):
        left, top = number % 32 * 8, number // 32 * 8
        for y in range(8):
            for x in range(8):
                bank.pset(left + x, top + y, 7 if shape[y] >> (7 - x) & 1 else 0)


def font():
    """Return the characters as a font; codes begin at 48."""
    path = os.path.join(tempfile.mkdtemp(), "characters.bdf")
    with open(path, "w") as file:
        file.write(
            "STARTFONT 2.1\nFONT -x-x-medium-r-normal--8-80-75-75-c-80-iso10646-1\nSIZE 8 75 75\n"
            "FONTBOUNDINGBOX 8 8 0 0\nSTARTPROPERTIES 2\nFONT_ASCENT 8\nFONT_DESCENT 0\nENDPROPERTIES\nCHARS 64\n"
        )
        for number, shape in enumerate(data.shapes()):
            rows = "".join(f"{row:02X}\n" for row in shape)
            file.write(
                f"STARTCHAR u{number}\nENCODING {48 + number}\nSWIDTH 500 0\nDWIDTH 8 0\nBBX 8 8 0 0\nBITMAP\n"
                f"{rows}ENDCHAR\n"
            )
        file.write("ENDFONT\n")
    return pyxel.Font(path)


def w1a(count):
    """Screens of 999 characters as strings. Text has no background here, so the row is cleared first."""
    characters = font()
    rows = ["".join(chr(48 + code) for code in string) for string in data.strings()]

    def screens(count):
        for screen in range(count):
            colour = 1 + screen % 3
            for row in range(25):
                length = 39 if row == 24 else 40
                pyxel.rect(0, row * 8, length * 8, 8, 0)
                pyxel.text(0, row * 8, rows[(screen + row) & 7][:length], colour, characters)

    data.run(screens, count, count * 999)


def w1b(count):
    """The same, a character at a time."""
    define_images()
    sources = [(number % 32 * 8, number // 32 * 8) for number in range(64)]
    cells = [(column * 8, row * 8) for row in range(25) for column in range(40)]

    def screens(count):
        blt = pyxel.blt
        for screen in range(count):
            pyxel.pal(7, 1 + screen % 3)
            for index in range(999):
                x, y = cells[index]
                u, v = sources[(index + screen) & 63]
                blt(x, y, 0, u, v, 8, 8)

    data.run(screens, count, count * 999)


def w2(count):
    """Thousands of random lines."""
    points = data.points()

    def lines(count):
        for _ in range(count):
            for index in range(1000):
                pyxel.line(*points[index], *points[index + 1], 1 + index % 3)

    data.run(lines, count, count * 1000)


def w3b(count):
    """Thousands of random filled triangles."""
    points = data.points()

    def triangles(count):
        for _ in range(count):
            for index in range(1000):
                pyxel.tri(*points[index], *points[index + 1], *points[(index + 2) % 1001], 1 + index % 3)

    data.run(triangles, count, count * 1000)


def w4(count):
    """Lines of text that scroll. A copy of the screen onto itself is not allowed, so it goes through an image."""
    image, characters = pyxel.Image(320, 200), font()
    line = "".join(chr(48 + (ord(letter) & 63)) for letter in data.LINE)

    def lines(count):
        for _ in range(count):
            pyxel.text(0, 192, line, 7, characters)
            image.blt(0, 0, pyxel.screen, 0, 8, 320, 192)
            pyxel.blt(0, 0, image, 0, 0, 320, 192)
            pyxel.rect(0, 192, 320, 8, 0)

    data.run(lines, count, count)


def w5h(count):
    """Say when the first character is drawn."""
    define_images()
    pyxel.blt(0, 0, 0, 8, 0, 8, 8)
    print("READY", flush=True)


def w5(count):
    """A white window."""
    pyxel.run(lambda: None, lambda: pyxel.cls(7))


def w6(count):
    """A window with text that waits for a key."""

    def draw():
        pyxel.cls(0)
        for row in range(20):
            pyxel.text(0, row * 8, data.LINE, 7)
        pyxel.rect(0, 180, 320, 20, 7)

    pyxel.run(lambda: None, draw)


def w7(count):
    """A window in which every pixel changes 50 times a second."""
    pyxel.run(lambda: None, lambda: pyxel.cls(pyxel.frame_count & 3))


WORKLOADS = {"W1a": w1a, "W1b": w1b, "W2": w2, "W3b": w3b, "W4": w4, "W5h": w5h, "W5": w5, "W6": w6, "W7": w7}

if __name__ == "__main__":
    name, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    fps = 50 if name == "W7" else 60
    pyxel.init(320, 200, title="pyxel", fps=fps, quit_key=pyxel.KEY_NONE, display_scale=3, headless=name in HEADLESS)
    WORKLOADS[name](count)
