"""The domain model: solutions, benches, records, machines, and the words for verdicts."""
