"""The domain, said once: solutions, benches, records, machines, and the words for verdicts.

It imports nothing else of the course.
"""
