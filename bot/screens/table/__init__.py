"""The cards of a table, from the lobby to the result, and what is answered at it."""
