package allocpool.allocator;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Holds watched buffers after their release, filled with a pattern. A damaged pattern
 * means that something wrote to the buffer after its release, through any view that it
 * still had: the buffer, a slice, a duplicate, its array.
 *
 * <p>It cannot detect reads after the release (they return the pattern, though, which
 * looks like nothing that a program would write), writes of the very byte of the pattern,
 * and anything done after a buffer has left.
 *
 * <p>Any thread may call any method. Threads exclude each other where a buffer enters and
 * where one leaves, but not while its bytes are filled or checked: then one thread alone
 * has it. The lock hands it over, with its bytes.
 */
final class Quarantine {
  /** Not a character, not a small number, and negative. */
  static final byte PATTERN = (byte) 0xDB;

  private final BufferAllocator home;
  private final MisuseListener listener;
  private final long mostBytes;
  private final Deque<WatchedBuffer> waiting = new ArrayDeque<>(); // guarded by this
  private long bytes; // likewise

  /**
   * Makes an empty quarantine.
   *
   * @param home the allocator that gets the buffers afterwards
   * @param listener receives damage
   * @param mostBytes how many bytes may wait
   */
  Quarantine(BufferAllocator home, MisuseListener listener, long mostBytes) {
    this.home = home;
    this.listener = listener;
    this.mostBytes = mostBytes;
  }

  /**
   * Admits a buffer; older ones may have to leave. One larger than the quarantine is
   * released unguarded.
   *
   * @param buffer one whose loan has ended
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
        // Not released, because the code that wrote to it may do so again.
        listener.writtenAfterRelease(
            content.position() - 1, buffer.allocatedAt(), buffer.releasedAt());
        return;
      }
    }
    home.release(buffer.inner());
  }

  /** Returns the whole buffer, as a view whose position no other code can move. */
  private static ByteBuffer content(WatchedBuffer buffer) {
    return buffer.inner().bytes().duplicate().clear();
  }
  // --8<-- [end:quarantine]

  private synchronized void enter(WatchedBuffer buffer) {
    waiting.addLast(buffer);
    bytes += size(buffer);
  }

  /** Removes and returns the oldest if there are more bytes than that; else null. */
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
    shrink(0); // every buffer has at least one byte
  }
}
