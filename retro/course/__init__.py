"""Exercises on the programs: reads them from the files beside the programs, asks, checks and prints them."""
