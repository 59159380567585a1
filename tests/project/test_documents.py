"""The documents name files, modules and links that exist."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("programs/**/*.md")])
by_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


@by_document
def test_links_lead_to_files_that_exist(document):
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        assert link.startswith(("https://", "http://")) or (document.parent / link).exists(), link


@by_document
def test_paths_of_the_project_exist(document):
    pattern = r"`((?:retro|tests|bench|docs|fonts)/[\w./-]+)`"
    for path in re.findall(pattern, document.read_text(encoding="utf-8")):
        assert (ROOT / path).exists() or "NAME" in path, path


@by_document
def test_modules_that_are_run_exist(document):
    for module in re.findall(r"python -m ((?:bench|docs|tests|retro)[\w.]*)", document.read_text(encoding="utf-8")):
        assert importlib.util.find_spec(module), module


@pytest.mark.slow
def test_the_site_of_the_documents_can_be_built(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-c", "docs", "-d", str(tmp_path / "d"), ".", str(tmp_path)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    pages = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")}
    assert {"search.html", "docs/index.html", "docs/reference.html", "programs/dominoes.html"} <= pages
