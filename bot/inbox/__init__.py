"""All requests: presses, forms and commands, each passed to one use case."""
