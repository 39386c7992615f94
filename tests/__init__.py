"""The tests, in folders that mirror those of the project."""
