"""The keyboard and the mouse, and the events that a front end reports."""
