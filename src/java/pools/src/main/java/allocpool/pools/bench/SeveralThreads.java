package allocpool.pools.bench;

import allocpool.pools.Message;
import allocpool.pools.Pool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A pool that all threads use, each releasing the objects it took itself. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SeveralThreads {
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

  // --8<-- [start:shared]
  /** Takes a message out, uses it, and gives it back. */
  @Benchmark
  public void removeUseAndAdd() {
    Message message = messages.take();
    use(message);
    messages.release(message);
  }
  // --8<-- [end:shared]

  /**
   * Stands for a program that the compiler cannot look into.
   *
   * @param message the message to use
   */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public void use(Message message) {
    message.touch();
  }
}
