package allocpool.pools;

import org.jctools.queues.MpmcArrayQueue;

/**
 * Where threads change full magazines for empty ones, and the other way round. Any thread
 * may call. A magazine belongs to whoever got it last.
 *
 * <p>Both queues are JCTools' for many producers and many consumers. What a thread wrote
 * before it gave a magazine away (the objects, their number, and whatever it did to the
 * objects) is visible to who gets it, because an offer releases and a poll acquires.
 *
 * <p>The magazine that came first goes first, so what is in it is colder than in any
 * other. A stack would give the warmest, and have all threads meet at its top. What is
 * warm is in the magazines that threads keep.
 *
 * @param <T> the objects in magazines
 */
public final class Depot<T> {
  private final int magazineSize;
  private final MpmcArrayQueue<Magazine<T>> full;
  private final MpmcArrayQueue<Magazine<T>> empty;

  /**
   * Makes a depot without any magazine.
   *
   * @param capacity how many full magazines it holds, 1 to 2^26, and how many empty ones;
   *     the queues round it up to a power of two, and to 2 at least
   * @param magazineSize how many objects fit into a magazine
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
      empty.offer(spent); // the collector gets it if there are enough
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
    // This comes first because it may run out of memory, and then the full one must still
    // belong to the caller alone.
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
