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
import org.openjdk.jmh.infra.Blackhole;

/** A pool that one thread uses. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OneThread {
  /** The pool, by its name in {@link Contestants}. */
  @Param("sticky")
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

  /** Whether the pool has survived collections of the whole heap. */
  @Param("false")
  public boolean old;

  /** The number of repetitions in {@link #removeAndAddRepeatedly}. */
  @Param("1")
  public int repetitions;

  private Pool<Message> messages;

  /** Makes the pool, young or old. */
  @Setup
  public void fill() {
    messages = Contestants.create(pool, capacity, bytes, layout);
    if (old) {
      System.gc();
      System.gc(); // A collector may have to see an object twice before it is old.
    }
  }

  /** Checks that the pool still works. */
  @TearDown
  public void check() {
    Contestants.check(pool, messages);
  }

  // --8<-- [start:one]
  /**
   * Takes a message out and gives it back.
   *
   * @param hole keeps the compiler from removing the message
   */
  @Benchmark
  public void removeAndAddOne(Blackhole hole) {
    Message message = messages.take();
    hole.consume(message);
    messages.release(message);
  }

  /**
   * Takes three out and gives them back, in the order in which they were taken.
   *
   * @param hole keeps the compiler from removing them
   */
  @Benchmark
  public void removeAndAddSeveral(Blackhole hole) {
    Message first = messages.take();
    Message second = messages.take();
    Message third = messages.take();
    hole.consume(first);
    hole.consume(second);
    hole.consume(third);
    messages.release(first);
    messages.release(second);
    messages.release(third);
  }
  // --8<-- [end:one]

  // --8<-- [start:used]
  /** Takes a message out, uses it, and gives it back. */
  @Benchmark
  public void removeUseAndAdd() {
    Message message = messages.take();
    use(message);
    messages.release(message);
  }

  /**
   * Stands for a program. The compiler can't look inside, so it has to assume that
   * anything may have changed in the meantime, including the pool.
   *
   * @param message the message to use
   */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public void use(Message message) {
    message.touch();
  }
  // --8<-- [end:used]

  // --8<-- [start:repeatedly]
  /**
   * Does {@link #removeAndAddOne} several times, as one operation.
   *
   * @param hole keeps the compiler from removing the messages
   */
  @Benchmark
  public void removeAndAddRepeatedly(Blackhole hole) {
    for (int i = 0; i < repetitions; i++) {
      Message message = messages.take();
      hole.consume(message);
      messages.release(message);
    }
  }
  // --8<-- [end:repeatedly]
}
