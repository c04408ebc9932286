"""The program of the bench `service`: an echo server under load, measured from both ends.

It starts a server of `src/java/service`, checks that it echoes, and puts it under load with a
loader: vegeta sends requests at a constant rate, wrk sends each after the answer to the last. It
prints the same events as every bench program.
"""
