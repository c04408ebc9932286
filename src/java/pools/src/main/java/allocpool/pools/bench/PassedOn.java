package allocpool.pools.bench;

import allocpool.pools.Message;
import allocpool.pools.Pool;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.SpscArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

/**
 * A pool with two threads: one only takes, the other only releases, and a queue passes
 * the messages on. An operation is one message, in either thread.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PassedOn {
  /** Few enough that a pool of the usual size suffices. */
  private static final int ON_THE_WAY = 32;

  /** The pool, by its name in {@link Contestants}. */
  @Param("magazines")
  public String pool;

  /** The number of messages it keeps. */
  @Param("64")
  public int capacity;

  /** The length of a message's body. */
  @Param("64")
  public int bytes;

  /** The messages' layout in memory. */
  @Param("SIDE_BY_SIDE")
  public Layout layout;

  private final SpscArrayQueue<Message> ring = new SpscArrayQueue<>(ON_THE_WAY);
  private Pool<Message> messages;

  /** Makes the pool. */
  @Setup
  public void fill() {
    messages = Contestants.create(pool, capacity, bytes, layout);
  }

  /** Checks that the pool still works. */
  @TearDown
  public void check() {
    Contestants.check(pool, messages);
  }

  // --8<-- [start:passed-on]
  /**
   * Takes a message, uses it, and passes it on.
   *
   * @param control tells when the other thread may be gone
   */
  @Benchmark
  @Group("passedOn")
  @GroupThreads(1)
  public void source(Control control) {
    Message message = messages.take();
    message.touch();
    while (!ring.offer(message)) {
      if (control.stopMeasurement) {
        messages.release(message);
        return;
      }
      Thread.onSpinWait();
    }
  }

  /**
   * Gets a message, uses it, and gives it back.
   *
   * @param control tells when the other thread may be gone
   */
  @Benchmark
  @Group("passedOn")
  @GroupThreads(1)
  public void sink(Control control) {
    Message message = ring.poll();
    while (message == null) {
      if (control.stopMeasurement) {
        return;
      }
      Thread.onSpinWait();
      message = ring.poll();
    }
    message.touch();
    messages.release(message);
  }
  // --8<-- [end:passed-on]
}
