"""A newcomer's questions: the keys that stand on the screen lead to the answers, within a minute and a half."""

import pytest

from bench.programs.questions import QUESTIONS, SIZES, TIMES, answered, seconds


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_a_question_is_answered_in_every_size(question, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "times.bas").write_text(TIMES, encoding="latin-1")
    assert [size for size in SIZES if question.answer not in answered(question, size)] == []
    assert seconds(question) <= 90
