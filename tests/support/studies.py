"""Studies of the programs that come with the machine, each read once for all tests."""

from functools import cache

from retro.listing.builder import build_study

study = cache(build_study)
