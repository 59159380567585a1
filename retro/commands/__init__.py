"""The commands of the command line: each module has `run(argv)`, which gives the exit status."""
