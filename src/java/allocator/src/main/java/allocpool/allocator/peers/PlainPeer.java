package allocpool.allocator.peers;

import java.nio.ByteBuffer;

/**
 * No allocator, only Java's own buffers. A buffer is released by dropping it.
 *
 * <p>Each kind has its own class, because the compiler has to know a buffer's class in
 * order to find out that it need not be an object.
 */
final class PlainPeer {
  private PlainPeer() {}

  /** Buffers in the heap. */
  static final class Heap extends Peer {
    @Override
    public int turns(int count, int size, byte[] payload) {
      int sum = 0;
      for (int i = 0; i < count; i++) {
        ByteBuffer buffer = ByteBuffer.allocate(size);
        buffer.put(payload);
        sum += buffer.get(0);
      }
      return sum;
    }
  }

  /** Buffers outside the heap. */
  static final class Direct extends Peer {
    @Override
    public int turns(int count, int size, byte[] payload) {
      int sum = 0;
      for (int i = 0; i < count; i++) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        buffer.put(payload);
        sum += buffer.get(0);
      }
      return sum;
    }
  }
}
