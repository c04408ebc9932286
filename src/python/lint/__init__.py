"""Rules of this repository's own texts, for those who write them; no part of the course."""
