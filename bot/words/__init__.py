"""Words at the edge: the language, the names of faces and claims, what people type, and what becomes of their text."""
