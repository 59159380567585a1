"""Study notes, also as HTML; highlighted listings."""

import re
from pathlib import Path

import pytest

from retro.library.catalogue import entries
from retro.listing import highlighting
from retro.listing.links import Links
from retro.listing.page.markup import Markdown
from retro.listing.procedure import Variable
from retro.listing.study_notes import CODE, notes_of, read_blocks, read_notes
from tests.support.studies import study

ROOT = Path(__file__).parents[2]

NOTES = """\
# The Title

An introduction to `main`.

## Procedures

| line | procedure | what it does |
| ---: | --- | --- |
| 100 | `PROCONE` | does \\| this |
| 200 | `PROCTWO` | does that |

### A part of it

Here `PROCONE` is *explained*,
on two lines.

## Not bugs

* **One.** `PROCONE(m, v)` is named
  in two lines.

  A second paragraph.
* Two, `v.X`.

1. First
2. Second

```
code  here
```

## Demonstration

    retro play things --seed 3 \\
        --keys '1 2'
    something else
    retro play things
"""


@pytest.fixture
def notes():
    return read_notes(NOTES, "things.md")


def test_notes_are_read_section_by_section(notes):
    assert [section.title for section in notes.sections] == ["", "Procedures", "Not bugs", "Demonstration"]
    assert [block.kind for block in notes.sections[1].blocks] == ["table", "heading", "paragraph"]
    assert [block.kind for block in notes.sections[2].blocks] == ["bullet_list", "ordered_list", "fence"]
    assert notes.section("not").title == "Not bugs"
    assert notes.section("Exercises") is None


def test_notes_find_the_row_and_the_mentions_of_a_procedure(notes):
    assert notes.row("PROCONE") == {"line": "100", "procedure": "`PROCONE`", "what it does": "does | this"}
    assert notes.row("PROC") == {}
    assert [(title, text[:20]) for title, text in notes.mentions("PROCONE")] == [
        ("Procedures", "Here `PROCONE` is *e"),
        ("Not bugs", "**One.** `PROCONE(m,"),
    ]
    assert [title for title, _ in notes.mentions("X")] == ["Not bugs"]


def test_the_games_of_a_demonstration(notes):
    assert notes.demonstrations() == [["things", "--seed", "3", "--keys", "1 2"], ["things"]]
    assert read_notes("").demonstrations() == []


def test_items_of_a_list_are_one_line_each():
    (block,) = read_blocks("* one\n  more\n* two\n\n  again\n  * inner\n")
    assert block.rows == [["one more"], ["two again inner"]]


RENDERED = {
    "inline": (
        "a `b<c` *d* **e `f`** [g](http://x/?a=1&b) 3 * 4",
        "<p>a <code>b&lt;c</code> <em>d</em> <strong>e "
        '<code>f</code></strong> <a href="http://x/?a=1&amp;b">g</a> 3 * 4</p>',
    ),
    "signs": ("a < b & *c > d*", "<p>a &lt; b &amp; <em>c &gt; d</em></p>"),
    "link to a file": ("see [there](../docs/x.md)", "<p>see there</p>"),
    "names": (
        "`PROCONE` and `PROCNONE`",
        '<p><a href="#PROCONE"><code>PROCONE</code></a> and <code>PROCNONE</code></p>',
    ),
    "list": ("* a\n* b\n  c", "<ul>\n<li>a</li>\n<li>b c</li>\n</ul>"),
    "numbers": ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
    "paragraphs in a list": (
        "* a\n\n  b\n\n      c d",
        '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n<pre tabindex="0"><code>c d</code></pre>\n</li>\n</ul>',
    ),
    "heading": ("### A *b*", "<h3>A <em>b</em></h3>"),
    "code": ("    a < b\n\n      c", '<pre tabindex="0"><code>a &lt; b\n\n  c</code></pre>'),
    "fence": ("```sh\na\n```", '<pre tabindex="0"><code>a</code></pre>'),
    "table": (
        "| a | b |\n| --- | ---: |\n| `c` | 1 |",
        '<div class="wide"><table class="stacked"><thead>\n<tr>\n'
        '<th scope="col">a</th>\n<th class="right" scope="col">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n'
        '<td data-label="a"><code>c</code></td>\n<td class="right" data-label="b">1</td>\n</tr>\n'
        "</tbody>\n</table></div>",
    ),
}


@pytest.mark.parametrize("case", RENDERED.values(), ids=RENDERED)
def test_notes_as_html(case):
    text, expected = case
    addresses = {"PROCONE": "#PROCONE"}
    assert Markdown(addresses.get).blocks(read_blocks(text)).rstrip("\n") == expected


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_html_has_every_word_of_the_notes(entry):
    """Every word of the notes is in their HTML."""
    for section in notes_of(study(entry.name)).sections:
        for block in section.blocks:
            html = re.sub(r"<[^>]*>", " ", Markdown().blocks([block]))
            for entity, sign in {
                "&lt;": "<",
                "&gt;": ">",
                "&quot;": '"',
                "&#34;": '"',
                "&#39;": "'",
                "&amp;": "&",
            }.items():
                html = html.replace(entity, sign)
            words = set(re.findall(r"[A-Za-z]{3,}", html))
            text = re.sub(r"\]\([^)]*\)", "]", " ".join(cell for row in block.rows for cell in row))
            assert set(re.findall(r"[A-Za-z]{3,}", text)) <= words


