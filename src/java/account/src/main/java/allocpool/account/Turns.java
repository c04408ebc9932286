package allocpool.account;

import java.util.ArrayDeque;

/**
 * The analyser's turn: fill and queue a message, then read the oldest one; one in sixteen
 * replaces a kept message. Not thread-safe.
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
   * Fills the queue and the store.
   *
   * @param kind the messages' source
   * @param queued the number of queued messages and of kept ones, at least 1
   * @param linked whether to store the parsed fields in the message, as the analyser does
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

  /** Takes a number of turns. */
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
      last = parsed; // it escapes on this path, so it is always allocated
    }
    return parsed;
  }

  private void release(Message message) {
    if (linked) {
      message.parsed = null;
    }
    supply.giveBack(message);
  }

  /** Returns the sum of the numbers of all messages read. */
  long sum() {
    return sum;
  }

  /** Returns a recent parsed object, unless those are linked to their messages. */
  Object last() {
    return last;
  }
}
