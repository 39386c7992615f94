"""Tests of the data that must outlive the process."""
