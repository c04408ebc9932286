"""Results as other people's platforms read them, a module for each kind of file."""
