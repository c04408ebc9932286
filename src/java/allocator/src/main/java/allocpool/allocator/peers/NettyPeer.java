package allocpool.allocator.peers;

import allocpool.allocator.Memory;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;

/**
 * Netty's allocators. Both are configured to give every thread a cache: by default only
 * Netty's own threads have one, which would make the comparison unfair.
 */
final class NettyPeer extends Peer {
  private final ByteBufAllocator allocator;
  private final boolean direct;

  private NettyPeer(ByteBufAllocator allocator, Memory memory) {
    this.allocator = allocator;
    direct = memory == Memory.DIRECT;
  }

  /** The allocator of Netty 4.1, which has arenas, and a cache for each thread. */
  // --8<-- [start:netty-pooled]
  static Peer pooled(Memory memory) {
    ByteBufAllocator allocator = new PooledByteBufAllocator(
        false,
        PooledByteBufAllocator.defaultNumHeapArena(),
        PooledByteBufAllocator.defaultNumDirectArena(),
        PooledByteBufAllocator.defaultPageSize(),
        PooledByteBufAllocator.defaultMaxOrder(),
        PooledByteBufAllocator.defaultSmallCacheSize(),
        PooledByteBufAllocator.defaultNormalCacheSize(),
        true); // caches in all threads
    return new NettyPeer(allocator, memory);
  }
  // --8<-- [end:netty-pooled]

  /** Netty 4.2's default allocator. */
  static Peer adaptive(Memory memory) {
    return new NettyPeer(new AdaptiveByteBufAllocator(false, true), memory);
  }

  @Override
  public int turns(int count, int size, byte[] payload) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      ByteBuf buffer =
          direct ? allocator.directBuffer(size) : allocator.heapBuffer(size);
      buffer.writeBytes(payload);
      sum += buffer.getByte(0);
      buffer.release();
    }
    return sum;
  }
}
