"""What an exercise asks of a submission, check by check, in Java and in C++."""
