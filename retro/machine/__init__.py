"""The machine: BASIC's statements, clock and interrupts, the front end's protocol, the tape, and the runner."""
