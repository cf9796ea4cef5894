"""A whole hall at once: every table sends its deals twice, and everybody looks at the standings."""
