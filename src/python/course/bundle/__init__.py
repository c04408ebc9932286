"""The offline pack of a workshop: the course, its site, and all that setting it up would fetch.

Made of what the other halves make, so it stands above them; nothing knows of it.
"""
