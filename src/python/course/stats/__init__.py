"""From records to figures and verdicts: noise, comparisons, claims.

It knows records, and nothing of pages: neither HTML nor charts.
"""
