"""The benchmarks and fuzz runs: each names the command that starts it, and the documents name commands that exist."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from bench import figures
from bench.peers.__main__ import WORK, main, replace_table, table
from bench.peers.peers import Peer, all_peers

ROOT = Path(__file__).parents[2]
PEERS = ROOT / "bench" / "peers" / "programs"  # run by other toolkits, by their paths
PATHS = sorted(set((ROOT / "bench").rglob("*.py")) - set(PEERS.glob("*.py")))
SCRIPTS = [path for path in PATHS if "__main__" in path.read_text(encoding="utf-8")]
MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__") for path in SCRIPTS}


def test_a_script_names_its_own_command():
    for path in SCRIPTS:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert set(re.findall(r"python -m (bench[\w.]*)", docstring)) == {module}


@pytest.mark.parametrize("name", ["docs/peers.md", "CONTRIBUTING.md", "docs/figures.md"])
def test_the_documents_name_commands_that_exist(name):
    found = set(re.findall(r"python -m (bench[\w.]*\w)", (ROOT / name).read_text(encoding="utf-8")))
    assert found <= MODULES


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_what_it_imports_from_the_project_is_there(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] in ("retro", "tests", "bench"):
            module = importlib.import_module(node.module)
            for alias in node.names:
                assert hasattr(module, alias.name) or importlib.import_module(f"{node.module}.{alias.name}")


def test_the_table_of_peers_is_of_medians_and_replaced_in_a_document(tmp_path):
    peers = [Peer(name, name, {}, ()) for name in ("retro", "other")]
    rates, starts = WORK["W2"][0], WORK["W5"][0]
    results = {("W2", "retro"): [9e3, 4e4, 5e4], ("W2", "other"): [8e4, 1.0, 9e4]}
    results |= {("W5", "retro"): [0.3, 0.2, 0.1], ("W5", "other"): [0.1, 9.0, 0.05]}
    document = tmp_path / "README.md"
    document.write_text("before\n\n| | retro | old |\n|---|---:|---:|\n| old | 1 | 2 |\n\nafter\n")
    replace_table(document, table(peers, ["W2", "W5"], results))
    assert document.read_text().splitlines() == [
        *("before", "", "| | retro | other |", "|---|---:|---:|"),
        f"| {rates} | 40,000 | 80,000 (0.50) |",
        f"| {starts} | 200 ms | 100 ms (0.50) |",
        *("", "after"),
    ]


def test_the_page_of_figures_is_current_and_short():
    text = figures.PAGE.read_text(encoding="utf-8")
    assert text == figures.page(figures.read()), "python -m bench.figures"
    assert len(text.encode()) <= 6 * 1024


def test_a_workload_that_is_none_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["peers", "--work", "W2,W9"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert f"W9 is no workload: expected some of {','.join(WORK)}" in capsys.readouterr().err


def test_a_peer_that_could_not_be_installed_is_left_out(tmp_path):
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch(mode=0o755)
    (tmp_path / "lib" / "python3" / "site-packages" / "pygame").mkdir(parents=True)
    names = {peer.name for peer in all_peers(tmp_path)}
    assert "pygame-ce" in names
    assert "Pyxel" not in names
