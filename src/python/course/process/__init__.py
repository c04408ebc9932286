"""Child processes and what they leave behind: supervision, provenance, logs, records on disk."""
