package allocpool.allocator.peers;

import allocpool.allocator.Memory;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The allocator that was discussed for HttpCore, made anew from what its description
 * says: classes of powers of two from 1 KB to 256 KB; for each thread a cache of up to 64
 * buffers a class, behind it a queue of up to 1,024 that all share. A buffer that comes
 * back is known by its capacity.
 *
 * <p>See the pull request 578 of apache/httpcomponents-core, in two states of which the
 * caches were built differently.
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

  /** With caches that are an {@code ArrayDeque}, as they were at first. */
  static Peer deques(Memory memory) {
    return new DiscussedPeer(memory, OwnBuffers.InDeque::new);
  }

  /** With caches that are an array, as later. */
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

  /** Its size is at most the largest class. */
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
