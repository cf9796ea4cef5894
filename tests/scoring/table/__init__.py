"""What a table does with its link: the pages and the JSON calls."""
