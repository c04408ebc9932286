package allocpool.allocator;

import java.nio.ByteBuffer;

/** The place of a buffer's bytes. */
public enum Memory {
  /** In an array in the Java heap. */
  HEAP {
    @Override
    ByteBuffer allocate(int capacity) {
      return ByteBuffer.allocate(capacity);
    }
  },
  /** Outside the heap. Unreachable buffers are freed after a collection. */
  DIRECT {
    @Override
    ByteBuffer allocate(int capacity) {
      return ByteBuffer.allocateDirect(capacity);
    }
  };

  /**
   * Allocates a buffer of zeros.
   *
   * @param capacity in bytes, 0 or more
   */
  abstract ByteBuffer allocate(int capacity);
}
