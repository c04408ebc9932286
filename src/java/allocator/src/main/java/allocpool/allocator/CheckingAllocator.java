package allocpool.allocator;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Watches how another allocator's buffers are used. A random sample of loans, one in a
 * given number, is followed to its end. For such a loan it detects:
 *
 * <ul>
 *   <li>a second release, at once: the call throws an {@link IllegalStateException} that
 *       shows where the buffer was allocated and where it was first released;
 *   <li>a use of the handle after the release, at once: {@link PooledBuffer#bytes()}
 *       throws such an exception;
 *   <li>a write after the release through a view obtained before it, no later than the
 *       buffer leaves a quarantine of 1 MB: the listener is called. Reads are not
 *       detected, nor are writes to buffers of more than 1 MB, which skip the quarantine;
 *   <li>a loan that never ends, after the garbage collector has found its handle
 *       unreachable: the listener is called. Such a buffer is not lent again, since its
 *       bytes may still be in use by code that has dropped the handle.
 * </ul>
 *
 * <p>A watched loan costs a few objects, two stack traces and two passes over its bytes.
 * Other loans cost a random number.
 *
 * <p>Any thread may call any method.
 */
public final class CheckingAllocator implements BufferAllocator {
  private static final long QUARANTINE_BYTES = 1 << 20;

  private final BufferAllocator checked;
  private final int oneIn;
  private final Leaks leaks;
  private final Quarantine quarantine;

  /**
   * Watches an allocator.
   *
   * @param checked the allocator that lends the buffers; it may have other users
   * @param oneIn watch one loan in this many, 1 or more; 1: all
   * @param listener receives misuse that no exception can report
   * @throws IllegalArgumentException if {@code oneIn} is less than 1
   */
  public CheckingAllocator(BufferAllocator checked, int oneIn, MisuseListener listener) {
    if (oneIn < 1) {
      throw new IllegalArgumentException(
          "one loan in " + oneIn + " was to be watched; it is one in 1 or more");
    }
    this.checked = checked;
    this.oneIn = oneIn;
    leaks = new Leaks(listener);
    quarantine = new Quarantine(checked, listener, QUARANTINE_BYTES);
  }

  // --8<-- [start:checking]
  @Override
  public PooledBuffer allocate(int size) {
    if (ThreadLocalRandom.current().nextInt(oneIn) != 0) {
      return checked.allocate(size);
    }
    leaks.report();
    return new WatchedBuffer(checked.allocate(size), this, size, leaks);
  }

  @Override
  public void release(PooledBuffer buffer) {
    if (buffer instanceof WatchedBuffer) {
      WatchedBuffer watched = (WatchedBuffer) buffer;
      watched.end(this);
      leaks.close(watched.loan());
      quarantine.add(watched);
    } else {
      checked.release(buffer);
    }
  }
  // --8<-- [end:checking]

  /**
   * Checks now everything that would be found later: the quarantined buffers, and the
   * garbage collector's finds. For the end of a test.
   */
  public void lookNow() {
    quarantine.empty();
    leaks.report();
  }
}
