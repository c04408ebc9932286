package allocpool.allocator.peers;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.PooledBuffer;

/** One of this course's allocators. */
final class CoursePeer extends Peer {
  private final BufferAllocator allocator;

  CoursePeer(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  // --8<-- [start:course-turns]
  @Override
  public int turns(int count, int size, byte[] payload) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      PooledBuffer buffer = allocator.allocate(size);
      buffer.bytes().put(payload);
      sum += buffer.bytes().get(0);
      allocator.release(buffer);
    }
    return sum;
  }
  // --8<-- [end:course-turns]
}
