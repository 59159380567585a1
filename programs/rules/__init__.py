"""The rules of the games and the players that know them: plain values and functions, without a machine."""
