"""Programs that cannot be loaded."""

import pytest

from retro.cli import main


@pytest.fixture
def refused(tmp_path, capsys):
    """Play a program of this text, which is refused; return what is said of it behind its path."""

    def play(text):
        path = tmp_path / "mine.py"
        path.write_bytes(text.encode())
        assert main(["play", str(path)]) == 2
        printed = capsys.readouterr().err
        assert printed.count("\n") == 1
        _, found, sentence = printed.partition(str(path))
        assert found
        return sentence

    return play
