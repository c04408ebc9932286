package allocpool.pools.bench;

import allocpool.pools.ClearedArrayPool;
import allocpool.pools.DequeQueuePool;
import allocpool.pools.DequeStackPool;
import allocpool.pools.FreshPool;
import allocpool.pools.MagazinePool;
import allocpool.pools.Message;
import allocpool.pools.MpmcPool;
import allocpool.pools.Pool;
import allocpool.pools.StickyPool;
import allocpool.pools.SynchronizedPool;
import allocpool.pools.ThreadLocalPool;
import allocpool.pools.UtilStackPool;
import allocpool.pools.WhenEmpty;
import allocpool.pools.peers.CommonsPool;
import allocpool.pools.peers.RecyclerPool;
import allocpool.pools.peers.StormpotPool;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The pools by the names that benchmarks know. */
final class Contestants {
  /** All names. */
  static final List<String> NAMES = List.of(
      "deque-stack", "deque-queue", "array", "util-stack", "sticky", "fresh",
      "synchronized", "mpmc", "thread-local", "magazines", "recycler", "stormpot",
      "commons");

  /** Those whose messages know their pool, and are made by it. */
  private static final Set<String> OF_THEIR_OWN = Set.of("recycler", "stormpot");

  /** How many objects a look at a pool takes out: as many as any benchmark does. */
  private static final int LOOK = 3;

  private Contestants() {}

  /**
   * Makes a pool of messages. A class is loaded when a pool of it is made, and no sooner.
   *
   * @param name of the pool
   * @param capacity how many messages it keeps
   * @param bytes how long a message's body is
   * @param layout how they lie in memory
   * @return a new pool
   * @throws IllegalArgumentException if there is none of that name, if it cannot be as
   *     large or as small as that, or if its messages cannot lie like that
   */
  static Pool<Message> create(String name, int capacity, int bytes, Layout layout) {
    if (layout != Layout.SIDE_BY_SIDE && OF_THEIR_OWN.contains(name)) {
      throw new IllegalArgumentException("layout " + layout + ": pool '" + name
          + "' makes its messages itself, " + Layout.SIDE_BY_SIDE);
    }
    Supplier<Message> factory = layout.messages(capacity, bytes);
    switch (name) {
      case "deque-stack":
        return new DequeStackPool<>(factory, capacity);
      case "deque-queue":
        return new DequeQueuePool<>(factory, capacity);
      case "array":
        return new ClearedArrayPool<>(factory, capacity);
      case "util-stack":
        return new UtilStackPool<>(factory, capacity);
      case "sticky":
        return new StickyPool<>(factory, capacity, WhenEmpty.MAKE);
      case "fresh":
        return new FreshPool<>(factory);
      case "synchronized":
        return new SynchronizedPool<>(new DequeStackPool<>(factory, capacity));
      case "mpmc":
        return new MpmcPool<>(factory, capacity);
      case "thread-local":
        return new ThreadLocalPool<>(factory, capacity);
      case "magazines":
        return new MagazinePool<>(factory, capacity);
      case "recycler":
        return new RecyclerPool(capacity, bytes);
      case "stormpot":
        return new StormpotPool(capacity, bytes);
      case "commons":
        return new CommonsPool<>(factory, capacity);
      default:
        throw new IllegalArgumentException(
            "pool '" + name + "' is none of " + String.join(", ", NAMES));
    }
  }

  /**
   * Looks whether a pool that was measured still gives each object to one user only. One
   * that does not is not fast, it is broken.
   *
   * @param name of the pool
   * @param pool with room for three users; their objects are given back
   * @throws IllegalStateException if two of them got the same
   */
  static void check(String name, Pool<Message> pool) {
    Set<Message> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < LOOK; i++) {
      if (!taken.add(pool.take())) {
        throw new IllegalStateException(
            "pool " + name + " gave one message to two users");
      }
    }
    taken.forEach(pool::release);
  }
}
