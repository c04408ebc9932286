package allocpool.pools.peers;

import allocpool.pools.Message;
import allocpool.pools.Pool;
import io.netty.util.Recycler;

/**
 * Netty's recycler: a stack for each thread, to which an object returns from wherever it
 * is released, through a queue if that is another thread. Any thread may call. It begins
 * empty, and an empty one makes another message.
 *
 * <p>Since early 2026 one of this kind keeps objects for threads alone that are to clean
 * up after themselves, {@code FastThreadLocalThread}s; in any other one each message is
 * new.
 */
public final class RecyclerPool implements Pool<Message> {
  /** What Netty itself uses. */
  private static final int CHUNK = 32;

  /** By default only one in eight new objects is kept. We want all of them. */
  private static final int EVERY = 0;

  /** Without the atomic exchange at each release that would find a second one. */
  private static final boolean UNGUARDED = true;

  private final Recycler<RecycledMessage> recycler;

  /**
   * Makes an empty pool.
   *
   * @param capacity how many messages are kept for a thread, at least 4
   * @param bytes how long a message's body is
   */
  public RecyclerPool(int capacity, int bytes) {
    recycler = new Recycler<RecycledMessage>(capacity, EVERY, CHUNK, UNGUARDED) {
      @Override
      protected RecycledMessage newObject(Handle<RecycledMessage> handle) {
        return new RecycledMessage(bytes, handle);
      }
    };
  }

  @Override
  public Message take() {
    return recycler.get();
  }

  /**
   * Gives a message back.
   *
   * @throws ClassCastException if it is not of a pool of this kind
   */
  @Override
  public void release(Message message) {
    ((RecycledMessage) message).recycle();
  }
}
