"""Renders a study as one page of HTML, by templates."""
