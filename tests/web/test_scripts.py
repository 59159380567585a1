"""The page's own scripts: linted, types checked, modules tested by themselves, and not too many lines.

Needs Node and the packages of tests/support/browser_driver.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.browser import WEB

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "retro" / "web" / "static"
VENDOR = ROOT / "retro" / "web" / "vendor"
TOOLS = WEB / "node_modules" / ".bin"
MOST_LINES = 2200
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js: sudo apt install nodejs npm")
needs_tools = pytest.mark.skipif(
    not (TOOLS / "tsc").exists(), reason="the packages are missing: npm ci --prefix tests/support/browser_driver"
)


def run(*command, **environment):
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_node
@needs_tools
@pytest.mark.parametrize(
    ("tool", "words"),
    [("tsc", ["-p", "tsconfig.json"]), ("eslint", ["--config", "eslint.config.mjs"])],
)
def test_scripts_are_clean(tool, words):
    files = [str(STATIC), *map(str, VENDOR.glob("*.mjs"))] if tool == "eslint" else []
    run(str(TOOLS / tool), *(str(WEB / word) if "." in word else word for word in words), *files)


@needs_node
def test_modules_do_what_they_should(tmp_path):
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    (tmp_path / "site.js").write_text("export const site = {};")  # which the build writes
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run("node", "--test", str(WEB / "modules.test.mjs"), PAGE=tmp_path.as_uri())


def test_the_page_has_few_lines_of_its_own():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in STATIC.glob("*.js"))
    assert lines < MOST_LINES
