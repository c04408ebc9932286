"""End-to-end tests: the built programs, the launcher and the repository itself."""
