"""Compares a listing with another version of the program: other line numbers, names, spaces, and a few other lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from retro.basic.language.tokens import CR, LINE_HEADER, LINE_NUMBER, keywords, line_number
from retro.basic.tokeniser import NAME
from retro.listing.procedure import MAIN

LINE, WORD, OTHER = "line", "word", "other"  # kinds; a name's is PROC, FN, or a suffix such as %(
OPTIONAL_WORDS = ("THEN", "LET")  # words that may be missing
TEXT_WORDS = ("DATA", "REM")  # words behind which the rest of a line is text
LEAST_ALIKE = 0.3  # of 1: how much two procedures of different names have to share
Token = tuple[str, str]
ANY_LINE: Token = (LINE, "")  # in place of a line number, while statements are aligned


class Statement(NamedTuple):
    """A statement: the number of its line, and its tokens as pairs of kind and text."""

    number: int
    tokens: tuple[Token, ...]

    @property
    def skeleton(self) -> tuple[Token, ...]:
        """The tokens with names and line numbers left empty, equal in listings that differ only in these."""
        return tuple((kind, text if kind in (WORD, OTHER) else "") for kind, text in self.tokens)

    @property
    def text(self) -> str:
        """The statement of BASIC in readable form."""
        text = "".join(f" {text} " if kind == WORD else text for kind, text in self.tokens)
        return " ".join(text.split()) or "(here the line ends)"


class Difference(NamedTuple):
    """Statements that differ: those of the listing, and those of the other listing in their place; one may be empty.

    Attributes:
        procedure: the name of the procedure in the listing, or in the other one if only that has the procedure.
        after: the number of the line before them in the listing; 0 at the beginning of the procedure.
    """

    procedure: str
    ours: Sequence[Statement]
    theirs: Sequence[Statement]
    after: int


class Comparison:
    """The comparison of a listing with another of the same program, both tokenised as in memory.

    Attributes:
        procedures: by the name of a procedure, its name in the other listing.
        names: by the kind and name of a variable or procedure, those in the other listing.
        differences: the differences, in the order of the listing.
    """

    def __init__(self, ours: bytes, theirs: bytes) -> None:
        self._ours, self._theirs = _procedures(ours), _procedures(theirs)
        self.procedures = _paired(self._ours, self._theirs)
        votes = Counter(
            (token, partner_token)
            for name, partner in self.procedures.items()
            for start, end, size in _blocks(self._ours[name], self._theirs[partner])
            for mine, yours in zip(self._ours[name][start:][:size], self._theirs[partner][end:][:size])
            for token, partner_token in zip(mine.tokens, yours.tokens)
            if token[0] not in (LINE, WORD, OTHER)
        )
        self.names = {("PROC", name): ("PROC", other) for name, other in self.procedures.items()}
        for (token, partner_token), _ in votes.most_common():
            if token not in self.names and partner_token not in self.names.values():
                self.names[token] = partner_token
        self.differences = list(self._differences())

    def _differences(self) -> Iterator[Difference]:
        equal: list[tuple[str, Statement, Statement]] = []
        differences: list[Difference] = []
        for name, ours in self._ours.items():
            theirs = self._theirs.get(self.procedures.get(name, ""), [])
            renamed = [
                tuple(ANY_LINE if token[0] == LINE else self.names.get(token, token) for token in statement.tokens)
                for statement in ours
            ]
            plain = [tuple(ANY_LINE if token[0] == LINE else token for token in their.tokens) for their in theirs]
            for tag, start, end, first, last in SequenceMatcher(None, renamed, plain, False).get_opcodes():
                if tag == "equal":
                    equal += [(name, *pair) for pair in zip(ours[start:end], theirs[first:last])]
                else:
                    after = ours[start - 1].number if start else 0
                    differences.append(Difference(name, ours[start:end], theirs[first:last], after))
        partners = {id(statement): partner for _, statement, partner in equal}  # by id: two may have equal values
        known = {id(partner) for partner in partners.values()}
        for name, statement, partner in equal:  # jumps have to lead to the same place
            for mine, yours in zip(statement.tokens, partner.tokens):
                here, there = (_target(*place) for place in ((self._ours, mine), (self._theirs, yours)))
                if mine[0] == LINE and (id(there) in known or id(here) in partners) and partners.get(id(here)) != there:
                    differences.append(Difference(name, [statement], [partner], statement.number))
        yield from sorted(differences, key=lambda each: each.ours[0].number if each.ours else each.after)
        for name in self._theirs.keys() - {*self.procedures.values()}:
            yield Difference(name, [], self._theirs[name], 0)


def _target(program: Mapping[str, Sequence[Statement]], token: Token) -> Statement | None:
    """Return the first statement of the line that a GOTO's token names, or of the next line."""
    statements = (statement for procedure in program.values() for statement in procedure)
    return next((statement for statement in statements if token[0] == LINE and statement.number >= int(token[1])), None)


