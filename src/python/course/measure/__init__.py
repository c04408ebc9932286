"""The measuring half: runs the measured programs and keeps one record per cell.

It knows a program only by its command line and by the JSON lines that it prints, and hands
nothing on but records (``course/model/record.py``).
"""
