"""The operators' commands beside a running bot or in its place."""
