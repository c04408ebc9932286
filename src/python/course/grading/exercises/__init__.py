"""Exercises as their folders describe them, and what is derived from a solution."""
