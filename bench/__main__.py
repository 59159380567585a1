"""`python -m bench WORKLOAD N` measures one workload; `python -m bench` measures everything and prints a table."""

from __future__ import annotations

import json
import sys
import time

from bench.workloads import CURSOR_OFF, WORKLOADS
from retro.frontends.headless import headless


def measure(name: str, count: int) -> dict[str, float]:
    """Run a workload in a fresh machine: how many units, and the seconds of the clock and of the processor."""
    result: dict[str, float] = {}

    def program(m):
        m.vdu(*CURSOR_OFF)
        wall, cpu = time.perf_counter(), time.process_time()
        units = WORKLOADS[name](m, count)
        result.update(units=units, wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)

    headless(program)
    return result


if __name__ == "__main__":
    print("RESULT", json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
