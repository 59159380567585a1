"""What is installed: a wheel has the programs and the character set in it, and works wherever it lies."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        yield archive


@pytest.fixture(scope="module")
def unpacked(wheel, tmp_path_factory):
    """The wheel, unpacked in a folder of its own."""
    site = tmp_path_factory.mktemp("unpacked") / "site"
    wheel.extractall(site)
    return site


def run(site, *words):
    environment = os.environ | {"PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "retro", *words]
    result = subprocess.run(command, cwd=site.parent, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_wheel_holds_everything_and_nothing_else(wheel):
    names = set(wheel.namelist())
    assert {"retro/fonts/retro.yaff", "retro/programs/dominoes.py", "retro/programs/dominoes.md"} <= names
    assert {"retro/examples/die.py", "retro/examples/basic/basic.bas", "retro/py.typed"} <= names
    static = {path.name for path in (ROOT / "retro" / "web" / "static").iterdir()}
    assert static == {name.rpartition("/")[2] for name in names if name.startswith("retro/web/static/")}
    assert not [
        name for name in names if name.startswith(("tests", "bench", "docs", "programs")) or "__pycache__" in name
    ]


def test_a_wheel_works_away_from_the_checkout(unpacked):
    assert "dominoes" in run(unpacked, "list")
    played = run(unpacked, "play", "dominoes", "--front", "headless", "--seed", "3", "--screen", "-")
    assert "DOMINOES" in played
    where = "import retro, sys; print(retro.__file__)"
    environment = os.environ | {"PYTHONPATH": str(unpacked)}
    found = subprocess.run([sys.executable, "-c", where], cwd="/", env=environment, capture_output=True, text=True)
    assert str(unpacked) in found.stdout


def test_a_site_can_be_built_away_from_the_checkout(unpacked):
    code = (
        "import retro.web.build as b; "
        "tars = [b.tarfile.open(fileobj=b.io.BytesIO(data)) for data in b.archives({}).values()]; "
        "print(*(name for tar in tars for name in tar.getnames()))"
    )
    environment = os.environ | {"PYTHONPATH": str(unpacked)}
    command = [sys.executable, "-W", "error", "-c", code]
    made = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, check=True).stdout.split()
    assert {"retro/machine/machine.py", "retro/programs/dominoes.py", "retro/fonts/retro.yaff"} <= set(made)
    assert len(made) == len(set(made))


def test_the_metadata_has_addresses_that_work_everywhere(unpacked):
    (path,) = unpacked.glob("*.dist-info/METADATA")
    metadata = path.read_text(encoding="utf-8")
    assert "Name: retro-electron\n" in metadata
    assert {line.split(",")[0] for line in metadata.splitlines() if line.startswith("Project-URL")} == {
        f"Project-URL: {name}" for name in ("Homepage", "Documentation", "Source", "Issues", "Changelog")
    }
    links = re.findall(r"\]\(([^)]+)\)", metadata)
    assert len(links) > 10
    assert all(link.startswith("https://") for link in links)


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("dependabot", ".github/dependabot.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/f*.yml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_files_about_the_project_are_valid(schema, pattern):
    paths = map(str, ROOT.glob(pattern))
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *paths]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_checkout_works_without_installation():
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "retro", "list"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert "dominoes" in result.stdout


def test_the_documents_name_every_key():
    from retro.frontends.key_help import WINDOW_KEYS

    commands = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for key, what in WINDOW_KEYS:
        assert f"| {key} | {what} |" in commands
