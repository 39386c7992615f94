"""Text at the edge: the language, the names of faces and claims, reading typed text, and cleaning it."""
