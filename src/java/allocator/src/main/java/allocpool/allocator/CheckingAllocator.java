package allocpool.allocator;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Watches how the buffers of another allocator are used. One loan in so many, chosen at
 * random, is followed to its end. Of such a loan it finds:
 *
 * <ul>
 *   <li>a second release, at once: the call throws an {@link IllegalStateException} which
 *       tells where the buffer was got and where it was released first;
 *   <li>a use of the handle after the release, at once: {@link PooledBuffer#bytes()}
 *       throws the like;
 *   <li>a write after the release by whatever was got from the handle before, by the time
 *       that the buffer has left a quarantine of 1 MB: the listener is told. A read is
 *       not found, nor a write to a buffer of more than 1 MB, which does not wait at all;
 *   <li>a loan that is never ended, after the garbage collector has found its handle
 *       unreachable: the listener is told. Such a buffer is not lent again, since its
 *       bytes may still be in use by somebody who has forgotten the handle.
 * </ul>
 *
 * <p>A watched loan costs a few objects, two stack traces and two walks over its bytes.
 * The others cost a random number.
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
   * @param checked that lends the buffers; it may be used by others as well
   * @param oneIn of how many loans one is watched, 1 or more; 1: all of them
   * @param listener who is told of what no exception can tell
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
   * Looks at once at all that would be found later: what waits in the quarantine, and
   * what the garbage collector has found. For the end of a test.
   */
  public void lookNow() {
    quarantine.empty();
    leaks.report();
  }
}
