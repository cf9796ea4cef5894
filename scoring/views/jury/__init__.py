"""The jury's room: its cases, and what the three rule on them."""
