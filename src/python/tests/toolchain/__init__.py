"""Tests of the launcher, the set-up, the doctor and the test command."""
