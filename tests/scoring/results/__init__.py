"""Tests of what comes of a cup: ties, prizes, protests, series, statistics."""
