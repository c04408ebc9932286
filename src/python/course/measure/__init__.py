"""The measuring half: one engine, which plays rounds of whatever is compared and keeps records.

It knows a program only by its command line and by the JSON lines that it prints, and hands
nothing on but records (``course/model/record.py``, ``course/model/bench_record.py``).
"""
