package allocpool.allocator;

import java.nio.ByteBuffer;

/** Where a buffer's bytes lie. */
public enum Memory {
  /** In an array inside of the Java heap. */
  HEAP {
    @Override
    ByteBuffer allocate(int capacity) {
      return ByteBuffer.allocate(capacity);
    }
  },
  /** Outside of it. What nobody refers to any more is freed after a collection. */
  DIRECT {
    @Override
    ByteBuffer allocate(int capacity) {
      return ByteBuffer.allocateDirect(capacity);
    }
  };

  /**
   * Makes a buffer of zeros.
   *
   * @param capacity in bytes, 0 or more
   */
  abstract ByteBuffer allocate(int capacity);
}
