"""Contestants of a bench: processes of their own, each once in every round.

What a bench compares is data, in ``course/model/benches``. There is a record for each group.
"""
