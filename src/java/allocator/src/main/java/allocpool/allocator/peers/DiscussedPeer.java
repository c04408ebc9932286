package allocpool.allocator.peers;

import allocpool.allocator.Memory;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The allocator discussed for HttpCore, rebuilt from its description: power-of-two
 * classes from 1 KB to 256 KB; for each thread a cache of up to 64 buffers per class, and
 * behind it a shared queue of up to 1,024. A returned buffer is recognised by its
 * capacity.
 *
 * <p>See pull request 578 of apache/httpcomponents-core, in two states, whose caches
 * differ.
 */
final class DiscussedPeer extends Peer {
  private static final int SMALLEST = 1024;
  private static final int LARGEST = 256 * 1024;
  private static final int CLASSES =
      Integer.numberOfTrailingZeros(LARGEST / SMALLEST) + 1;
  private static final int MOST_IN_A_THREAD = 64;

  private final Memory memory;
  private final SharedBuffers[] shared = new SharedBuffers[CLASSES];
  private final ThreadLocal<OwnBuffers[]> own;

  private DiscussedPeer(Memory memory, Supplier<OwnBuffers> cache) {
    this.memory = memory;
    for (int i = 0; i < CLASSES; i++) {
      shared[i] = new SharedBuffers();
    }
    own = ThreadLocal.withInitial(() -> caches(cache));
  }

  /** Makes the first state, whose caches are an {@code ArrayDeque}. */
  static Peer deques(Memory memory) {
    return new DiscussedPeer(memory, OwnBuffers.InDeque::new);
  }

  /** Makes the later state, whose caches are an array. */
  static Peer arrays(Memory memory) {
    return new DiscussedPeer(memory, () -> new OwnBuffers.InArray(MOST_IN_A_THREAD));
  }

  private static OwnBuffers[] caches(Supplier<OwnBuffers> cache) {
    OwnBuffers[] caches = new OwnBuffers[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      caches[i] = cache.get();
    }
    return caches;
  }

  @Override
  public int turns(int count, int size, byte[] payload) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      ByteBuffer buffer = allocate(size);
      buffer.put(payload);
      sum += buffer.get(0);
      release(buffer);
    }
    return sum;
  }

  /** Allocates a buffer; the size is at most the largest class. */
  private ByteBuffer allocate(int size) {
    int sizeClass = classOf(size);
    ByteBuffer buffer = own.get()[sizeClass].take();
    if (buffer == null) {
      buffer = shared[sizeClass].take();
    }
    if (buffer == null) {
      buffer = memory == Memory.DIRECT
          ? ByteBuffer.allocateDirect(SMALLEST << sizeClass)
          : ByteBuffer.allocate(SMALLEST << sizeClass);
    }
    return buffer.clear().limit(size);
  }

  private void release(ByteBuffer buffer) {
    int capacity = buffer.capacity();
    if (Integer.bitCount(capacity) != 1 || capacity < SMALLEST || capacity > LARGEST) {
      return;
    }
    int sizeClass = classOf(capacity);
    OwnBuffers cache = own.get()[sizeClass];
    if (cache.count() < MOST_IN_A_THREAD) {
      cache.keep(buffer);
    } else {
      shared[sizeClass].keep(buffer);
    }
  }

  private static int classOf(int size) {
    int exponent = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    return Math.max(0, exponent - Integer.numberOfTrailingZeros(SMALLEST));
  }
}
