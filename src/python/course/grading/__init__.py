"""The teaching half: exercises, and the grader that submissions cannot reach.

It knows neither sweeps nor the site. How an exercise is made is told in exercises/README.md.
"""
