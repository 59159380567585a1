"""The page of every program: well-formed, complete, consistent, and independent of other files."""

import base64
import io
import os
import pickle
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from PIL import Image

from retro.cli import main
from retro.library.catalogue import entries
from retro.listing.builder import build_study
from retro.listing.characters import defined_by
from retro.listing.description import MEANINGS, SIGNS, numbers
from retro.listing.links import Links, variable_id
from retro.listing.page.environment import ordinal
from retro.listing.page.study_page import OVERVIEW, page
from retro.listing.study_notes import notes_of
from retro.study.game_recorder import play_games
from retro.study.screenshots import take_screenshots
from tests.support.studies import study

pytestmark = pytest.mark.slow

VOID = {"meta", "link", "input"}
CLOSED = {"path", "rect", "circle", "img", "br", "hr", "wbr"}  # as XML and HTML both know it


@pytest.mark.parametrize("number", [1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 101, 111, 112, 113, 1001, 1013])
def test_ordinal_numbers(number):
    endings = {1: "st", 2: "nd", 3: "rd"} if number // 10 % 10 != 1 else {}
    assert ordinal(number) == f"{number:,}{endings.get(number % 10, 'th')}"


class Reader(HTMLParser):
    """Reads a page; every element must be closed, in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts = [], [], {}
        self._data = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append((tag, attributes))
        assert len(attributes) == len(set(attributes))
        if tag not in VOID:
            self.open.append((tag, attributes.get("id"), len(self._data)))

    def handle_startendtag(self, tag, attributes):
        assert tag in CLOSED, tag
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        begun, address, start = self.open.pop()
        assert begun == tag
        if address:
            self.texts[address] = "".join(self._data[start:])

    def handle_data(self, data):
        self._data.append(data)

    def all(self, tag, kind=None):
        return [
            found for name, found in self.elements if name == tag and kind in (None, *found.get("class", "").split())
        ]

    @property
    def ids(self):
        return [found["id"] for _, found in self.elements if "id" in found]


class ProgramPage:
    """The page of a program; its screenshots and text are in a file, which all worker processes of the tests share."""

    def __init__(self, name, folder):
        self.study = study(name)
        file = folder / f"{name}.page"
        if not file.exists():
            shots, game = play_games(self.study)
            new = folder / f"{name}.{os.getpid()}"
            new.write_bytes(pickle.dumps((shots, page(self.study, shots, game))))
            new.replace(file)
        self.shots, self.text = pickle.loads(file.read_bytes())
        self.page = Reader(self.text)


@pytest.fixture(scope="session")
def page_of(tmp_path_factory):
    """Return the page of a program by its name."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return cache(lambda name: ProgramPage(name, shared))


@pytest.fixture(params=[entry.name for entry in entries()])
def made(request, page_of):
    return page_of(request.param)


@pytest.fixture
def dominoes(page_of):
    return page_of("dominoes")


# every program


def test_it_is_well_formed_and_no_address_is_given_twice(made):
    assert made.text.startswith("<!DOCTYPE html>")
    assert [address for address, count in Counter(made.page.ids).items() if count > 1] == []


def test_every_link_leads_to_the_page_or_the_web(made):
    ids = set(made.page.ids)
    for anchor in made.page.all("a"):
        address = anchor["href"]
        assert address[1:] in ids if address.startswith("#") else address.startswith("http"), address


def test_it_needs_no_network_and_no_other_file(made):
    assert not re.search(r"@import|url\(|srcset|fetch\(|XMLHttpRequest|import\(", made.text)
    for tag, attributes in made.page.elements:
        assert tag not in {"iframe", "object", "embed", "audio", "video", "base"}
        assert attributes.get("src", "data:").startswith("data:")
        if tag == "link":
            assert attributes["href"] == "data:,"
        assert not [name for name in attributes if name.startswith("on")]


def test_every_procedure_has_its_article_with_every_line_of_it(made):
    articles = [article["id"] for article in made.page.all("article")]
    assert articles == list(made.study.procedures)
    links = Links(made.study)
    for procedure in made.study:
        text = made.page.texts[procedure.key]
        for line in procedure.python:
            assert line.text in text
            assert made.page.texts[links.line(procedure, line.number)] == f"{line.number}{line.text}"
        description = made.study.description
        for line in procedure.basic:
            assert line.text in text
            sign, by = SIGNS.get(description.status(line.number), ""), numbers(description.at(line.number))
            assert made.page.texts[f"bas-{line.number}"] == f"{sign}{line.number}{line.text}{by}"


def test_every_sentence_of_a_description_has_an_address_and_a_row_or_a_place(made):
    sentences = [entry for entry in made.study.description.entries if entry.is_sentence]
    for entry in sentences:
        assert made.page.texts[f"says-{entry.label}"].startswith(f"{entry.label} {entry.plain[:10]}")
    assert len(made.page.all("a", "by")) >= 80 * bool(made.study.listing and sentences)


def test_every_line_with_a_sign_has_a_column_for_it(made):
    tables = re.findall(r'<table class="listing([^"]*)"(.*?)</table>', made.text, re.DOTALL)
    assert [text for classes, text in tables if '<span class="st ' in text and "signed" not in classes] == []


