package allocpool.allocator;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Where watched buffers wait after their release, filled with a pattern. A buffer whose
 * pattern is damaged was written to by somebody who had no right to it any more, through
 * whatever view he still had: the buffer, a slice, a duplicate, its array.
 *
 * <p>What this cannot find: reading after the release (it gives the pattern, though,
 * which looks like nothing that a program would write), writing the very byte of the
 * pattern, and whatever is done after a buffer has left.
 *
 * <p>Any thread may call any method. They wait for each other where a buffer comes in and
 * where one leaves, and not while its bytes are filled or inspected: then it belongs to
 * one of them alone. The lock hands it over, with its bytes.
 */
final class Quarantine {
  /** No character, no small number, and negative. */
  static final byte PATTERN = (byte) 0xDB;

  private final BufferAllocator home;
  private final MisuseListener listener;
  private final long mostBytes;
  private final Deque<WatchedBuffer> waiting = new ArrayDeque<>(); // with the lock held
  private long bytes; // likewise

  /**
   * Makes an empty one.
   *
   * @param home who gets the buffers afterwards
   * @param listener who is told of damage
   * @param mostBytes how much may wait
   */
  Quarantine(BufferAllocator home, MisuseListener listener, long mostBytes) {
    this.home = home;
    this.listener = listener;
    this.mostBytes = mostBytes;
  }

  /**
   * Takes a buffer in; older ones may have to leave. One that is larger than all that may
   * wait goes home unguarded.
   *
   * @param buffer whose loan has ended
   */
  // --8<-- [start:quarantine]
  void add(WatchedBuffer buffer) {
    if (size(buffer) > mostBytes) {
      home.release(buffer.inner()); // it would only push out the others
      return;
    }
    ByteBuffer content = content(buffer);
    while (content.hasRemaining()) {
      content.put(PATTERN);
    }
    enter(buffer);
    shrink(mostBytes);
  }

  private void shrink(long most) {
    for (WatchedBuffer next = oldest(most); next != null; next = oldest(most)) {
      inspect(next);
    }
  }

  private void inspect(WatchedBuffer buffer) {
    ByteBuffer content = content(buffer);
    while (content.hasRemaining()) {
      if (content.get() != PATTERN) {
        // Not released, because whoever wrote to it may do so again.
        listener.writtenAfterRelease(
            content.position() - 1, buffer.allocatedAt(), buffer.releasedAt());
        return;
      }
    }
    home.release(buffer.inner());
  }

  /** The whole buffer, as a view whose position nobody else can move. */
  private static ByteBuffer content(WatchedBuffer buffer) {
    return buffer.inner().bytes().duplicate().clear();
  }
  // --8<-- [end:quarantine]

  private synchronized void enter(WatchedBuffer buffer) {
    waiting.addLast(buffer);
    bytes += size(buffer);
  }

  /** Lets the oldest leave if there are more bytes than that; null if not. */
  private synchronized WatchedBuffer oldest(long most) {
    if (bytes <= most) {
      return null;
    }
    WatchedBuffer oldest = waiting.removeFirst();
    bytes -= size(oldest);
    return oldest;
  }

  private static int size(WatchedBuffer buffer) {
    return buffer.inner().bytes().capacity();
  }

  /** Lets all buffers leave. */
  void empty() {
    shrink(0); // none has less than one byte
  }
}
