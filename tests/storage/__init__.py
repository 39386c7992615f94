"""Tests of what must outlive the process."""
