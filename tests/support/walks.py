"""Walks through the phases of programs by the keys that each declares, without a screen."""

from collections import deque
from typing import NamedTuple

from retro.frontends.headless import UnfinishedPlayer, headless
from retro.input.events import declared_keys
from retro.library import loader
from retro.machine.runner import run_to_end
from tests.support.rehearsals import DATED

SEED = 3
DEEPEST = 4  # keys from the start to a phase
MOST_RUNS = 120  # of one program


class State(NamedTuple):
    """What a program shows while it waits, in words and as a picture with colours, and the keys that mean something."""

    words: str
    picture: tuple
    keys: tuple


class Phase(NamedTuple):
    """A state whose keys no earlier one has.

    Attributes:
        path: the labels of the keys that lead to it, each with the state in which it is pressed.
        idle: the keys of the state, with what they should do, that change nothing.
    """

    path: tuple
    state: State
    idle: list


def state_after(program, name, events):
    """Return the state after some keys, each a list of events; None if the program has ended before."""
    states = []

    def play(m):
        for one in events:
            yield
            yield one
        yield
        picture = m.screen.picture(0.0)
        keys = () if m.wanted and m.wanted.line else (m.wanted and m.wanted.keys) or program.keys
        states.append(State(m.in_words, (picture.pixels, picture.rgb), tuple(keys)))

    try:
        headless(lambda m: run_to_end(m, program.run_with(DATED.get(name, {}))), play, seed=SEED)
    except UnfinishedPlayer:
        return None
    return states[0] if states else None


def phases(name):
    """Yield the phases of a program: each key of each that has been found is pressed, as far as MOST_RUNS allows."""
    program, found, runs = loader.load(name), set(), 0
    todo = deque([((), (), state_after(program, name, ()))])
    while todo and runs < MOST_RUNS:
        path, events, state = todo.popleft()
        if state.keys in found:
            continue
        found.add(state.keys)
        idle = []
        for declared in state.keys:
            acts = False
            for label, pressed in declared_keys(declared[0]):
                after, runs = state_after(program, name, (*events, list(pressed))), runs + 1
                if acts := after is None or after[:2] != state[:2]:
                    if after and len(path) < DEEPEST:
                        todo.append(((*path, (label, state)), (*events, list(pressed)), after))
                    break
            idle += [] if acts else [declared]
        yield Phase(path, state, idle)
