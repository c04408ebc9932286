package allocpool.allocator.peers;

import allocpool.allocator.Memory;
import java.nio.ByteBuffer;

/**
 * One buffer for all turns, which nobody gets or gives back. What its turns take is the
 * writing and reading alone, the least that any allocator's can take. Threads write over
 * each other's bytes.
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

  /** The bytes are everybody's; where the next ones go is the caller's own business. */
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
