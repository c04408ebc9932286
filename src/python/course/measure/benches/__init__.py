"""Benches: each contestant is a separate process that runs once per round.

Benches are defined as data, in ``course/model/benches``. Each group has its own record.
"""
