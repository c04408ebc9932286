package allocpool.pools.peers;

import allocpool.pools.Message;
import allocpool.pools.Pool;
import io.netty.util.Recycler;

/**
 * Netty's recycler: a stack for each thread. An object returns to the stack it came from,
 * through a queue if another thread releases it. Any thread may call. It starts empty;
 * when empty, it makes a new message.
 *
 * <p>Since early 2026 a recycler of this kind keeps objects only for threads that clean
 * up after themselves, {@code FastThreadLocalThread}s; in any other thread each message
 * is new.
 */
public final class RecyclerPool implements Pool<Message> {
  /** Netty's own default. */
  private static final int CHUNK = 32;

  /** By default only one in eight new objects is kept. We keep all of them. */
  private static final int EVERY = 0;

  /** Omits each release's atomic exchange, which would detect a second release. */
  private static final boolean UNGUARDED = true;

  private final Recycler<RecycledMessage> recycler;

  /**
   * Makes an empty pool.
   *
   * @param capacity the number of messages kept for a thread, at least 4
   * @param bytes the length of a message's body
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
   * @throws ClassCastException if it does not come from a pool of this class
   */
  @Override
  public void release(Message message) {
    ((RecycledMessage) message).recycle();
  }
}
