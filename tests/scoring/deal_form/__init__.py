"""The deal form of the organiser."""
