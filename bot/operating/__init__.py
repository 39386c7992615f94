"""The operators' commands that work beside a running bot or in its place."""
