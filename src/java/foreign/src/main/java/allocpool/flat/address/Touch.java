package allocpool.flat.address;

/**
 * Reads the lines. The reads do not depend on each other: the processor waits for all of
 * them at a time, and not for one after the other. But it does wait.
 */
final class Touch extends LookAhead {
  private long touched; // means nothing; reads without a use would be left out

  private Touch() {}

  static LookAhead create() {
    return new Touch();
  }

  @Override
  void fetch(long names, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Memory.get(Memory.get(names + (long) i * Memory.WORD_BYTES));
    }
    touched += sum;
  }

  /** The sum of the first words of all lines so far. */
  long touched() {
    return touched;
  }
}
