"""Exercises on the programs: they are data beside each program; here they are read, asked, checked and printed."""
