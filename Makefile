# make          this manual
# make run      the machine, in a window
# make check    everything that must hold: format, lint, strict types, tests
# make fix      let the formatter and the linter mend what they can
# make accept   write the golden pictures of our own making anew (tests/accepted)
# make docs     the pictures of the documentation
# make bench    the measurements that the documents quote
#
# All of it happens in .venv, which is made when it is missing.

PYTHON ?= python3
BIN := .venv/bin

help:
	@sed -n 's/^# \{0,1\}//p' Makefile

$(BIN)/pytest: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q -e '.[test]'
	@touch $@

run: $(BIN)/pytest
	$(BIN)/retro

check: $(BIN)/pytest
	$(BIN)/pytest

fix: $(BIN)/pytest
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

accept: $(BIN)/pytest
	$(BIN)/pytest --accept

docs: $(BIN)/pytest
	$(BIN)/python docs/font_chart.py
	$(BIN)/python docs/screenshots.py
	$(BIN)/python docs/make_gif.py
	$(BIN)/python docs/web_screenshot.py

bench: $(BIN)/pytest
	$(BIN)/python -m bench

.PHONY: help run check fix accept docs bench
