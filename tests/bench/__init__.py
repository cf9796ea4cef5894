"""What things cost: generated cups of any size, and `make bench`, which measures on them."""
