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

/** The pools by their names in benchmarks. */
final class Contestants {
  /** All names. */
  static final List<String> NAMES = List.of(
      "deque-stack", "deque-queue", "array", "util-stack", "sticky", "fresh",
      "synchronized", "mpmc", "thread-local", "magazines", "recycler", "stormpot",
      "commons");

  /** The pools that make their messages themselves; each message knows its pool. */
  private static final Set<String> OF_THEIR_OWN = Set.of("recycler", "stormpot");

  /** The number of objects that a check takes out: the most that a benchmark takes. */
  private static final int LOOK = 3;

  private Contestants() {}

  /**
   * Makes a pool of messages. A pool's class is loaded only when it is made.
   *
   * @param name the pool's name
   * @param capacity the number of messages it keeps
   * @param bytes the length of a message's body
   * @param layout the messages' layout in memory
   * @return a new pool
   * @throws IllegalArgumentException if the name is unknown, if the pool does not support
   *     that capacity, or if it does not support that layout
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
   * Checks that a measured pool still gives each object to one user only. One that does
   * not is not fast but broken.
   *
   * @param name the pool's name
   * @param pool with room for three users; the objects taken are given back
   * @throws IllegalStateException if two users got the same object
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
