package allocpool.allocator;

import java.util.Arrays;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/**
 * What all threads share of the free buffers of one size class: a bounded queue of
 * magazines, each an array with as many buffers as are moved at a time.
 *
 * <p>Jeff Bonwick and Jonathan Adams, "Magazines and vmem: extending the slab allocator
 * to many CPUs and arbitrary resources", <i>USENIX Annual Technical Conference</i>, 2001:
 * a thread that takes and gives whole magazines visits the shared place once in so many
 * buffers. As there, empty magazines are kept, too, so that nothing is allocated in the
 * long run.
 *
 * <p>The magazine that came first goes first, so its buffers are the coldest ones here: a
 * queue has two ends, at which those who give and those who take do not meet. A stack, as
 * each thread has for itself, would have them all at its top. What is warm does not come
 * here in the first place.
 *
 * <p>Any thread may call any method. Whatever a thread did with a buffer before it gave
 * it happens before what another one does after taking it.
 *
 * <p>Progress: lock-free. Where JCTools' queue would wait for a thread that has claimed a
 * place and is not done with it, it is asked not to; the answer then is that there is
 * nothing, or no room.
 */
public final class Depot {
  // --8<-- [start:depot]
  private final MpmcAtomicArrayQueue<PooledBuffer[]> full;
  private final MpmcAtomicArrayQueue<PooledBuffer[]> empty;
  private final int perMagazine;

  /** The fewest held since the last trimming; no thread needed these. */
  private volatile int fewest;
  // --8<-- [end:depot]

  /**
   * Makes an empty depot.
   *
   * @param magazines how many it keeps at most; rounded up to a power of two, at least 2
   * @param perMagazine how many buffers are moved at a time, 1 or more
   */
  public Depot(int magazines, int perMagazine) {
    full = new MpmcAtomicArrayQueue<>(Math.max(2, magazines));
    empty = new MpmcAtomicArrayQueue<>(Math.max(2, magazines));
    this.perMagazine = perMagazine;
  }

  /**
   * How many buffers are moved at a time.
   *
   * @return 1 or more
   */
  public int perMagazine() {
    return perMagazine;
  }

  /**
   * How many buffers there are.
   *
   * @return a number that may be out of date
   */
  public int buffers() {
    return full.size() * perMagazine;
  }

  /**
   * Keeps buffers, or leaves them to the garbage collector when it has enough of them.
   *
   * @param buffers of which the first {@link #perMagazine()} are given
   * @return whether they were kept
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
   * Gives buffers away.
   *
   * @param buffers whose first {@link #perMagazine()} places are filled
   * @return false if there was no magazine
   */
  public boolean take(PooledBuffer[] buffers) {
    PooledBuffer[] magazine = full.relaxedPoll();
    int left = full.size();
    if (left < fewest) {
      fewest = left; // a race with another thread makes it slightly wrong
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
    empty.relaxedOffer(magazine); // if there is no room, the collector gets it
  }
  // --8<-- [end:give-take]

  /** Leaves to the garbage collector what nobody has needed since the last call. */
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

  /** Leaves everything to the garbage collector, but for what is given meanwhile. */
  public void clear() {
    leave(full.capacity()); // not forever, though others may give as fast
  }
}
