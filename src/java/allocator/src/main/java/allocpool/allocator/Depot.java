package allocpool.allocator;

import java.util.Arrays;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/**
 * All threads' shared free buffers of one size class: a bounded queue of magazines, which
 * are arrays of a fixed number of buffers.
 *
 * <p>Jeff Bonwick and Jonathan Adams, "Magazines and vmem: extending the slab allocator
 * to many CPUs and arbitrary resources", <i>USENIX Annual Technical Conference</i>, 2001:
 * a thread that exchanges whole magazines visits the shared place only once per magazine.
 * As there, empty magazines are kept, too, so that nothing is allocated in the long run.
 *
 * <p>The queue is first in, first out, so a thread gets the coldest buffers; but a queue
 * has two ends, so threads that give and threads that take contend less. They would all
 * meet at the top of a stack. Warm buffers stay in the threads' caches and do not come
 * here.
 *
 * <p>Any thread may call any method. All that a thread did with a buffer before giving it
 * happens before all that another does after taking it.
 *
 * <p>Progress: lock-free. Where JCTools' queue would wait for a thread that has claimed a
 * slot but not finished with it, we use its relaxed methods, which report that there is
 * nothing, or no room.
 */
public final class Depot {
  // --8<-- [start:depot]
  private final MpmcAtomicArrayQueue<PooledBuffer[]> full;
  private final MpmcAtomicArrayQueue<PooledBuffer[]> empty;
  private final int perMagazine;

  /** The fewest magazines held since the last trimming; no thread needed these. */
  private volatile int fewest;
  // --8<-- [end:depot]

  /**
   * Makes an empty depot.
   *
   * @param magazines the most it keeps; rounded up to a power of two, at least 2
   * @param perMagazine the number of buffers in a magazine, 1 or more
   */
  public Depot(int magazines, int perMagazine) {
    full = new MpmcAtomicArrayQueue<>(Math.max(2, magazines));
    empty = new MpmcAtomicArrayQueue<>(Math.max(2, magazines));
    this.perMagazine = perMagazine;
  }

  /**
   * Returns the number of buffers in a magazine.
   *
   * @return 1 or more
   */
  public int perMagazine() {
    return perMagazine;
  }

  /**
   * Returns the number of buffers.
   *
   * @return a number that may be out of date
   */
  public int buffers() {
    return full.size() * perMagazine;
  }

  /**
   * Keeps a magazine's buffers, or leaves them to the garbage collector if the depot is
   * full.
   *
   * @param buffers the first {@link #perMagazine()} of them are given
   * @return true if they were kept
   */
  // --8<-- [start:give-take]
  public boolean give(PooledBuffer[] buffers) {
    PooledBuffer[] magazine = empty.relaxedPoll();
    if (magazine == null) {
      magazine = new PooledBuffer[perMagazine];
    }
    System.arraycopy(buffers, 0, magazine, 0, perMagazine);
    boolean kept = full.relaxedOffer(magazine);
    if (!kept) {
      putAway(magazine);
    }
    return kept;
  }

  /**
   * Hands out a magazine's buffers.
   *
   * @param buffers its first {@link #perMagazine()} places are filled
   * @return false if there was no magazine
   */
  public boolean take(PooledBuffer[] buffers) {
    PooledBuffer[] magazine = full.relaxedPoll();
    int left = full.size();
    if (left < fewest) {
      fewest = left; // racy, so it may be slightly wrong
    }
    if (magazine == null) {
      return false;
    }
    System.arraycopy(magazine, 0, buffers, 0, perMagazine);
    putAway(magazine);
    return true;
  }

  private void putAway(PooledBuffer[] magazine) {
    Arrays.fill(magazine, null); // else it would keep lost buffers alive
    empty.relaxedOffer(magazine); // left to the collector if there is no room
  }
  // --8<-- [end:give-take]

  /** Leaves the buffers not needed since the last call to the garbage collector. */
  // --8<-- [start:trim]
  public void trim() {
    leave(fewest);
  }

  private void leave(int magazines) {
    int left = magazines;
    while (left > 0 && full.relaxedPoll() != null) {
      left--;
    }
    fewest = full.size();
  }
  // --8<-- [end:trim]

  /** Leaves everything to the garbage collector, except buffers given meanwhile. */
  public void clear() {
    leave(full.capacity()); // bounded, because others may give just as fast
  }
}
