package allocpool.allocator.peers;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All threads' shared free buffers of one size, in the discussed allocator: a linked
 * queue, which allocates a node for each, and a count beside it.
 */
final class SharedBuffers {
  private static final int MOST = 1024;

  private final ConcurrentLinkedQueue<ByteBuffer> buffers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Takes a buffer; null if there is none. */
  ByteBuffer take() {
    ByteBuffer buffer = buffers.poll();
    if (buffer != null) {
      count.decrementAndGet();
    }
    return buffer;
  }

  /** Keeps a buffer, unless there are too many. */
  void keep(ByteBuffer buffer) {
    if (count.incrementAndGet() <= MOST) {
      buffers.offer(buffer);
    } else {
      count.decrementAndGet();
    }
  }
}
