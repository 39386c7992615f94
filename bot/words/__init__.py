"""The language of sentences, the names of faces and claims, and reading and cleaning the text that people type."""
