"""Everything that comes in: presses, forms and commands, each handed to one use case."""
