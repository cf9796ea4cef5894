"""Safe keeping: copies, backups, and what comes of them on another machine."""
