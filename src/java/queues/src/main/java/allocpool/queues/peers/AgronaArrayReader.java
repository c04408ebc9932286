package allocpool.queues.peers;

import allocpool.queues.TickReader;
import java.util.function.Consumer;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/** The reading end of an Agrona queue. */
final class AgronaArrayReader extends DrainedReader implements Consumer<Integer> {
  private final OneToOneConcurrentArrayQueue<Integer> queue;

  private AgronaArrayReader(OneToOneConcurrentArrayQueue<Integer> queue) {
    this.queue = queue;
  }

  static TickReader create(OneToOneConcurrentArrayQueue<Integer> queue) {
    return new AgronaArrayReader(queue);
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
