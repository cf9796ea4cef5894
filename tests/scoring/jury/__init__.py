"""The jury’s room over HTTP."""
