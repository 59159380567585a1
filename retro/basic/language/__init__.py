"""BBC BASIC II: compiles programs and typed lines to Python, and runs them on the machine."""
