"""A whole class: grading many submissions, gradebooks, exports, plans for a room."""
