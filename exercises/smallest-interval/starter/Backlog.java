package exercise;

/**
 * What a queue in front of a program would lose, reckoned from the time that the program
 * takes for each packet. All times are in nanoseconds. May be asked by any thread.
 */
public final class Backlog {
  // Your code here.

  /** Takes the times of one run, each at least 1; the array remains the caller's. */
  public Backlog(long[] serviceNs) {
    // Your code here.
  }

  /**
   * How many ticks are lost until the program has done with the last packet.
   *
   * @param capacity how many ticks the queue holds, at least 1
   * @param interval from each tick to the next, at least 1
   */
  public long lost(int capacity, long interval) {
    // Your code here.
    return 0;
  }

  /**
   * The smallest whole interval, from 1, at which no tick is lost.
   *
   * @param capacity how many ticks the queue holds, at least 1
   */
  public long smallestInterval(int capacity) {
    // Your code here.
    return 0;
  }

  // Your code here.
}
