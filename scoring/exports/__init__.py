"""A cup as files: each takes what the queries return."""
