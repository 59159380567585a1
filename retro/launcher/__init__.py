"""Starts games of programs: new ones, resumed ones, recorded ones, and the menu."""
