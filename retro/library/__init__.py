"""Finds, loads and checks programs; each is then a record `Program`."""
