package allocpool.queues.bench;

import allocpool.queues.Binding;

/** Measures the cost of calling a native function that does nothing. */
final class CallRun {
  private static final int BETWEEN_LOOKS = 10_000;

  private final Binding binding;
  private long calls;

  CallRun(Binding binding) {
    this.binding = binding;
  }

  /**
   * Calls for a while.
   *
   * @param nanoseconds for how long
   * @return nanoseconds per call
   * @throws WrongNumberException if the function does not return its argument
   */
  double run(long nanoseconds) {
    calls = 0;
    long begin = System.nanoTime();
    long elapsed = 0;
    while (elapsed < nanoseconds) {
      call(calls);
      calls += BETWEEN_LOOKS;
      elapsed = System.nanoTime() - begin;
    }
    return (double) elapsed / calls;
  }

  private void call(long first) {
    long sum = 0;
    for (long i = first; i < first + BETWEEN_LOOKS; i++) {
      sum += binding.echo(i) - i;
    }
    if (sum != 0) {
      throw new WrongNumberException("wrong number: a call does not return its argument");
    }
  }

  /** Returns the number of calls. */
  long calls() {
    return calls;
  }
}
