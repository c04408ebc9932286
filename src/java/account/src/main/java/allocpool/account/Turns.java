package allocpool.account;

import java.util.ArrayDeque;

/**
 * The analyser's turn: a message is filled and queued; the oldest one is read, and one in
 * sixteen of them is kept in place of one that was kept before. Not thread-safe.
 */
final class Turns {
  private static final int PRIME = 1_000_003; // no slot is taken twice in a row
  private static final int SELDOM = 1024;

  private final Supply supply;
  private final boolean linked;
  private final ArrayDeque<Message> queue;
  private final Message[] kept;
  private long number;
  private long sum;
  private Object last;

  /**
   * Makes it with a full queue and a full store.
   *
   * @param kind where messages come from
   * @param queued how many wait, and how many are kept, at least 1
   * @param linked whether what was read is stored into the message, as the analyser does
   */
  Turns(Supply.Kind kind, int queued, boolean linked) {
    this.supply = Supply.of(kind, 2 * queued + 1);
    this.linked = linked;
    queue = new ArrayDeque<>(queued + 2);
    kept = new Message[queued];
    for (int slot = 0; slot < queued; slot++) {
      queue.addLast(next());
      kept[slot] = next();
      read(kept[slot]);
    }
  }

  /** Takes some turns. */
  void take(int turns) {
    for (int turn = 0; turn < turns; turn++) {
      turn();
    }
  }

  private void turn() {
    queue.addLast(next());
    Message oldest = queue.removeFirst();
    Message.Parsed parsed = read(oldest);
    if (parsed.isTcp()) {
      int slot = (int) (number * PRIME % kept.length);
      release(kept[slot]);
      kept[slot] = oldest;
    } else {
      release(oldest);
    }
  }

  private Message next() {
    Message message = supply.take();
    message.fill(number++);
    return message;
  }

  private Message.Parsed read(Message message) {
    Message.Parsed parsed = message.parse();
    sum += parsed.number;
    if (linked) {
      message.parsed = parsed;
    } else if (number % SELDOM == 0) {
      last = parsed; // one path on which it escapes, and it is always allocated
    }
    return parsed;
  }

  private void release(Message message) {
    if (linked) {
      message.parsed = null;
    }
    supply.giveBack(message);
  }

  /** The sum of the numbers of all messages that were read. */
  long sum() {
    return sum;
  }

  /** Something that was read, unless that hangs on its message. */
  Object last() {
    return last;
  }
}
