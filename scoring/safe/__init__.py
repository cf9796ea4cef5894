"""Safe keeping: everything that the program knows as one file, and back.

A *backup* is a zip with a JSON line for each row, for any database; a *copy* is what is made by itself every few
minutes: of an SQLite database a database, else a backup. Both hold password hashes and the tables' links.
"""
