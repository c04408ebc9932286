"""The teaching half: exercises, and the grader that submissions cannot reach.

It knows neither sweeps nor the site. exercises/README.md explains how to make an exercise.
"""
