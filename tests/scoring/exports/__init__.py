"""The files of a cup: opened again, and compared with what the queries say."""
