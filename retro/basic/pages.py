"""Pages as data: rows to choose from. `m.ask` prints them on the program's screen, the overlay draws them over it."""

from collections.abc import Callable, Sequence

PICTURE_ROWS = 5  # of characters, of the picture of a page


class Choice:
    """A row of a page, to be chosen.

    Args:
        key: the key that chooses it: a character in capitals, or the name of a key; or two keys that change its value.
        label: a description.
        action: called with 0 when the row is chosen, with -1 or 1 if LEFT or RIGHT change its value.
        value: its value; empty: it has none.
        note: what is said of it where other rows have their values.
        apart: it begins a group of rows: a blank row precedes it where there is room.
    """

    def __init__(
        self,
        key: str,
        label: str,
        action: Callable[[int], object] = lambda step: None,
        value: str = "",
        note: str = "",
        apart: bool = False,
    ) -> None:
        self.key, self.label, self.action = key, label, action
        self.value, self.note, self.apart = value, note, apart


class Page:
    """A page with rows to choose from, one of which is marked.

    Args:
        title: its title; `m.ask` prints one in capitals in double height.
        choices: its rows, or a function that returns those that there are now.
        text: lines above the rows.
        foot: its last line.

    Attributes:
        marked: the index of the marked row.
        key_width: the columns of the keys; 0: as many as the longest needs.
        picture: draws a picture above the text in the PICTURE_ROWS rows of characters from the one that it is called
            with; left out where there is no room; None: there is none.
        window: the cells of the screen that `m.ask` prints its rows in, and nothing else of it: left, top, right and
            bottom; None: it has the whole screen.
        area: the part of the picture that it outlines as a page of F1, which shows nothing else but its title: left,
            bottom, right and top in graphics units, left and top included; None: none.
        shares: F1 does not open it, but saves its text with a link that replays the game.
    """

    key_width = 0
    picture: Callable[[int], object] | None = None
    window: tuple[int, int, int, int] | None = None
    area: tuple[int, int, int, int] | None = None
    shares = False

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice] | Callable[[], Sequence[Choice]] = (),
        text: Sequence[str] = (),
        foot: str = "",
    ) -> None:
        self.title, self._choices, self.text, self.foot = title, choices, text, foot
        self.marked = 0

    @property
    def choices(self) -> Sequence[Choice]:
        """The page's present rows; a function of the program may make them anew."""
        return self._choices() if callable(self._choices) else self._choices

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The keys of the page's rows, with their labels."""
        return [(key, choice.label) for choice in self.choices for key in choice.key.split()]

    def press(self, key: str) -> Choice | None:
        """Handle a key on the page: a character in capitals, or a name. Return the row that was chosen, or None."""
        choices = self.choices
        for index, choice in enumerate(choices):
            keys = choice.key.split()
            if key in keys:
                self.marked = index
                return self.choose(0 if len(keys) == 1 else 1 - 2 * keys.index(key))
        if choices and key in ("UP", "DOWN"):
            self.marked = (self.marked + (1 if key == "DOWN" else -1)) % len(choices)
        elif choices and key in ("LEFT", "RIGHT") and choices[self.marked].value:
            self.choose(1 if key == "RIGHT" else -1)
        elif choices and key in ("RETURN", " "):
            return self.choose(0)
        return None

    def click(self, column: int, row: int) -> Choice | None:
        """Handle a click on a cell of the screen outside the rows. Return the row that was chosen, or None."""
        return None

    def choose(self, step: int) -> Choice | None:
        """Do the action of the page's marked row. Return the row unless only its value was changed."""
        choice = self.choices[self.marked]
        choice.action(step)
        return None if step else choice

    def first(self, room: int) -> int:
        """Return the index of the first row to show, so that the marked one is visible among `room` rows."""
        return max(0, min(self.marked - room // 2, len(self.choices) - room))

    def in_words(self) -> str:
        """Return the page as text; the marked row is named before all rows."""
        rows = [
            " ".join(filter(None, (choice.key, choice.label, choice.value, choice.note))) for choice in self.choices
        ]
        marked = [f"Marked: {rows[self.marked]}"] if len(rows) > 1 else []
        return "\n".join([self.title, *marked, *self.text, *rows, self.foot]).strip()
