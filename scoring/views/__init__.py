"""What answers a request, one module for each audience: parse it, ask one query or one service, render."""
