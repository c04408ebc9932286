"""Advice for a program from its own garbage collector's log.

``./course gclog FILE`` extracts from any program's log the figures of the course's two rules, and
says what the rules conclude.
"""
