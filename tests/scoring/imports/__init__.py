"""Lists of players, read from files."""
