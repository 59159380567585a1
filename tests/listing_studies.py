"""Studies of the programs that come with the machine, each read once for all tests."""

from functools import cache

from retro.study.source import study_of

study = cache(study_of)
