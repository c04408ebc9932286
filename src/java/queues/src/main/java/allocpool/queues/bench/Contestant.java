package allocpool.queues.bench;

import allocpool.queues.Access;
import allocpool.queues.Binding;
import allocpool.queues.Ends;
import allocpool.queues.NativeQueue;
import allocpool.queues.Pace;
import allocpool.queues.QueueKind;
import allocpool.queues.TickSource;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntFunction;

/** A queue to measure, with one binding. Immutable. */
public final class Contestant {
  /** Starts clocks. */
  interface Clock {
    /**
     * Starts a clock whose first tick has the number 0.
     *
     * @param capacity the most ticks that wait
     * @param pace the clock's pace
     * @return the running clock
     */
    TickSource start(int capacity, Pace pace);
  }

  private final Set<Measure> measures;
  private final Clock clock;
  private final IntFunction<Ends> ends; // null: only the reading end is in Java
  private final Binding binding; // null: both ends are in Java

  private Contestant(
      Set<Measure> measures, Clock clock, IntFunction<Ends> ends, Binding binding) {
    this.measures = measures;
    this.clock = clock;
    this.ends = ends;
    this.binding = binding;
  }

  /**
   * Returns a native queue that Java reads in shared memory.
   *
   * @param binding the way to call the library
   * @param kind the queue
   * @return a new contestant
   */
  public static Contestant inMemory(Binding binding, QueueKind kind) {
    return new Contestant(
        EnumSet.of(Measure.INTERVAL, Measure.CONSUME, Measure.SIZE),
        clock(binding, kind, Access.MEMORY), null, binding);
  }

  /**
   * Returns a native queue that Java reads by a call for every tick.
   *
   * @param binding the way to call the library
   * @param kind the queue
   * @return a new contestant
   */
  public static Contestant byCalls(Binding binding, QueueKind kind) {
    return new Contestant(
        EnumSet.of(Measure.INTERVAL, Measure.SIZE, Measure.TAKE, Measure.CALL),
        clock(binding, kind, Access.CALL), null, binding);
  }

  /**
   * Returns a queue with both ends in Java.
   *
   * @param ends makes a queue of at least the given number of ticks
   * @return a new contestant
   */
  public static Contestant inJava(IntFunction<Ends> ends) {
    return new Contestant(
        EnumSet.complementOf(EnumSet.of(Measure.TAKE, Measure.CALL)),
        (capacity, pace) -> new PacedThread(ends.apply(capacity), pace), ends, null);
  }

  private static Clock clock(Binding binding, QueueKind kind, Access access) {
    return (capacity, pace) ->
        NativeQueue.start(binding, kind, access, capacity, pace, 0);
  }

  /** Returns the measures that apply to it. */
  Set<Measure> measures() {
    return measures;
  }

  /** Returns a factory of clocks that write into queues of its kind. */
  Clock clock() {
    return clock;
  }

  /** Makes a queue; only if both ends are in Java. */
  Ends ends(int capacity) {
    return ends.apply(capacity);
  }

  /** Returns the way to call native functions; only if some are native. */
  Binding binding() {
    return binding;
  }
}
