"""The domain model: solutions, benches, records, machines, and the words for verdicts.

It imports no other part of the course.
"""
