"""The commands of the command line: each module has `run(words)`, which gives the exit status."""
