package allocpool.allocator.peers;

import allocpool.allocator.CheckingAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.MisuseListener;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PoolingAllocator;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The allocators to compare, by name. */
public final class Peers {
  private static final Map<String, Function<Memory, Peer>> BY_NAME = byName();

  /**
   * Short enough that a pool has looked at the clock, and trimmed, during the warm-up.
   * With the default of a second, it would do so for the first time during the
   * measurement, and the compiler, which had never seen that path, would deoptimise and
   * start over.
   */
  private static final Duration EPOCH = Duration.ofMillis(50);

  private Peers() {}

  private static Map<String, Function<Memory, Peer>> byName() {
    Map<String, Function<Memory, Peer>> peers = new TreeMap<>();
    peers.put("plain", Peers::plain);
    peers.put("kept", KeptPeer::new);
    peers.put("pool", memory -> course(settings(memory)));
    peers.put("pool-clearing", memory -> course(settings(memory).clearing()));
    peers.put("pool-shared-caches",
        memory -> course(settings(memory).sharedCaches()));
    peers.put("checked-all", memory -> checked(memory, 1));
    peers.put("checked-1000", memory -> checked(memory, 1000));
    peers.put("discussed-deques", DiscussedPeer::deques);
    peers.put("discussed-arrays", DiscussedPeer::arrays);
    peers.put("netty-pooled", NettyPeer::pooled);
    peers.put("netty-adaptive", NettyPeer::adaptive);
    peers.put("jetty", JettyPeer::new);
    return peers;
  }

  /**
   * Returns the names.
   *
   * @return the names, sorted
   */
  public static Set<String> names() {
    return BY_NAME.keySet();
  }

  /**
   * Makes an allocator.
   *
   * @param name one of the names
   * @param memory the place of its buffers' bytes
   * @return a new one that has lent nothing yet
   * @throws IllegalArgumentException if the name is unknown; it lists the valid ones
   */
  public static Peer of(String name, Memory memory) {
    Function<Memory, Peer> maker = BY_NAME.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "no allocator '" + name + "'; there are " + String.join(", ", names()));
    }
    return maker.apply(memory);
  }

  private static Peer plain(Memory memory) {
    return memory == Memory.HEAP ? new PlainPeer.Heap() : new PlainPeer.Direct();
  }

  private static PoolSettings settings(Memory memory) {
    return PoolSettings.of(memory).epoch(EPOCH);
  }

  private static Peer course(PoolSettings settings) {
    return new CoursePeer(new PoolingAllocator(settings));
  }

  private static Peer checked(Memory memory, int oneIn) {
    return new CoursePeer(new CheckingAllocator(
        new PoolingAllocator(settings(memory)), oneIn, new NoMisuse()));
  }

  /** Fails if a turn leaks a buffer or writes to it after its release. */
  private static final class NoMisuse implements MisuseListener {
    @Override
    public void leaked(int size, Throwable allocatedAt) {
      throw new IllegalStateException("a turn leaks a buffer", allocatedAt);
    }

    @Override
    public void writtenAfterRelease(
        int index, Throwable allocatedAt, Throwable releasedAt) {
      throw new IllegalStateException("a turn writes after its end", releasedAt);
    }
  }
}
