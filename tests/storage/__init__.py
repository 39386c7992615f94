"""Tests of data that must outlive the process."""
