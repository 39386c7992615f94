"""Receives all requests (presses, forms and commands), and passes each one to one use case."""
