package allocpool.pools.bench;

import allocpool.pools.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** How the messages of a pool lie in memory, compared with how they lie in the pool. */
public enum Layout {
  /** Made one after the other, as the pool asks for them: mostly neighbours. */
  SIDE_BY_SIDE {
    @Override
    Supplier<Message> messages(int capacity, int bytes) {
      return () -> new Message(bytes);
    }
  },

  // --8<-- [start:apart]
  /** The same, with unused memory around each, so that no two share a line. */
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

  /** In any order, always the same one: as after hours of work. */
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

  /** Two lines, as processors like to fetch the neighbour of a line as well. */
  private static final int BETWEEN = 128;

  private static final long SEED = 2016;

  /**
   * Makes messages that lie so.
   *
   * @param capacity how many a pool will ask for when it is made, in one thread
   * @param bytes how long the body of a message is
   * @return what makes a message; of those that are shuffled, for one thread only
   */
  abstract Supplier<Message> messages(int capacity, int bytes);
}
