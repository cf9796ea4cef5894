"""Tests of the public pages, a file for each: first that it works, then each way it can go wrong."""
