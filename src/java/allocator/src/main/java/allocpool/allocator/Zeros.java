package allocpool.allocator;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Overwrites buffers. */
final class Zeros {
  private static final byte[] BLOCK = new byte[8192];

  private Zeros() {}

  /**
   * Overwrites a whole buffer. Its position and limit are lost.
   *
   * @param bytes the buffer
   */
  // --8<-- [start:clear]
  static void fill(ByteBuffer bytes) {
    if (bytes.hasArray()) {
      Arrays.fill(bytes.array(), (byte) 0); // our own array, with nothing else in it
      return;
    }
    bytes.clear();
    while (bytes.hasRemaining()) {
      bytes.put(BLOCK, 0, Math.min(BLOCK.length, bytes.remaining()));
    }
  }
  // --8<-- [end:clear]
}
