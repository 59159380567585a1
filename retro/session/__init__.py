"""What stands between a machine and its view: the log of a game, its replays, saved games, and the pages."""
