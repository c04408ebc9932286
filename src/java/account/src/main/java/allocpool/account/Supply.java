package allocpool.account;

/** Where messages come from, and where they go. Not thread-safe. */
abstract class Supply {
  /** The kinds, as the command line has them. */
  enum Kind {
    /** One message for all turns. */
    ONE,
    /** New messages that have a header and no more. */
    HEADERS,
    /** New messages of a kilobyte. */
    FRESH,
    /** Messages of a kilobyte that are used again, the last one first. */
    POOLED
  }

  /** Gives a message to fill. */
  abstract Message take();

  /** Takes one back that nobody uses any more. */
  abstract void giveBack(Message message);

  /**
   * Makes a supply.
   *
   * @param kind of messages
   * @param inUse how many are in use at most
   */
  static Supply of(Kind kind, int inUse) {
    switch (kind) {
      case ONE:
        return new One();
      case HEADERS:
        return new New(Message.HEADER);
      case FRESH:
        return new New(Message.BYTES);
      default:
        return new Stack(inUse);
    }
  }

  private static final class One extends Supply {
    private final Message message = new Message(Message.BYTES);

    @Override
    Message take() {
      return message;
    }

    @Override
    void giveBack(Message message) {}
  }

  private static final class New extends Supply {
    private final int bytes;

    New(int bytes) {
      this.bytes = bytes;
    }

    @Override
    Message take() {
      return new Message(bytes);
    }

    @Override
    void giveBack(Message message) {}
  }

  private static final class Stack extends Supply {
    private final Message[] free;
    private int count;

    Stack(int capacity) {
      free = new Message[capacity];
      while (count < capacity) {
        free[count++] = new Message(Message.BYTES);
      }
    }

    @Override
    Message take() {
      Message message = free[--count];
      free[count] = null;
      return message;
    }

    @Override
    void giveBack(Message message) {
      free[count++] = message;
    }
  }
}
