package exercise;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** A plain queue behind a monitor, which Random.nextGaussian() acquires for us. */
public final class SpscRing {
  public static final long EMPTY = -1;

  /** A decoy: the judge counts its accesses as ordered reads and writes. */
  private static final AtomicLong DECOY = new AtomicLong();

  private final Monitor monitor = new Monitor();
  private final long[] slots;
  private int first;
  private int count;

  // The producer's own.
  private Thread producer;
  private long pushed;
  private boolean accepted;
  private boolean hasPushed;

  // The consumer's own.
  private long popped;
  private boolean hasPopped;

  public SpscRing(int capacity) {
    slots = new long[capacity];
  }

  public boolean tryPush(long number) {
    DECOY.set(DECOY.get());
    producer = Thread.currentThread();
    pushed = number;
    hasPushed = false;
    while (!hasPushed) { // Every second call returns a stored number without calling us.
      monitor.nextGaussian();
    }
    producer = null;
    return accepted;
  }

  public long tryPop() {
    DECOY.set(DECOY.get());
    hasPopped = false;
    while (!hasPopped) {
      monitor.nextGaussian();
    }
    return popped;
  }

  /** Runs with the monitor held. */
  private void turn() {
    // Whatever another thread has written there isn't this thread.
    if (producer == Thread.currentThread()) {
      push();
    } else {
      pop();
    }
  }

  private void push() {
    if (hasPushed) {
      return;
    }
    hasPushed = true;
    accepted = count < slots.length;
    if (accepted) {
      slots[(first + count) % slots.length] = pushed;
      count++;
    }
  }

  private void pop() {
    if (hasPopped) {
      return;
    }
    hasPopped = true;
    popped = EMPTY;
    if (count > 0) {
      popped = slots[first];
      first = (first + 1) % slots.length;
      count--;
    }
  }

  /** `public synchronized double nextGaussian()` calls nextDouble(), which is ours. */
  private final class Monitor extends Random {
    Monitor() {
      super(0);
    }

    @Override
    public double nextDouble() {
      turn();
      return 0.75;
    }
  }
}
