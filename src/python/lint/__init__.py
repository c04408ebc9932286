"""Rules for this repository's own texts, for their authors; not part of the course."""
