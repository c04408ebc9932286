package allocpool.pools.peers;

import allocpool.pools.Message;
import allocpool.pools.Pool;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import stormpot.Allocator;
import stormpot.Expiration;
import stormpot.Slot;
import stormpot.Timeout;

/**
 * Stormpot's pool: a queue of slots, and for each thread the slot that it used last,
 * which it claims again by a single exchange if it is still free. Any thread may call.
 * There are never more messages than its capacity.
 */
public final class StormpotPool implements Pool<Message> {
  /** Longer than a thread needs to put back a message that another one waits for. */
  private static final Timeout PATIENCE = new Timeout(10, TimeUnit.MILLISECONDS);

  private final stormpot.Pool<StormpotMessage> pool;
  private final int capacity;

  /**
   * Makes a pool.
   *
   * @param capacity the largest number of messages, at least 1
   * @param bytes the length of a message's body
   */
  public StormpotPool(int capacity, int bytes) {
    this.capacity = capacity;
    // Omits the background thread, which would replace expired messages.
    pool = stormpot.Pool.fromInline(new Messages(bytes))
        .setSize(capacity)
        .setExpiration(Expiration.never())
        .setPreciseLeakDetectionEnabled(false)
        .build();
  }

  /**
   * Takes a message out.
   *
   * @throws NoSuchElementException if all are taken
   * @throws IllegalStateException if the calling thread is interrupted
   */
  @Override
  public Message take() {
    StormpotMessage message = pool.tryClaim();
    return message != null ? message : takeWhatWasSetAside();
  }

  /**
   * Takes a message that an earlier claim set aside. A claim skips messages that a thread
   * has claimed again past the queue, and sets them aside. The next claim that finds the
   * queue empty puts them back, and then fails; so one failure does not mean that all are
   * taken.
   */
  private Message takeWhatWasSetAside() {
    try {
      StormpotMessage message = pool.tryClaim();
      if (message == null) {
        // Another thread may be putting them back just now.
        message = pool.claim(PATIENCE);
      }
      if (message == null) {
        throw new NoSuchElementException(
            "the pool is empty: all " + capacity + " objects are taken");
      }
      return message;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a message was claimed", e);
    }
  }

  /**
   * Gives a message back.
   *
   * @throws ClassCastException if it does not come from a pool of this class
   */
  @Override
  public void release(Message message) {
    ((StormpotMessage) message).release();
  }

  /** Makes messages. */
  private static final class Messages implements Allocator<StormpotMessage> {
    private final int bytes;

    Messages(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public StormpotMessage allocate(Slot slot) {
      return new StormpotMessage(bytes, slot);
    }

    @Override
    public void deallocate(StormpotMessage message) {}
  }
}
