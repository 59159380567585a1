"""BBC BASIC II: programs and typed lines, compiled to Python and run on the machine."""
