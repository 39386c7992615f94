"""Tests of screens. Every screen fits Discord's limits and a phone, and its sentences are true."""
