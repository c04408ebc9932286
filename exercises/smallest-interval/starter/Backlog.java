package exercise;

/**
 * Computes what a queue in front of a program would lose, from the time that the program
 * takes for each packet. All times are in nanoseconds. Any thread may call the methods.
 */
public final class Backlog {
  // Your code here.

  /** Takes the times of one run, each at least 1. The array remains the caller's. */
  public Backlog(long[] serviceNs) {
    // Your code here.
  }

  /**
   * Returns how many ticks are lost until the program has finished the last packet.
   *
   * @param capacity how many ticks the queue holds, at least 1
   * @param interval from each tick to the next, at least 1
   */
  public long lost(int capacity, long interval) {
    // Your code here.
    return 0;
  }

  /**
   * Returns the smallest whole interval, from 1, at which no tick is lost.
   *
   * @param capacity how many ticks the queue holds, at least 1
   */
  public long smallestInterval(int capacity) {
    // Your code here.
    return 0;
  }

  // Your code here.
}
