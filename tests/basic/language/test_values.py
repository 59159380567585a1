"""What a subscript may be, also where the compiler knows its range; how nodes are written."""

import pytest

from retro.basic.language import tree
from retro.basic.tokeniser import tokenise
from retro.frontends.headless import headless
from retro.library.basic_program import run


@pytest.mark.parametrize(
    ("subscript", "shown"),
    [
        ("2.7", "22"),
        ("-0.5", "0"),
        ("B", "22"),
        ("?&900+1", "11"),
        ("?&900-1", "Subscript 15"),
        ("-1.5", "Subscript 15"),
        ("40000.5", "Subscript 15"),
        ("1E10", "Too big 20"),
        ('"x"', "Type mismatch 6"),
        ("B$", "Type mismatch 6"),
    ],
)
def test_a_subscript(subscript, shown):
    listing = (
        '10 DIM A(3),A%(3):A(1)=11:A(2)=22:A(3)=33:B=2.7:B$="x":?&900=0\n'
        f'20 ON ERROR REPORT:PRINT;" ";ERR:END\n30 PRINT;A({subscript})'
    )

    def main(m):
        m.mode(6)
        run(m, tokenise(listing), "test.bas", None)

    assert [line.strip() for line in headless(main).screen.lines if line.strip()][-1] == shown


def test_a_node_is_written_with_the_names_of_its_parts():
    node = tree.Binary("+", tree.Variable("A%"), tree.Constant(1))
    assert repr(node) == "Binary(operator='+', left=Variable(name='A%'), right=Constant(value=1))"
