"""Judge BASIC by a corpus of programs that ran on the real ROM.

    python -m bench.basic_corpus FILE.jsonl [--show] [--only TEXT] [--all]

Prints how many cases are equal and the names of those that are not. A case is equal if every byte sent to the screen,
the error and the way it ended are. Rows of single expressions are compared bit for bit; for the functions whose last
bits the ROM computes in its own way a distance in units of the last place is allowed, as `LOOSE` says.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
from collections import Counter

from retro.basic.language.arithmetic import from_bytes, to_bytes
from retro.basic.language.interpreter import Basic
from retro.basic.language.prompt import Prompt
from retro.display.font import default_font
from retro.display.vdu import VDU
from retro.input.events import Down, Key, Text
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine

POWER_ON = 0x575241
ESCAPE = 27
FORMAT = 0x90A
SOON = 2000  # statements after which ESCAPE is pressed, where a case wants it pressed some time
PATIENCE = 36000.0  # seconds

# For expressions with these words: how many of 50 rows may differ by up to so many units, and how many by more.
LOOSE = ("SIN", "COS", "TAN", "ASN", "ACS", "ATN", "EXP", "LN", "LOG", "^", "VAL")


class Feed:
    """A front end that types the keys of a case, each when the program asks for one."""

    def __init__(self, keys, held=(), escape=False):
        self.events = [event for key in keys for event in events_of(key)]
        self.held = [Down(name) for name in held]
        self.escape = escape
        self.time = 0.0

    def now(self):
        return self.time

    def note(self, note):
        pass

    def wait(self, timeout, wanted):
        if self.held:
            held, self.held = self.held, []
            return held
        if self.escape and self.machine.interrupting:
            self.escape = False
            return [Key("ESCAPE")]
        if wanted:
            return self.key(timeout)
        return self.passed(timeout)

    def key(self, timeout):
        while timeout is None and self.events[:1] == [None]:  # GET takes no notice of an INKEY without a key
            self.events.pop(0)
        if not self.events:
            return self.passed(timeout)
        event = self.events.pop(0)
        return self.passed(timeout) if event is None else [event]

    def passed(self, timeout):
        if timeout is None or timeout == math.inf or self.time > PATIENCE:
            raise PowerOff
        self.time += timeout
        return []


def events_of(key):
    """Return the events of an element of `keys`: a text, a code, or -1 for no key."""
    if isinstance(key, str):
        return [event for character in key for event in events_of(ord(character))]
    if key == -1:
        return [None]
    return [Key("ESCAPE") if key == ESCAPE else Text(chr(key).replace("`", "£"))]


class Recorded(VDU):
    """A VDU driver that keeps what it is sent."""

    has_shortcuts = False

    def __init__(self, screen, bell, spend):
        super().__init__(screen, bell)
        self.sent = bytearray()

    def write(self, data):
        self.sent += data
        super().write(data)


def machine_with(front):
    m = front.machine = Machine(front, default_font())
    m.use_driver(Recorded)
    m.rnd_state = POWER_ON
    m.write(bytes([22, 6, 12]))
    return m


def run_program(case):
    """Run a case; return the output, the error and the end."""
    front = Feed(case.get("keys", ()), case.get("held", ()), "escapeAfter" in case)
    m = machine_with(front)
    basic = Basic(m)
    basic.load_text("\n".join(case["program"]))
    m.print(">RUN")
    m.vdu_driver.sent.clear()
    if front.escape:
        m.interrupt_at(m.statements + SOON)
    error, end = None, None
    try:
        raised = basic.run()
        if raised is not None:
            basic.print_error(raised)
            error = {"number": raised.number, "line": basic.error_line, "message": raised.message}
    except PowerOff:
        end = "waiting"
    return bytes(m.vdu_driver.sent), error, end


def run_typed(case):
    """Type the lines of a case at the prompt; return the output, the error and the end."""
    typed = [text if text == "\x1b" else f"{text}\r" for text in case["typed"]]
    front = Feed([*typed, *case.get("keys", ())], case.get("held", ()), "escapeAfter" in case)
    m = machine_with(front)
    basic = Basic(m)
    prompt = Recording(basic)
    for line in case.get("program", ()):
        prompt.obey(line.encode("latin-1"))
    m.vdu_driver.sent.clear()
    end = None
    with contextlib.suppress(PowerOff):
        prompt.run()
    sent = bytes(m.vdu_driver.sent)
    sent = sent.removeprefix(b">").removesuffix(b">")
    if case.get("end") == "waiting" and front.events:
        end = None
    elif case.get("end") == "waiting":
        end = "waiting"
    last = prompt.last
    return sent, last, end


class Recording(Prompt):
    """A prompt that keeps its last error; the first `>` is there already."""

    last = None

    def _show(self, error):
        self.last = {"number": error.number, "line": self.basic.error_line, "message": error.message}
        super()._show(error)


def differences(case):
    """Return what differs in a case, as pairs of what is wanted and what came."""
    got = run_typed(case) if "typed" in case else run_program(case)
    wanted = (bytes.fromhex(case["output"]), case["error"], case.get("end"))
    return [] if got == wanted else [(wanted, got)]


# single expressions


def operand(basic, name, value):
    if isinstance(value, dict):
        basic.memory.set_text(0x900, value["text"])
    else:
        basic.variables[name] = from_bytes(bytes.fromhex(value)) if isinstance(value, str) else value


def row_result(basic, case, row):
    """Return what the expression of a case gives for a row."""
    is_integer = "A%" in case["expr"]
    for name, value in zip(("A_i", "B_i") if is_integer else ("A_", "B_"), row):
        operand(basic, name, value)
    try:
        result = basic._evaluate(case["expr"])
    except Exception as raised:
        error = basic.record_error(raised)
        return {"error": error.number}
    return {"text": result} if isinstance(result, str) else to_bytes(float(result)).hex()


def expression_differences(case):
    m = machine_with(Feed(()))
    basic = Basic(m)
    m.at = int(case.get("at", "&90A").lstrip("&"), 16)
    found = []
    for row in case["rows"]:
        wanted, got = row[-1], row_result(basic, case, row[:-1])
        if case.get("text") and isinstance(wanted, str):
            wanted = {"text": wanted}
        if wanted != got:
            found.append((wanted, got, row))
    return found


def distance(wanted, got):
    """Return how many units of the last place two results are apart."""
    if isinstance(wanted, str) and isinstance(got, str):
        return abs(int(wanted, 16) - int(got, 16))
    return 1 << 40


def judge(case):
    """Return the differences of a case that count, and a histogram of distances of single expressions."""
    if "rows" not in case:
        return differences(case), None
    found = expression_differences(case)
    if any(word in case["expr"] for word in LOOSE):
        histogram = Counter(min(distance(*difference[:2]), 3) for difference in found)
        histogram[0] = len(case["rows"]) - len(found)
        return [difference for difference in found if distance(*difference[:2]) > (1 << 16)], (case["expr"], histogram)
    return found, None


def shown(difference):
    wanted, got, *_ = difference
    return f"    wanted {wanted}\n    got    {got}"


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--show", action="store_true", help="show what differs")
    parser.add_argument("--only", default="", help="cases whose names contain this text")
    parser.add_argument("--all", action="store_true", help="cases outside the target, too")
    args = parser.parse_args(words)
    with open(args.file, encoding="utf-8") as stream:
        cases = [json.loads(line) for line in stream]
    cases = [case for case in cases if args.only in case["name"] and (args.all or "target" not in case)]
    equal, histograms = 0, {}
    for case in cases:
        try:
            found, histogram = judge(case)
        except Exception as error:
            import traceback

            found, histogram = [("", "".join(traceback.format_exception(error)[-3:]))], None
        equal += not found
        if histogram:
            histograms.setdefault(histogram[0], Counter()).update(histogram[1])
        if found:
            print(case["name"], "-", case.get("what", ""))
            if args.show:
                print(f"    {case.get('program') or case.get('expr')} {case.get('typed', '')}")
                print("\n".join(map(shown, found[:4])))
    for expression, histogram in histograms.items():
        print(
            f"{expression:<14}equal {histogram[0]}, off by 1 {histogram[1]}, by 2 {histogram[2]}, more {histogram[3]}"
        )
    print(f"{equal} of {len(cases)} equal")
    return equal != len(cases)


if __name__ == "__main__":
    sys.exit(main())
