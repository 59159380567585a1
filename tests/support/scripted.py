"""Players written as tables: what somebody does, and what is to be seen then."""


class Has(str):
    """A text that equals each text in which it occurs."""

    __slots__ = ()
    __hash__ = None

    def __eq__(self, other):
        return str(self) in other


def scripted(look, *rows):
    """Return a player. A row has steps, as a player yields them, and last what `look(m)` is to return then."""

    def player(m, *_):
        for *steps, expected in rows:
            yield from steps
            seen = look(m)
            assert seen == expected, f"{seen!r} after {steps}, not {expected!r}"

    return player
