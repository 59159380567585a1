"""The session between a machine and its view: event log, replays, saved games, and the overlay's pages."""
