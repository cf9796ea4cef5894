"""What only a browser can tell: that pages can be used, fit the window, and ask no other host for anything."""
