"""Benches: contestants run as separate processes, each once in every round.

Benches are defined as data, in ``course/model/benches``. Each group has its own record.
"""
