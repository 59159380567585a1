"""Study goes through the time of a game, back and on, also from its end; a replay is traced from a checkpoint on."""

import pytest

from retro.input.events import Rewind
from retro.machine.runner import ProgramFailed, run_to_end
from retro.study.stepper import Snapshot
from retro.study.timeline import MOST_CHECKPOINTS, Timeline
from tests.support.dominoes_players import first_match
from tests.support.live_study import Studied

pytestmark = pytest.mark.slow

BASIC = """\
   10 REPEAT
   20 PROCask
   30 FOR I%=1 TO 200:T%=T%+I%:NEXT
   40 UNTIL K$="Q"
   50 PRINT "OVER"
   60 END
  100 DEF PROCask
  110 K$=GET$
  120 PROCecho(K$)
  130 ENDPROC
  200 DEF PROCecho(E$)
  210 PRINT E$;
  220 ENDPROC
"""


def played(s, m):
    """Play Dominoes until its end is on the screen, and stop there."""
    for step in first_match()(m):
        if s.live.state == "STOPPED":
            yield "r"
            yield
        if "Another game" in m.screen.text:
            break
        yield step
    yield "<f5>"
    yield


def now(s, m):
    """All that study and the program show, and what the tracer knows."""
    calls = [(call.name, call.depth, call.count) for call in s.live.stepper.calls]
    return s.here, s.stack, m.screen.text, s.live.stepper.position, calls


def test_every_turn_is_the_same_from_the_start_and_from_a_checkpoint():
    def player(s, m):
        yield from played(s, m)
        end = now(s, m)
        stops = s.live.timeline.stops(s.live.stepper.position)
        assert len(stops) > 10
        back = []
        for _ in stops[1:]:
            yield ","
            yield
            back.append(now(s, m))
        assert [state[3] for state in back] == stops[-2::-1]
        assert {state[0] for state in back[:-1]} == {"while True:", "v.D_i = 1"}
        for state in [*back[-2::-1], end]:
            yield "."
            yield
            assert now(s, m) == state
        yield "."
        yield
        assert now(s, m) == end
        s.live.timeline._checkpoints.clear()
        s.live.timeline.future._checkpoints.clear()
        yield ","
        yield
        assert now(s, m) == back[0]

    Studied("dominoes", player)


def test_a_replay_is_traced_from_near_its_end_only():
    def player(s, m):
        yield from played(s, m)
        traced = []
        original, s.live.stepper._trace = s.live.stepper._trace, None
        s.live.stepper._traced = lambda *event: traced.append(event) or original(*event)
        yield ",,"
        yield
        assert 0 < len(traced) < 1000 < s.live.stepper.position[0]

    Studied("dominoes", player)


def test_a_step_back_keeps_what_comes_after_until_a_key_is_pressed():
    def player(s, m):
        yield from played(s, m)
        end = now(s, m)
        yield ",,,"
        yield
        before = now(s, m)
        yield "ssz"
        yield
        yield "z"
        yield
        assert now(s, m) == before
        yield "..."
        yield
        assert now(s, m) == end
        yield ",,,,"
        yield
        yield "r"
        yield
        assert s.state == "WAITS FOR A KEY"
        yield "K<f5>"
        yield
        here = now(s, m)
        yield "...."
        yield
        assert now(s, m) == here

    Studied("dominoes", player)


def test_a_program_in_basic_goes_back_from_its_end(tmp_path):
    path = tmp_path / "x.bas"
    path.write_text(BASIC)
    states = []

    def player(s, m):
        for key in "ab":
            yield "r"
            yield
            yield key
            yield "<f5>"
            yield
            states.append(now(s, m))
        yield "r"
        yield
        yield "Q"
        yield
        assert s.state == "ENDED"
        assert "OVER" in m.screen.text
        yield ","
        yield
        assert s.stack == [("PROCask", "110"), ("main", "20")]
        yield ","
        yield
        assert now(s, m) == states[0]
        yield "ssss"
        yield

    Studied(str(path), player)


def test_the_end_of_a_program_can_be_taken_back():
    def player(s, m):
        yield from played(s, m)
        yield "r"
        yield
        yield "N"
        yield
        assert s.state == "ENDED"
        assert "Thank you for playing" in m.screen.text
        yield "s"
        yield
        assert s.state == "ENDED"
        yield "z"
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCEND")
        yield "..."
        yield
        assert s.state == "ENDED"
        yield [Rewind()]
        yield
        assert (s.state, s.here) == ("STOPPED", "v.K_s = chr_s(asc(m.get_s()) & 0xDF)")

    Studied("dominoes", player)


def test_a_failed_program_can_go_back_to_before_its_error(tmp_path):
    path = tmp_path / "x.py"
    path.write_text("def main(m):\n    x = m.get()\n    m.mode(x)\n")

    def player(s, m):
        yield "r"
        yield
        yield "Z"
        yield
        assert (s.state, s.marked[0]) == ("FAILED", "3     m.mode(x)")
        assert "Bad MODE" in s.lines[1]
        yield [Rewind()]
        yield
        assert (s.state, s.here) == ("STOPPED", "x = m.get()")
        yield "r"
        yield
        yield "Z"
        yield
        yield "<ESCAPE>"

    with pytest.raises(ProgramFailed):
        Studied(str(path), player, run_to_end=run_to_end)


def test_checkpoints_of_a_long_game_are_thinned_out():
    class Tracer:
        position = (0, 0)

        def snapshot(self):
            return Snapshot(self.position, [])

    timeline, tracer = Timeline(), Tracer()
    for number in range(3 * MOST_CHECKPOINTS):
        tracer.position = number * 300, 0
        timeline.add_checkpoint((number, 0), tracer)
    assert len(timeline._checkpoints) <= MOST_CHECKPOINTS
    wanted = 2000 * 300, 7
    found = timeline.checkpoint(wanted)
    assert 0 <= wanted[0] - found.snapshot.position[0] <= 4 * 300
    assert found.snapshot.position[0] == found.wait[0] * 300
