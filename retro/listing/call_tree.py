"""Arranges the calls between procedures as trees, in which each procedure's calls are shown once."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from retro.listing.model import Study
from retro.listing.procedure import MAIN, OURS, Procedure


@dataclass(slots=True)
class Branch:
    """A node of a call tree.

    Attributes:
        procedure: the procedure that is called.
        through: the name of the function with the status "ours" through which it is called, or empty.
        again: whether its calls are shown at another node.
        branches: the nodes of the procedures that it calls.
        folded: functions that it calls and that have no nodes, by file; those of its own file under OURS.
    """

    procedure: Procedure
    through: str = ""
    again: bool = False
    branches: list["Branch"] = field(default_factory=list)
    folded: dict[str, list[Procedure]] = field(default_factory=dict)


def call_trees(study: Study, procedures: Sequence[Procedure]) -> list[Branch]:
    """Return the call trees of a file's procedures, without those of the status "ours" if at least two others remain.

    A procedure that is called only through functions of ours is shown as called through them. Each tree begins with a
    procedure that no other one calls.
    """
    known = {procedure.key: procedure for procedure in procedures}
    shown = {key: procedure for key, procedure in known.items() if procedure.status != OURS or key == MAIN}
    shown = shown if len(shown) > 1 else known
    calls = {key: dict(_calls(known, shown, procedure)) for key, procedure in shown.items()}
    direct = {other for ways in calls.values() for other, through in ways.items() if not through}
    calls = {
        key: {other: through for other, through in ways.items() if not (through and other in direct)}
        for key, ways in calls.items()
    }
    called = {other for key in calls for other in calls[key] if other != key}
    trees: list[Branch] = []
    placed: set[str] = set()
    for key in sorted(shown, key=called.__contains__):
        if key in placed:
            continue
        trees.append(Branch(shown[key]))
        placed.add(key)
        waiting = trees[-1:]
        for branch in waiting:  # the loop adds to it
            branch.folded = _folded(study, known, shown, branch.procedure)
            for other, through in calls[branch.procedure.key].items():
                branch.branches.append(Branch(shown[other], through, other in placed and bool(calls[other])))
                waiting += branch.branches[-1:] if other not in placed else []
                placed.add(other)
    return trees


def _calls(known: Mapping[str, Procedure], shown: Collection[str], procedure: Procedure) -> Iterator[tuple[str, str]]:
    """Yield the keys of the shown procedures that one calls, each with the function of ours in between, or empty."""
    waiting = dict.fromkeys(procedure.calls, "")
    for key in (keys := list(waiting)):  # the loop adds to it
        if key in shown:
            yield key, waiting[key]
        elif key in known:
            new = [other for other in known[key].calls if other not in waiting]
            waiting |= dict.fromkeys(new, waiting[key] or known[key].name)
            keys += new


def _folded(
    study: Study, known: Collection[str], shown: Collection[str], procedure: Procedure
) -> dict[str, list[Procedure]]:
    """Return the functions that a procedure calls directly and that are not shown, by file."""
    functions: dict[str, list[Procedure]] = {}
    for key in procedure.calls:
        if key not in shown:
            other = study.procedures[key]
            functions.setdefault(OURS if key in known else other.module, []).append(other)
    return functions
