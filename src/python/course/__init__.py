"""To allocate or to pool? The tools of the course: toolchain, measure, publish."""
