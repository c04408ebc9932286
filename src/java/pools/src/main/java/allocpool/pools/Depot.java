package allocpool.pools;

import org.jctools.queues.MpmcArrayQueue;

/**
 * An exchange of full and empty magazines between threads. Any thread may call. A
 * magazine belongs to the thread that got it last.
 *
 * <p>Both queues are JCTools' for many producers and many consumers. All that a thread
 * wrote before it gave a magazine away (the objects, their number, and their fields) is
 * visible to the thread that gets it, because an offer releases and a poll acquires.
 *
 * <p>The depot is first in, first out, so it hands out its coldest magazine. A stack
 * would hand out the warmest, but all threads would contend for its top. The warm objects
 * are in the magazines that threads keep.
 *
 * @param <T> the pooled objects
 */
public final class Depot<T> {
  private final int magazineSize;
  private final MpmcArrayQueue<Magazine<T>> full;
  private final MpmcArrayQueue<Magazine<T>> empty;

  /**
   * Makes a depot without any magazine.
   *
   * @param capacity the number of full magazines it holds, and of empty ones, 1 to 2^26;
   *     the queues round it up to a power of two, and to 2 at least
   * @param magazineSize the number of objects that fit into a magazine
   * @throws IllegalArgumentException if the capacity is out of that range
   */
  public Depot(int capacity, int magazineSize) {
    this.magazineSize = magazineSize;
    full = new MpmcArrayQueue<>(Math.max(2, Capacity.check("depot capacity", capacity)));
    empty = new MpmcArrayQueue<>(full.capacity());
  }

  // --8<-- [start:depot]
  /**
   * Exchanges an empty magazine for a full one.
   *
   * @param spent the empty one; if there is no full one, the caller keeps it
   * @return a full one, or null if there is none
   */
  public Magazine<T> swapForFull(Magazine<T> spent) {
    Magazine<T> found = full.poll();
    if (found != null) {
      empty.offer(spent); // left to the collector if there are enough
    }
    return found;
  }

  /**
   * Exchanges a full magazine for an empty one.
   *
   * @param filled the full one; if there is no room for it, the caller keeps it
   * @return an empty one, or null if there is no room
   */
  public Magazine<T> swapForEmpty(Magazine<T> filled) {
    // This comes first because it may run out of memory; the full magazine must then
    // still belong to the caller alone.
    Magazine<T> found = empty.poll();
    if (found == null) {
      found = new Magazine<>(magazineSize);
    }
    if (full.offer(filled)) {
      return found;
    }
    empty.offer(found);
    return null;
  }
  // --8<-- [end:depot]
}
