"""A program's text: its listing, port, description and notes, side by side in print and as a page."""
