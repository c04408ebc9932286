package allocpool.pools;

import allocpool.pools.peers.CommonsPool;
import allocpool.pools.peers.RecyclerPool;
import allocpool.pools.peers.StormpotPool;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Every pool, with its properties. */
enum Tested {
  DEQUE_STACK(c -> new DequeStackPool<>(Tested::message, c), Order.LAST_FIRST, c -> c),
  DEQUE_QUEUE(c -> new DequeQueuePool<>(Tested::message, c), Order.FIRST_FIRST, c -> c),
  CLEARED_ARRAY(c -> new ClearedArrayPool<>(Tested::message, c),
      Order.LAST_FIRST, c -> c),
  UTIL_STACK(c -> new UtilStackPool<>(Tested::message, c), Order.LAST_FIRST, c -> c),
  STICKY_MAKE(c -> sticky(c, WhenEmpty.MAKE), Order.LAST_FIRST, c -> c),
  STICKY_GROW(c -> sticky(c, WhenEmpty.GROW), Order.LAST_FIRST, c -> Tested.ALL),
  STICKY_REFUSE(c -> sticky(c, WhenEmpty.REFUSE), Order.LAST_FIRST, c -> Tested.NO_MORE),
  CHECKING(c -> new CheckingPool<>(sticky(c, WhenEmpty.GROW)),
      Order.LAST_FIRST, c -> Tested.ALL),
  FRESH(c -> new FreshPool<>(Tested::message), Order.NONE, c -> 0),
  SYNCHRONIZED(c -> new SynchronizedPool<>(new DequeStackPool<>(Tested::message, c)),
      Order.LAST_FIRST, c -> c),
  MPMC(c -> new MpmcPool<>(Tested::message, c), Order.FIRST_FIRST, c -> c),
  THREAD_LOCAL(c -> new ThreadLocalPool<>(Tested::message, c),
      Order.LAST_FIRST, c -> c),
  MAGAZINES(c -> new MagazinePool<>(Tested::message, c), Order.NONE, c -> Tested.ALL),
  SMALL_MAGAZINES(c -> new MagazinePool<>(Tested::message, c, 1),
      Order.NONE, c -> c + 2),
  RECYCLER(c -> new RecyclerPool(c, 1), Order.NONE, c -> Tested.UNTOLD),
  STORMPOT(c -> new StormpotPool(c, 1), Order.NONE, c -> Tested.NO_MORE),
  COMMONS(c -> new CommonsPool<>(Tested::message, c), Order.LAST_FIRST, c -> c);

  /** The order in which objects are taken again. */
  enum Order { LAST_FIRST, FIRST_FIRST, NONE }

  /** The pool keeps all objects that a test releases. */
  static final int ALL = Integer.MAX_VALUE;

  /** The pool never makes more objects than its capacity. */
  static final int NO_MORE = -1;

  /** A library keeps at least its capacity, and does not document how many more. */
  static final int UNTOLD = -2;

  private final IntFunction<Pool<Message>> maker;
  private final Order order;
  private final IntUnaryOperator kept;

  Tested(IntFunction<Pool<Message>> maker, Order order, IntUnaryOperator kept) {
    this.maker = maker;
    this.order = order;
    this.kept = kept;
  }

  /** Makes a full pool, or one that fills in use. */
  Pool<Message> pool(int capacity) {
    return maker.apply(capacity);
  }

  Order order() {
    return order;
  }

  /**
   * Returns how many objects a pool keeps when more than its capacity are released.
   *
   * @param capacity a power of two, which no pool has to round up
   */
  int kept(int capacity) {
    return kept.applyAsInt(capacity);
  }

  /** Returns true if the pool fails when all objects are taken. */
  boolean refuses() {
    return kept(1) == NO_MORE;
  }

  /** Returns true if released objects may be taken again. */
  boolean reuses() {
    return kept(1) != 0;
  }

  /** Returns true if any thread may call. */
  boolean isShared() {
    switch (this) {
      case FRESH:
      case SYNCHRONIZED:
      case MPMC:
      case THREAD_LOCAL:
      case MAGAZINES:
      case SMALL_MAGAZINES:
      case RECYCLER:
      case STORMPOT:
      case COMMONS:
        return true;
      default:
        return false;
    }
  }

  /** Runs an action in a thread of the kind for which the pool keeps objects. */
  void run(Runnable user) {
    if (this == RECYCLER) {
      FastThreadLocalThread.runWithFastThreadLocal(user);
    } else {
      user.run();
    }
  }

  private static Message message() {
    return new Message(1);
  }

  private static Pool<Message> sticky(int capacity, WhenEmpty whenEmpty) {
    return new StickyPool<>(Tested::message, capacity, whenEmpty);
  }
}
