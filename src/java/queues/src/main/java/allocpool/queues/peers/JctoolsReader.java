package allocpool.queues.peers;

import allocpool.queues.TickReader;
import org.jctools.queues.MessagePassingQueue;

/** The reading end of a JCTools queue. */
final class JctoolsReader extends DrainedReader
    implements MessagePassingQueue.Consumer<Integer> {
  private final MessagePassingQueue<Integer> queue;

  private JctoolsReader(MessagePassingQueue<Integer> queue) {
    this.queue = queue;
  }

  static TickReader create(MessagePassingQueue<Integer> queue) {
    return new JctoolsReader(queue);
  }

  @Override
  int drain() {
    return queue.drain(this, MOST);
  }

  @Override
  public void accept(Integer number) {
    keep(number);
  }
}
