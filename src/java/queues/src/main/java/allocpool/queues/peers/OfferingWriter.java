package allocpool.queues.peers;

import allocpool.queues.TickWriter;
import java.util.Queue;

/**
 * The writing end of a queue of objects. A tick becomes an {@link Integer}: one
 * allocation per tick, except for the smallest numbers. The only queue of this kind
 * that holds plain numbers is an experimental one in JCTools.
 */
final class OfferingWriter extends TickWriter {
  private final Queue<Integer> queue;

  private OfferingWriter(Queue<Integer> queue) {
    this.queue = queue;
  }

  static TickWriter create(Queue<Integer> queue) {
    return new OfferingWriter(queue);
  }

  @Override
  public int push(int first, int count) {
    int appended = 0;
    while (appended < count && queue.offer(first + appended)) {
      appended++;
    }
    return appended;
  }
}
