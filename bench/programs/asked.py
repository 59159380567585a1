"""Study's answers about pixels and values against a trace: `python -m bench.programs.asked [PIXELS [VALUES [FIRST]]]`.

In recorded games of Dominoes and African Seeds random pixels are clicked, and random variables asked for. Each answer
must name the line that another run names, which compares all of them at each event of Python's own trace function.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import fields, is_dataclass

from bench.programs.both_sides import african_seeds_keys, dominoes_keys
from retro.frontends.headless import headless, typist
from retro.input.events import Mouse
from retro.library.loader import load
from retro.machine.frontend import PowerOff
from retro.study.values import freeze
from tests.support.live_study import Studied
from tests.support.studies import study

GAMES = {"dominoes": dominoes_keys, "african_seeds": african_seeds_keys}
ASKED, SEED = 20, 3  # of each kind in a game; the seed of `Studied`
MOST_KEYS = 14


def traced(name, keys, places):
    """Return the line that changed each pixel and each variable last, in a run of its own; None: none has."""
    path = study(name).path
    pixels, values, running, machine, last = {}, {}, [], [], [None, None]

    def look(frame):
        holder = next(
            (one for one in frame.f_locals.values() if is_dataclass(one) and type(one).__name__ == "Variables"), None
        )
        plane = machine[0].screen.graphics_plane
        now = [plane.colour_at(*place) for place in places]
        if last[0] is not None and running:
            pixels.update({place: running[-1] for place, a, b in zip(places, last[0], now) if a != b})
        last[0] = now
        if holder is not None:
            known = {field.name: freeze(getattr(holder, field.name, None)) for field in fields(holder)}
            if last[1] is not None and running:
                values.update({one: running[-1] for one in known if known[one] != last[1][one]})
            last[1] = known

    def trace(frame, event, _):
        if frame.f_code.co_filename != path or frame.f_code.co_name.startswith("<"):
            return None
        look(frame)
        if event == "call":
            running.append(frame.f_lineno)
        elif event == "line":
            running[-1] = frame.f_lineno
        elif event == "return":
            running.pop()
        return trace

    def program(m):
        machine.append(m)
        sys.settrace(trace)
        try:
            load(name).run_with({"original": True})(m)
        finally:
            sys.settrace(None)

    headless(program, typist(keys), seed=SEED)
    return pixels, values


def asked(name, keys, places, names):
    """Return what study answers."""
    answers = {}

    def said(s):
        return " ".join(" ".join(s.lines[1:4]).split())

    def player(s, m):
        for key in keys:
            yield
            yield key
        yield
        yield "<f5>"
        yield
        for x, y in places:
            yield [Mouse(x, y, 4), Mouse(x, y, 0)]
            yield
            answers[x, y] = said(s)
        for one in names:
            yield "v"
            yield
            if s.live.dialog is None:
                break  # the game is over
            variables = [item.name for item in s.live.dialog.items]
            if one in variables:
                at = variables.index(one)
                yield "<DOWN>" * at + "?"
                yield
                answers[one] = said(s)
            yield "m"
            yield
        raise PowerOff

    Studied(name, player, mode="running")
    return answers


def expected(name, line):
    """Return how study names a line of the port."""
    home = next(one for one in study(name) if any(line == number for number, _ in one.python))
    first = next((at for at in range(line, home.first - 1, -1) if home.basic_at(at)), line)
    return {f"in line {number} of {home.key}:" for number in (*home.basic_at(line), *home.basic_at(first), line)}


def main(pixels=200, values=200, first=1):
    """Ask; return 1 if an answer is wrong."""
    start, chance, wrong = time.monotonic(), random.Random(int(first)), []
    count = {"pixels": 0, "values": 0}
    wanted = {"pixels": int(pixels), "values": int(values)}
    seed = int(first) - 1
    while any(count[kind] < wanted[kind] for kind in count):
        seed += 1
        name = [*GAMES][seed % len(GAMES)]
        keys = GAMES[name](seed)[: chance.randint(2, MOST_KEYS)]
        places = [(chance.randrange(0, 1280, 4), chance.randrange(224, 1024, 4)) for _ in range(ASKED * 3)]
        found, variables = traced(name, keys, places)
        places = [place for place in places if place in found][:ASKED]
        names = chance.sample(sorted(variables), min(ASKED, len(variables)))
        answers = asked(name, keys, places, names)
        for kind, lines, things in (("pixels", found, places), ("values", variables, names)):
            for thing in things:
                if thing in answers and count[kind] < wanted[kind]:
                    count[kind] += 1
                    if not any(one in answers[thing] for one in expected(name, lines[thing])):
                        wrong.append(f"{name}, {keys}, {thing}: line {lines[thing]}; {answers[thing]}")
    print("\n".join(wrong), file=sys.stderr)
    print(
        f"{count['pixels']} pixels and {count['values']} values: {len(wrong)} wrong; {time.monotonic() - start:.0f} s"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
