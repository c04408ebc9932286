package allocpool.allocator.peers;

import allocpool.allocator.Memory;
import java.nio.ByteBuffer;

/**
 * One buffer for all turns, never allocated or released. A turn's time is that of writing
 * and reading alone, the lower bound for any allocator. Threads overwrite each other's
 * bytes.
 */
final class KeptPeer extends Peer {
  private final Memory memory;
  private ByteBuffer kept = ByteBuffer.allocate(0);

  KeptPeer(Memory memory) {
    this.memory = memory;
  }

  @Override
  public int turns(int count, int size, byte[] payload) {
    ByteBuffer buffer = ofSize(size);
    int sum = 0;
    for (int i = 0; i < count; i++) {
      buffer.clear();
      buffer.put(payload);
      sum += buffer.get(0);
    }
    return sum;
  }

  /** Returns a view of the shared bytes with the caller's own position. */
  private ByteBuffer ofSize(int size) {
    ByteBuffer buffer = kept;
    if (buffer.capacity() != size) {
      buffer = memory == Memory.HEAP
          ? ByteBuffer.allocate(size)
          : ByteBuffer.allocateDirect(size);
      kept = buffer;
    }
    return buffer.duplicate();
  }
}
