"""The elements of all cards: the values, names of seats, widths, buttons and values of options."""
