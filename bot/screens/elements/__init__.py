"""What all cards are made of: text and buttons as values, names, widths, and the options of a table in words."""
