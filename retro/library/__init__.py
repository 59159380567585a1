"""Programs: found, loaded and checked; each is then a record."""
