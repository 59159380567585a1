"""The peers: how each is installed, and the command that runs a workload in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
ROOT = Path(__file__).parents[2]
PACKAGES = ("pyxel==2.9.9", "pygame-ce==2.5.8", "pcbasic==2.0.8")
UNITS = {"W1a": 999, "W1b": 999, "W2": 1000, "W3b": 1000, "W4": 1}  # of one turn of a workload


@dataclass(frozen=True)
class Peer:
    """A peer.

    Attributes:
        name: Its name.
        title: What the table calls it.
        counts: For each workload it can do, how many turns take about a second.
        command: The beginning of its command; the workload and the count follow.
        basic: The folder of its BASIC programs, if it runs these, and the ending of their names.
        variables: Environment variables.
        module: What it imports from the virtual environment.
    """

    name: str
    title: str
    counts: dict[str, int]
    command: tuple[str, ...]
    basic: tuple[str, str] = ("", "")
    variables: dict[str, str] = field(default_factory=dict)
    module: str = ""

    def prepared(self, work: str, folder: str) -> list[str]:
        """Return the command for a workload, after writing its program into a folder."""
        if not self.basic[0]:
            return [*self.command, work, str(self.counts[work])]
        source = PROGRAMS / self.basic[0]
        text = (source / f"{work}.bas").read_text()
        if work in UNITS and (source / "end.inc").exists():
            text += (source / "end.inc").read_text()
        text = text.replace("@N@", str(self.counts[work])).replace("@REFRESH@", "")
        Path(folder, f"P{self.basic[1]}").write_text(text)
        return [part.replace("FOLDER", folder) for part in self.command]


def install(folder: Path) -> list[str]:
    """Install the peers that can be had into a virtual environment; return what cannot, a sentence each."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    missing = []
    for package in PACKAGES:
        done = subprocess.run([str(python), "-m", "pip", "install", "-q", package], check=False)
        if done.returncode:
            missing.append(f"{package} could not be installed from PyPI")
    if not shutil.which("brandy"):
        if shutil.which("apt-get") and os.geteuid() == 0:
            subprocess.run(["apt-get", "install", "-y", "-qq", "brandy"], check=False)
        if not shutil.which("brandy"):
            missing.append("Matrix Brandy is missing: sudo apt install brandy")
    return missing


WINDOW = {"W5": 1, "W6": 1, "W7": 1}


def all_peers(folder: Path) -> list[Peer]:
    """Return the project and every peer that is installed. folder: of their virtual environment."""
    python, pcbasic = folder / "bin" / "python", folder / "bin" / "pcbasic"
    here = str(PROGRAMS)
    drive = ("--mount=Z:FOLDER", "--current-device=Z", "--quit")
    rates = {"W1a": 500, "W1b": 300, "W2": 20, "W3b": 10, "W4": 5000, "W5h": 1, "W5": 60, "W6": 60, "W7": 60}
    fast = {"W1a": 2000, "W1b": 1000, "W2": 200, "W3b": 200, "W4": 20000, "W5h": 1, **WINDOW}
    pyxel = "[Pyxel](https://github.com/kitao/pyxel) 2.9.9, in Rust"
    pygame = "[pygame-ce](https://pyga.me) 2.5.8, in C"
    peers = [
        Peer("retro", "retro", rates, (sys.executable, "-m", "bench"), variables={"PYTHONPATH": str(ROOT)}),
        Peer("pyglet alone", "pyglet's own empty window", {"W5": 1}, (sys.executable, f"{here}/pyglet_window.py")),
        Peer(
            "Pyxel",
            pyxel,
            fast,
            (str(python), f"{here}/pyxel_workloads.py"),
            module="pyxel",
        ),
        Peer("pygame-ce", pygame, fast, (str(python), f"{here}/pygame_workloads.py"), module="pygame"),
        Peer(
            "Brandy, window",
            "[Matrix Brandy](https://github.com/stardot/MatrixBrandy) 1.22, in C, its window",
            {"W1a": 1000, "W1b": 1000, "W2": 40, "W3b": 20, "W4": 5000, **WINDOW},
            ("brandy", "-quit", "P.bas"),
            ("brandy", ".bas"),
        ),
        Peer(
            "PC-BASIC, no window",
            "[PC-BASIC](https://robhagemans.github.io/pcbasic/) 2.0.8, in Python",
            {"W1a": 30, "W1b": 2, "W2": 1, "W4": 500},
            (str(pcbasic), "P.BAS", *drive, "--interface=none"),
            ("pcbasic", ".BAS"),
        ),
    ]
    modules = {path.name for path in folder.glob("lib/*/site-packages/*")} | {""}
    return [peer for peer in peers if shutil.which(peer.command[0]) and peer.module in modules]
