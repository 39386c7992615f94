"""Represent presses of buttons, menus and forms as values. `codec` converts these values to custom ids and back."""
