"""The tests, laid out as the tree is."""
