"""The commands: each module has `command()`, the table of its arguments, and `run(argv)`, which returns the status."""
