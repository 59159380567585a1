"""The machine: BASIC's statements, clock and interrupts, the protocol of front ends, the tape, the runner."""