# colours

BASIC = {
    'PRINT TAB(0,MY%);"a:REM":REM b': 'word:PRINT  word:TAB( number:0 , variable:MY% ); string:"a:REM" : remark:REM_b',
    "IFI%>2PROCX:D$=CHR$32": "word:IF variable:I% > number:2 call:PROCX : variable:D$ = word:CHR$ number:32",
    "TIME=0:TIMER=&1F+1.5": "word:TIME = number:0 : variable:TIMER = number:&1F + number:1.5",
    "*FX 4,1": "word:*FX_4,1",
    "A=B*C": "variable:A = variable:B * variable:C",
    "DEF FNtotal(PERIOD)": "word:DEF  call:FNtotal ( variable:PERIOD )",
    'PRINT "open': 'word:PRINT  string:"open',
}


@pytest.mark.parametrize(("text", "expected"), BASIC.items())
def test_the_parts_of_basic(text, expected):
    parts = [(f"{part.kind}:" if part.kind else "") + part.text.replace(" ", "_") for part in highlighting.basic(text)]
    assert [part for part in parts if part != "_"] == expected.split()
    assert "".join(part.text for part in highlighting.basic(text)) == text


def test_names_of_arrays_differ_from_other_variables():
    names = [part.name for part in highlighting.basic("T%=T(1)+D$") if part.kind == "variable"]
    assert names == ["T%", "T(", "D$"]
    variables = [Variable("T_a", "T(p)", ""), Variable("D", "D(a,b)", ""), Variable("K_s", "K$", "")]
    assert [variable.key for variable in variables] == ["T(", "D(", "K$"]
    assert [variable.title for variable in variables] == ["T()", "D(,)", "K$"]


PYTHON = '''\
def PROCX(m, v):  # 100
    """What it
    does."""
    # why
    v.T += m.rnd(7)  # 110, 120
    if v.K_s == "a" and tab(1):
        PROCX(m, v)  # then
'''


def test_the_parts_of_python():
    parts = highlighting.python(PYTHON.splitlines(), {"PROCX"})
    assert ["".join(part.text for part in line) for line in parts] == PYTHON.splitlines()
    kinds = [[(part.kind, part.text) for part in line if part.kind] for line in parts]
    assert kinds[0] == [("word", "def"), ("call", "PROCX"), ("link", "# 100")]
    assert kinds[1] == [("remark", '"""What it')]
    assert kinds[2] == [("remark", '    does."""')]
    assert kinds[3] == [("remark", "# why")]
    assert kinds[4] == [("variable", "T"), ("word", "rnd"), ("number", "7"), ("link", "# 110, 120")]
    assert kinds[5] == [
        ("word", "if"),
        ("variable", "K_s"),
        ("string", '"a"'),
        ("word", "and"),
        ("word", "tab"),
        ("number", "1"),
    ]
    assert kinds[6] == [("call", "PROCX"), ("remark", "# then")]


@pytest.mark.slow
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_highlighting_keeps_every_character(entry):
    found = study(entry.name)
    for procedure in found:
        parts = procedure.highlighted_python
        assert {n: "".join(part.text for part in line) for n, line in parts.items()} == dict(procedure.python)
    for line in found.listing:
        assert "".join(part.text for part in highlighting.basic(line.text)) == line.text


def test_names_lead_to_their_addresses():
    links = Links(study("dominoes"))
    codes = ["v.SX", "SX%", "D(", "PROCASK", "PROCASK(m, v)", "SX", "main", "nothing"]
    assert [links.of_code(code) for code in codes] == [
        "#var-SX",
        "#var-SX",
        "#var-D",
        "#PROCASK",
        "#PROCASK",
        None,
        "#main",
        None,
    ]
    assert links.new("x")
    assert not links.new("x")


# exercises


@pytest.mark.parametrize("name", [entry.name for entry in entries()])
def test_the_exercises_name_what_is_in_the_program(name):
    found = study(name)
    text = "\n".join(row[0] for block in notes_of(found).section("Exercises").blocks for row in block.rows)
    sources = Path(found.path).parent.rglob("dominoes*.py" if name == "dominoes" else "*.py")
    words = set(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    named = {code.removeprefix("v.").removeprefix("--") for code in CODE.findall(text)}
    identifiers = {code for code in named if re.fullmatch(r"[A-Za-z_]{2,}", code)}
    assert identifiers <= words
    for module in re.findall(r"python -m ([\w.]+)", text):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