def test_the_totals_of_a_description_lead_to_it_and_say_what_the_signs_mean(made):
    counts = made.study.description.counts(made.study.listing)
    link = made.text.partition('<nav class="totals"')[2].partition("</nav>")[0]
    assert re.findall(r">(\S \d+)</span>", link) == [f"{SIGNS[status]} {count}" for status, count in counts.items()]
    assert ('href="#sec-the-description"' in link) == bool(counts)
    for status in counts:
        assert f'title="{status}: {MEANINGS[status]}">{SIGNS[status]}</span><a class="n"' in made.text


def test_every_variable_is_in_the_glossary(made):
    ids = made.page.ids
    assert sorted(address for address in ids if address.startswith("var-")) == sorted(
        map(variable_id, made.study.variables)
    )


def test_the_contents_name_every_section_and_procedure(made):
    head = made.text[: made.text.index("<main")]
    for section in made.page.all("section"):
        assert f'href="#{section["id"]}"' in head
    for key in made.study.procedures:
        assert f'href="#{key}"' in head


def test_every_word_of_the_notes_is_on_the_page(made):
    """Tables of procedures and variables, which the page has in another form, are left out."""
    said = set(re.findall(r"[A-Za-z]{3,}", re.sub(r"<[^>]*>", " ", made.text)))
    for section in notes_of(made.study).sections[1:]:
        for block in section.blocks:
            text = " ".join(cell for row in block.rows for cell in row)
            if block.kind != "table" or not ("`v." in text or set(block.rows[0]) <= set(OVERVIEW)):
                text = re.sub(r"\]\([^)]*\)", "]", text)
                assert set(re.findall(r"[A-Za-z]{3,}", text)) <= said


def test_headings_go_down_one_level_at_a_time(made):
    levels = [int(tag[1]) for tag, _ in made.page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_pictures_have_alternative_texts_and_twice_their_size(made):
    images = made.page.all("img")
    shown = [
        key for key, shot in made.shots.items() if not shot.is_blank and not defined_by([made.study.procedures[key]])
    ]
    assert len(images) == len(shown) + 1
    for image in images:
        assert image["alt"]
        picture = Image.open(io.BytesIO(base64.b64decode(image["src"].removeprefix("data:image/png;base64,"))))
        assert (image["width"], image["height"]) == ("640", str(2 * picture.height))


def test_a_tree_of_calls_shows_every_procedure_of_the_program_that_is_not_ours(made):
    tree = made.text[made.text.index('id="sec-who-calls-whom"') :].split("</section>")[0]
    own = made.study.parts()[""]
    shown = {procedure.key for procedure in own if procedure.status != "ours" or procedure.key == "main"}
    assert set(re.findall(r'data-name="([^"]+)"', tree)) == (shown if len(shown) > 1 else {one.key for one in own})


# Dominoes


def contrast(one, other):
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_text_has_enough_contrast_on_all_backgrounds(dominoes, theme):
    light, dark = re.findall(r":root \{(.*?)\}", dominoes.text, re.DOTALL)[:2]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", light if theme == "light" else dark))
    papers = {"paper", "raised", "basic", "mark"}
    texts = set(colours) - papers - {"rule", "basic-rule"}
    assert len(texts) == 14
    for text in texts:
        for paper in papers:
            assert contrast(colours[text], colours[paper]) >= 4.5, (theme, text, paper)


# a program without anything beside it


def test_a_users_file_has_a_page(tmp_path, capsys):
    (tmp_path / "mine.py").write_text('"""Mine <1>."""\n\n\ndef main(m):\n    """Ask & see."""\n    m.input("<b>")\n')
    target = tmp_path / "mine.html"
    assert main(["listing", str(tmp_path / "mine.py"), "--html", str(target)]) == 0
    text = target.read_text()
    read = Reader(text)
    assert "Mine &lt;1&gt;" in text
    assert '<span class="string">&#34;&lt;b&gt;&#34;</span>' in text
    assert [article["id"] for article in read.all("article")] == ["main"]
    assert "still running when the game was left" in text
    assert capsys.readouterr() == (f"Pictures: game 1 of 1 …\n{target} is written.\n", "")


def test_a_demonstration_that_cannot_be_played_is_named(tmp_path, capsys):
    (tmp_path / "mine.py").write_text("def main(m):\n    m.get()\n")
    for command, why in {
        "--seed 1 --keys ab": "The program ended with 1 key of --keys not typed",
        "--keys '<X>'": "cannot be",
        "--keys 'ab": "No closing quotation",
    }.items():
        (tmp_path / "mine.md").write_text(f"# Mine\n\n## Demonstration\n\n    retro play mine.py {command}\n")
        assert main(["listing", str(tmp_path / "mine.py"), "--html", str(tmp_path / "x.html")]) == 2
        error = capsys.readouterr().err
        assert why in error
        assert "mine.md: retro play mine.py" in error or "mine.md, section Demonstration" in error
    assert not (tmp_path / "x.html").exists()


def test_a_program_that_fails_has_screenshots(tmp_path):
    (tmp_path / "mine.py").write_text("def main(m):\n    inner(m)\n\n\ndef inner(m):\n    m.mode(99)\n")
    taken = take_screenshots(build_study(str(tmp_path / "mine.py")))
    assert set(taken) == {"main", "inner"}
