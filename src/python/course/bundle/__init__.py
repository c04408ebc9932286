"""The offline pack of a workshop: the course, its site, and everything that set-up would fetch.

It uses the other parts, so it is above them, and none of them uses it.
"""
