"""The table of BASIC's functions and plain commands: arguments, results and names in compiled programs."""

from __future__ import annotations

INTEGER, REAL, TEXT, NUMBER, ANY = "integer", "real", "text", "number", "any"
LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1
BYTE = (0, 255)
WHOLE = (LOWEST, HIGHEST)

# For each function: the word of the run time, its arguments (i integer, n number, s text), what it gives, and bounds.
FUNCTIONS: dict[str, tuple[str, str, str, int, int]] = {
    "SIN": ("sine", "n", REAL, *WHOLE),
    "COS": ("cosine", "n", REAL, *WHOLE),
    "TAN": ("tangent", "n", REAL, *WHOLE),
    "ASN": ("arcsine", "n", REAL, *WHOLE),
    "ACS": ("arccosine", "n", REAL, *WHOLE),
    "ATN": ("arctangent", "n", REAL, *WHOLE),
    "SQR": ("square_root", "n", REAL, *WHOLE),
    "LN": ("logarithm", "n", REAL, *WHOLE),
    "LOG": ("common_logarithm", "n", REAL, *WHOLE),
    "EXP": ("exponential", "n", REAL, *WHOLE),
    "RAD": ("radians", "n", REAL, *WHOLE),
    "DEG": ("degrees", "n", REAL, *WHOLE),
    "SGN": ("sign", "n", INTEGER, -1, 1),
    "RND": ("random", "i", NUMBER, *WHOLE),
    "ASC": ("asc", "s", INTEGER, -1, 255),
    "LEN": ("len", "s", INTEGER, *BYTE),
    "VAL": ("value_of", "s", NUMBER, *WHOLE),
    "CHR$": ("character", "i", TEXT, *WHOLE),
    "STR$": ("text_of", "n", TEXT, *WHOLE),
    "STR$~": ("hexadecimal", "i", TEXT, *WHOLE),
    "LEFT$(": ("left", "si", TEXT, *WHOLE),
    "RIGHT$(": ("right", "si", TEXT, *WHOLE),
    "MID$(": ("middle", "sii", TEXT, *WHOLE),
    "INSTR(": ("position", "ssi", INTEGER, *BYTE),
    "STRING$(": ("repeated", "is", TEXT, *WHOLE),
    "POINT(": ("point", "ii", INTEGER, *WHOLE),
    "GET": ("get", "", INTEGER, *BYTE),
    "GET$": ("get_text", "", TEXT, *WHOLE),
    "INKEY": ("inkey", "i", INTEGER, *WHOLE),
    "INKEY$": ("inkey_text", "i", TEXT, *WHOLE),
    "ADVAL": ("analogue", "i", INTEGER, *WHOLE),
    "USR": ("usr", "i", INTEGER, *WHOLE),
    "EVAL": ("evaluate", "s", ANY, *WHOLE),
    "POS": ("get_pos", "", INTEGER, *BYTE),
    "VPOS": ("get_vpos", "", INTEGER, *BYTE),
    "COUNT": ("get_count", "", INTEGER, *BYTE),
    "ERR": ("get_error", "", INTEGER, *BYTE),
    "ERL": ("get_error_line", "", INTEGER, *WHOLE),
    "PAGE": ("get_page", "", INTEGER, 0, 0xFFFF),
    "LOMEM": ("get_lomem", "", INTEGER, 0, 0xFFFF),
    "HIMEM": ("get_himem", "", INTEGER, 0, 0xFFFF),
    "TOP": ("get_top", "", INTEGER, 0, 0xFFFF),
    "OPENIN": ("open_in", "s", INTEGER, *WHOLE),
    "OPENOUT": ("open_out", "s", INTEGER, *WHOLE),
    "OPENUP": ("open_up", "s", INTEGER, *WHOLE),
    "BGET": ("get_byte", "i", INTEGER, *WHOLE),
    "EOF": ("at_end_of_file", "i", INTEGER, *WHOLE),
    "EXT": ("get_extent", "i", INTEGER, *WHOLE),
    "PTR": ("get_pointer", "i", INTEGER, *WHOLE),
}

# The arguments of each function, those included that the compiler writes itself.
ARGUMENTS = {name: arguments for name, (_, arguments, *_) in FUNCTIONS.items()}
ARGUMENTS |= {"NOT": "i", "INT": "n", "ABS": "n", "PI": "", "TRUE": "", "FALSE": "", "TIME": ""}

# The arguments of a command (i integer, n number, s text), and the word of the run time that obeys it.
COMMANDS = {
    "COLOUR": ("i", "colour"),
    "GCOL": ("ii", "gcol"),
    "MODE": ("i", "mode"),
    "MOVE": ("ii", "move"),
    "DRAW": ("ii", "draw"),
    "PLOT": ("iii", "plot"),
    "SOUND": ("iiii", "sound"),
    "ENVELOPE": ("i" * 14, "envelope"),
    "WIDTH": ("i", "set_width"),
    "OSCLI": ("s", "oscli"),
    "CHAIN": ("s", "chain"),
    "CLS": ("", "cls"),
    "CLG": ("", "clg"),
    "CLEAR": ("", "clear"),
    "END": ("", "end"),
    "STOP": ("", "stop"),
    "REPORT": ("", "report"),
    "RUN": ("", "run"),
    "RETURN": ("", "return_address"),
    "ENDPROC": ("", "end_procedure"),
    "CLOSE": ("i", "close_file"),
    "BPUT": ("ii", "put_byte"),
}
