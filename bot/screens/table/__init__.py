"""The cards of a table, from the lobby to the result, and the answers there."""
