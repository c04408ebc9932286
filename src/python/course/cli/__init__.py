"""The commands of ``./course``."""
