package allocpool.service;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.PooledBuffer;

/** Counts loans and releases. Only for the server's thread. */
final class CountedBuffers implements BufferAllocator {
  private final BufferAllocator buffers;
  private final Served served;

  CountedBuffers(BufferAllocator buffers, Served served) {
    this.buffers = buffers;
    this.served = served;
  }

  @Override
  public PooledBuffer allocate(int size) {
    PooledBuffer buffer = buffers.allocate(size);
    served.buffers++;
    served.bufferBytes += size;
    served.inUse++;
    return buffer;
  }

  @Override
  public void release(PooledBuffer buffer) {
    buffers.release(buffer);
    served.inUse--;
  }
}
