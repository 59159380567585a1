"""Study a program: the port and its BASIC listing side by side, in print and while it runs."""
