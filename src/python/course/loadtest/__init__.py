"""The program of the bench `service`: an echo server under load, measured from both ends.

A server of `src/java/service` is started, asked whether it echoes, and put under load by a
loader: vegeta sends requests at a constant rate, wrk sends the next one when it has the answer to
the last. What comes out are the events of every bench program.
"""
