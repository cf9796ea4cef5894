"""Template tags and filters of the product."""
