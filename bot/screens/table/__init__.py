"""Build the cards of a table, from the lobby to the result, and the private pages and answers of its players."""
