"""Run a submission so that it reaches nothing but its own answers."""
