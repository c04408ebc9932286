package allocpool.account;

/** A source of messages, which also takes them back. Not thread-safe. */
abstract class Supply {
  /** The kinds, named as on the command line. */
  enum Kind {
    /** One message for all turns. */
    ONE,
    /** New messages with a header only. */
    HEADERS,
    /** New messages of one kilobyte. */
    FRESH,
    /** Pooled messages of one kilobyte, last in, first out. */
    POOLED
  }

  /** Returns a message to fill. */
  abstract Message take();

  /** Takes back a message that is no longer used. */
  abstract void giveBack(Message message);

  /**
   * Makes a supply.
   *
   * @param kind the messages' kind
   * @param inUse the largest number of messages in use at once
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
