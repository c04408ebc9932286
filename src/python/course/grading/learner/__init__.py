"""One learner at home: starting, watching and checking an exercise."""
