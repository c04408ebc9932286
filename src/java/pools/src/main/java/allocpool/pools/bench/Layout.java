package allocpool.pools.bench;

import allocpool.pools.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** The layout of a pool's messages in memory, compared with their order in the pool. */
public enum Layout {
  /** Made one after the other, as the pool asks for them: mostly adjacent. */
  SIDE_BY_SIDE {
    @Override
    Supplier<Message> messages(int capacity, int bytes) {
      return () -> new Message(bytes);
    }
  },

  // --8<-- [start:apart]
  /** The same, with unused memory around each, so that no two share a cache line. */
  APART {
    @Override
    Supplier<Message> messages(int capacity, int bytes) {
      List<byte[]> between = Collections.synchronizedList(new ArrayList<>());
      return () -> {
        between.add(new byte[BETWEEN]);
        Message message = new Message(bytes);
        between.add(new byte[BETWEEN]);
        return message;
      };
    }
  },
  // --8<-- [end:apart]

  /** In a random order, always the same one: as after hours of work. */
  SHUFFLED {
    @Override
    Supplier<Message> messages(int capacity, int bytes) {
      List<Message> made = new ArrayList<>(capacity);
      while (made.size() < capacity) {
        made.add(new Message(bytes));
      }
      Collections.shuffle(made, new Random(SEED));
      Deque<Message> left = new ArrayDeque<>(made);
      return () -> left.isEmpty() ? new Message(bytes) : left.pop();
    }
  };

  /** Two cache lines, because processors tend to prefetch a line's neighbour. */
  private static final int BETWEEN = 128;

  private static final long SEED = 2016;

  /**
   * Returns a supplier of messages with this layout.
   *
   * @param capacity the number of messages that a pool asks for when made, in one thread
   * @param bytes the length of a message's body
   * @return the supplier; for {@link #SHUFFLED}, for one thread only
   */
  abstract Supplier<Message> messages(int capacity, int bytes);
}
