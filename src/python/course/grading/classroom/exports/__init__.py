"""Results as other people's platforms read them, a module for each format."""
