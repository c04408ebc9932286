package allocpool.clock;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * One native clock thread and its handle, stopped exactly once.
 *
 * <p>Holds no reference to its queue, so that a forgotten queue can become unreachable
 * and its clean-up run. All methods may be called by any thread; {@link
 * #stop()} and {@link #longestStallNanos} exclude each other, because the handle is
 * invalid once it is stopped.
 */
final class RunningClock {
  /** Reads a handle's longest stall, in nanoseconds, and resets it on request. */
  interface StallGauge {
    long read(long handle, boolean reset);
  }

  private static final Set<RunningClock> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(
        new Thread(() -> RUNNING.forEach(RunningClock::stop), "clock-shutdown"));
  }

  private final long handle;
  private final StallGauge gauge;
  private final LongConsumer stopper;
  private long longestStall;
  private volatile boolean stopped;

  private RunningClock(long handle, StallGauge gauge, LongConsumer stopper) {
    this.handle = handle;
    this.gauge = gauge;
    this.stopper = stopper;
  }

  static RunningClock start(
      LongSupplier starter, StallGauge gauge, LongConsumer stopper) {
    RunningClock clock = new RunningClock(starter.getAsLong(), gauge, stopper);
    RUNNING.add(clock);
    return clock;
  }

  /** Returns the number of clocks running in this process. */
  static int running() {
    return RUNNING.size();
  }

  boolean stopped() {
    return stopped;
  }

  synchronized long longestStallNanos(boolean reset) {
    if (!stopped) {
      longestStall = gauge.read(handle, reset);
    }
    return longestStall;
  }

  synchronized void stop() {
    if (!stopped) {
      longestStall = gauge.read(handle, false);
      try {
        stopper.accept(handle);
      } finally {
        stopped = true; // last: a thread that sees it can rely on no further writes
        RUNNING.remove(this);
      }
    }
  }
}
