"""Parses a program's text (listing, port, description, notes) into a study, and shows it in print and as a page."""
