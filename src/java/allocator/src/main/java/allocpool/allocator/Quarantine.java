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
 * <p>Any thread may call any method; they wait for each other.
 */
final class Quarantine {
  /** No character, no small number, and negative. */
  static final byte PATTERN = (byte) 0xDB;

  private final BufferAllocator home;
  private final MisuseListener listener;
  private final long mostBytes;
  private final Deque<WatchedBuffer> waiting = new ArrayDeque<>();
  private long bytes;

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
   * Takes a buffer in; older ones may have to leave.
   *
   * @param buffer whose loan has ended
   */
  // --8<-- [start:quarantine]
  synchronized void add(WatchedBuffer buffer) {
    ByteBuffer content = content(buffer);
    while (content.hasRemaining()) {
      content.put(PATTERN);
    }
    waiting.addLast(buffer);
    bytes += content.capacity();
    while (bytes > mostBytes) {
      leave(waiting.removeFirst());
    }
  }

  private void leave(WatchedBuffer buffer) {
    ByteBuffer content = content(buffer);
    bytes -= content.capacity();
    while (content.hasRemaining()) {
      if (content.get() != PATTERN) {
        // Not given back: whoever wrote may do so again.
        listener.writtenAfterRelease(
            content.position() - 1, buffer.allocatedAt(), buffer.releasedAt());
        return;
      }
    }
    home.release(buffer.inner());
  }

  /** All of a buffer, in a view whose position nobody else can move. */
  private static ByteBuffer content(WatchedBuffer buffer) {
    return buffer.bytes().duplicate().clear();
  }
  // --8<-- [end:quarantine]

  /** Lets all buffers leave. */
  synchronized void empty() {
    while (!waiting.isEmpty()) {
      leave(waiting.removeFirst());
    }
  }
}
