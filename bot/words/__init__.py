"""Write and read words: the language of sentences, the names of faces and claims, and typed text."""
