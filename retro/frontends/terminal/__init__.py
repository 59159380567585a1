"""The front end in a terminal: over ssh, in tmux, without a display."""
