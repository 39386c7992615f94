"""The elements of all cards: text and buttons as values, names, widths, and the options of a table in words."""
