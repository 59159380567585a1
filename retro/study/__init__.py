"""A running program beside its listing, line by line: the tracer, both sides in lockstep, live study."""
