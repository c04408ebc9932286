package allocpool.pools.peers;

import allocpool.pools.Message;
import allocpool.pools.Pool;
import io.netty.util.Recycler;

/**
 * Netty's recycler: a stack for each thread, to which an object returns from wherever it
 * is released, through a queue if that is another thread. Any thread may call. It begins
 * empty, and an empty one makes another message.
 *
 * <p>Since 4.2 it keeps objects for threads alone that are to clean up after themselves,
 * {@code FastThreadLocalThread}s; in any other one each message is new.
 */
public final class RecyclerPool implements Pool<Message> {
  /** What Netty itself uses. */
  private static final int CHUNK = 32;

  /** By default only one in eight new objects is kept. We want all of them. */
  private static final int EVERY = 0;

  private final Recycler<RecycledMessage> recycler;

  /**
   * Makes an empty pool.
   *
   * @param capacity how many messages are kept for a thread, at least 4
   * @param bytes how long a message's body is
   */
  public RecyclerPool(int capacity, int bytes) {
    recycler = new Recycler<RecycledMessage>(capacity, EVERY, CHUNK) {
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
   * @throws IllegalStateException if it was released before, in most cases
   */
  @Override
  public void release(Message message) {
    ((RecycledMessage) message).recycle();
  }
}