def _procedures(program: bytes) -> dict[str, list[Statement]]:
    """Return the statements of each procedure by name, without statements that have no effect."""
    procedures: dict[str, list[Statement]] = {MAIN: []}
    name, at = MAIN, 0
    while at + 1 < len(program) and program[at] == CR and program[at + 1] != 255:
        number, length = program[at + 1] << 8 | program[at + 2], program[at + 3]
        statements = list(_statements(number, program[at + LINE_HEADER : at + length]))
        for statement in statements:
            if statement.tokens[0] == (WORD, "DEF") and len(statement.tokens) > 1:
                name = statement.tokens[1][1]
            procedures.setdefault(name, []).append(statement)
        at += length
    return procedures


def _statements(number: int, text: bytes) -> Iterator[Statement]:
    """Yield the statements of a line; the last one after IF gets an end token, as the IF covers the rest of a line."""
    tokens: list[Token] = []
    conditional = False
    for token in [*_tokens(text), (OTHER, ":")]:
        if token != (OTHER, ":"):
            conditional |= token in ((WORD, "IF"), (WORD, "ON"))
            tokens += [token]
        elif tokens:
            yield Statement(number, tuple(tokens))
            tokens = []
    if conditional:
        yield Statement(number, ((OTHER, ""),))


def _tokens(text: bytes) -> Iterator[Token]:
    """Yield the tokens of a line, without spaces, remarks, THEN and LET."""
    words, at = keywords(), 0
    while at < len(text):
        code = text[at]
        if code == LINE_NUMBER:
            yield LINE, str(line_number(text[at + 1 : at + 4]))
            at += 4
        elif code in words:
            word, at = words[code].rstrip("="), at + 1
            if word == "REM":
                return
            if word in ("PROC", "FN"):
                name = NAME.match(text, at)
                at = name.end() if name else at
                yield word, word + (name[0].decode() if name else "")
            elif word not in OPTIONAL_WORDS:
                yield WORD, word
            if word in TEXT_WORDS:
                yield OTHER, text[at:].decode("latin-1").strip()
                return
        elif code == ord('"'):
            end = text.find(b'"', at + 1) % (len(text) + 1) + 1
            yield OTHER, text[at:end].decode("latin-1")
            at = end
        elif (name := NAME.match(text, at)) and not chr(code).isdigit():
            end = name.end()
            while text[end : end + 1] in (b"%", b"$", b"("):
                end += 1
            kind = text[name.end() : end].decode()
            yield f"variable{kind}", name[0].decode() + kind
            at = end
        else:
            at += 1
            if code != ord(" "):
                yield OTHER, chr(code)


def _blocks(ours: Sequence[Statement], theirs: Sequence[Statement]) -> Sequence[tuple[int, int, int]]:
    """Return the runs of statements that are alike in two lists, by their skeletons, as (start, start, length)."""
    first, second = ([statement.skeleton for statement in statements] for statements in (ours, theirs))
    return SequenceMatcher(None, first, second, False).get_matching_blocks()


def _paired(ours: Mapping[str, Sequence[Statement]], theirs: Mapping[str, Sequence[Statement]]) -> dict[str, str]:
    """Match procedures of two listings: by equal names, else the most similar ones; return the names of the pairs."""
    pairs = {name: name for name in ours if name in theirs}
    scores: dict[tuple[str, str], float] = defaultdict(float)
    for index, (name, statements) in enumerate(ours.items()):
        for other, (partner, others) in enumerate(theirs.items()):
            if name not in pairs and partner not in pairs:
                shared = sum(size for _, _, size in _blocks(statements, others))
                scores[name, partner] = 2 * shared / (len(statements) + len(others)) - abs(index - other) / 1000
    for (name, partner), score in sorted(scores.items(), key=lambda item: -item[1]):
        if score >= LEAST_ALIKE and name not in pairs and partner not in pairs.values():
            pairs[name] = partner
    return pairs
