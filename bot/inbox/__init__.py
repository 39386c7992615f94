"""Handle the requests of people: presses of buttons and menus, forms, and slash commands."""
