"""Programs to study: a port and its listing, side by side, on paper and while it runs."""
