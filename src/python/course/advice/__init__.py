"""What follows for a program from its own garbage collector's log.

``./course gclog FILE`` takes the figures that the course's two rules speak of out of a log, whoever
wrote it, and says what the rules make of them.
"""
