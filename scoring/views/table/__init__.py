"""The table's pages and JSON calls: whoever has the link of a table may enter its deals, without an account."""
