package allocpool.allocator.peers;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** One thread's free buffers of one size, in the discussed allocator. */
abstract class OwnBuffers {
  /** Takes the buffer that was kept last; null if there is none. */
  abstract ByteBuffer take();

  /** Keeps a buffer. */
  abstract void keep(ByteBuffer buffer);

  /** Returns the number of buffers. */
  abstract int count();

  /** In a deque. */
  static final class InDeque extends OwnBuffers {
    private final ArrayDeque<ByteBuffer> buffers = new ArrayDeque<>();

    @Override
    ByteBuffer take() {
      return buffers.pollFirst();
    }

    @Override
    void keep(ByteBuffer buffer) {
      buffers.addFirst(buffer);
    }

    @Override
    int count() {
      return buffers.size();
    }
  }

  /** In an array. */
  static final class InArray extends OwnBuffers {
    private final ByteBuffer[] buffers;
    private int count;

    /**
     * Makes an empty cache.
     *
     * @param most its capacity
     */
    InArray(int most) {
      buffers = new ByteBuffer[most];
    }

    @Override
    ByteBuffer take() {
      if (count == 0) {
        return null;
      }
      count--;
      ByteBuffer buffer = buffers[count];
      buffers[count] = null;
      return buffer;
    }

    @Override
    void keep(ByteBuffer buffer) {
      buffers[count] = buffer;
      count++;
    }

    @Override
    int count() {
      return count;
    }
  }
}
