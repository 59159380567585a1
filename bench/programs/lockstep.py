"""A program in BASIC against its port: both run with the same keys, and are compared at the end of each procedure."""

from __future__ import annotations

import contextlib
import re
import sys
import time
from itertools import zip_longest
from unittest import mock

from bench.basic_corpus import Feed, Recorded, machine_with
from retro.basic.language.interpreter import Basic
from retro.basic.language.names import python_name, zero
from retro.basic.words import codes
from retro.input.events import parse_keys
from retro.machine.frontend import PowerOff


class Lockstep:
    """A listing and its port.

    Attributes:
        port: The port's main module; its function `main(m)` is the program.
        listing: The text of the BASIC program.
        procedures: By the name of each function that is compared, what BASIC calls: its PROCNAME, or its first line.
        declared: The variables that are compared: the names in the port and in BASIC, the subscripts of an array or "".
        same_bytes: Whether both must also have sent the same bytes.
    """

    def __init__(self, port, listing, procedures, declarations, same_bytes=True):
        self.port, self.listing, self.procedures, self.same_bytes = port, listing, procedures, same_bytes
        found = re.findall(r"^    (\w+): .*  # (?:(\w+[%$]?)(\(.*?\))?(?:  |$))?", declarations, re.MULTILINE)
        self.declared = [(own, name or own, subscripts) for own, name, subscripts in found]

    def run_port(self, m, game):
        """Run the port; each procedure notes its end."""

        def noting(name, procedure):
            def wrapper(*arguments):
                result = procedure(*arguments)
                v = next(one for one in (*arguments, result) if hasattr(one, self.declared[0][0]))
                game.end(self.procedures[name], [copied(getattr(v, own)) for own, _, _ in self.declared])
                return result

            return wrapper

        wrappers = {name: noting(name, getattr(self.port, name)) for name in self.procedures}
        with mock.patch.multiple(self.port, **wrappers):
            self.port.main(m)

    def run_listing(self, m, game):
        """Run the listing; each procedure notes its end. A variable that is not there yet counts as 0 or empty."""
        basic = Basic(m)
        basic.load_text(self.listing)
        places = [
            (python_name(name, len(re.findall(r"\w+", subscripts))), zero(name))
            for _, name, subscripts in self.declared
        ]
        compared = set(self.procedures.values())
        lines = {basic.program.find(line): line for line in compared if isinstance(line, int)}

        def noting(word, name_of):
            call = basic.variables[word]

            def noted(target, *arguments):
                call(target, *arguments)
                if (name := name_of(target)) in compared:
                    game.end(name, [copied(basic.variables.get(place, unset)) for place, unset in places])

            basic.variables[word] = noted

        noting("call_procedure", str)
        noting("gosub", lines.get)
        assert basic.run() is None

    def difference(self, seed, pressed):
        """Play a game in both; return the first difference as a text, empty if there is none."""
        listing, port = (Game(run, seed, pressed, self.same_bytes) for run in (self.run_listing, self.run_port))
        for number, (there, here) in enumerate(zip_longest(listing.ends, port.ends, fillvalue=("", 0, [])), 1):
            if there != here:
                changed = [
                    f"{name} is {theirs} in BASIC, {ours} in the port"
                    for (_, name, _), theirs, ours in zip(self.declared, there[2], here[2])
                    if theirs != ours
                ]
                return f"end {number}: {there[0]}, {there[1]} bytes; {here[0]}, {here[1]} bytes; {'; '.join(changed)}"
        return "" if not self.same_bytes or listing.sent == port.sent else "the bytes differ"


class Undrawn(Recorded):
    """A VDU driver that keeps what it is sent, and draws nothing: neither program reads the screen."""

    def write(self, data):
        self.sent += data


class Game:
    """What a program did: the procedures in the order of their ends, and the bytes that it sent.

    Attributes:
        ends: For each end the procedure's name, the number of bytes sent by then, 0 if it does not matter, and the
            values of the variables.
    """

    def __init__(self, program, seed, pressed, same_bytes):
        self.ends, self._counts = [], same_bytes
        feed = Feed([])
        feed.events = [event for step in parse_keys(pressed) for event in step]
        m = machine_with(feed)
        m.use_driver(Undrawn)
        m.rnd(-seed)
        self._sent = m.vdu_driver.sent
        self._sent.clear()
        with contextlib.suppress(PowerOff):
            program(m, self)
        self.sent = bytes(self._sent)

    def end(self, procedure, values):
        self.ends.append((procedure, len(self._sent) * self._counts, values))


def copied(value):
    """Return a value that stays as it is, a text as its codes."""
    if isinstance(value, str):
        return codes(value)
    return [copied(element) for element in value] if isinstance(value, list) else value


def play(difference, count, first):
    """Play the games of so many seeds; return 1 if `difference(seed)` names one."""
    start = time.process_time()
    for seed in range(int(first), int(first) + int(count)):
        if found := difference(seed):
            print(f"seed {seed}: {found}", file=sys.stderr)
            return 1
    print(f"{int(count):,} seeds: no difference; {time.process_time() - start:.0f} s")
    return 0
