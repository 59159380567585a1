"""The names of the keys, and their numbers for INKEY(-n)."""

# Each key with the numbers for which INKEY(-n) is true, measured on the Electron, where some keys have several.
# TAB and f0 to f9, which it lacks, have the numbers of the BBC Microcomputer.
TABLE = """
0 -40 -72 | 1 -49 | 2 -50 | 3 -18 | 4 -19 | 5 -20 | 6 -53 | 7 -37 -125 | 8 -22 | 9 -39 | RIGHT -121 -122 |
COPY -57 -89 -106 -126 | SPACE -99 | LEFT -25 -26 | DOWN -41 -42 -126 | RETURN -74 -124 | DELETE -90 | - -24 |
UP -58 -126 | : -73 -124 | P -56 | ; -88 | / -105 | O -55 | L -87 | . -104 | I -38 -126 | K -71 -124 | , -103 |
U -54 -123 | J -70 | M -102 | Y -69 -126 | H -85 -124 | N -86 | T -36 | G -84 | B -101 | R -52 | F -68 | V -100 |
E -35 | D -51 | C -83 | W -34 | S -82 | X -67 | Q -17 | A -66 | Z -98 | ESCAPE -113 | FUNC -65 | CTRL -2 |
SHIFT -1 -127 | TAB -97 | f0 -33 | f1 -114 | f2 -115 | f3 -116 | f4 -21 | f5 -117 | f6 -118 | f7 -23 | f8 -119 |
f9 -120 | BREAK
"""
INKEY_NUMBERS = {name: tuple(map(int, numbers)) for name, *numbers in map(str.split, TABLE.split("|"))}

KEYS = frozenset(INKEY_NUMBERS)
