"""The measuring half: one engine that plays rounds of whatever is compared and keeps records.

It knows a program only by its command line and the JSON lines it prints, and passes on nothing
but records (``course/model/record.py``, ``course/model/bench_record.py``).
"""
