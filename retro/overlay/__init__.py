"""What is shown over the picture in every front end: pages of settings and keys, notices, the bar of a replay."""
