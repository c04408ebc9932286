package driver;

import exercise.SpscRing;

/** The other thread at a ring. What it throws, {@link #finish} throws again. */
abstract class Other extends Thread {
  final SpscRing ring;
  private volatile boolean wanted = true;
  private Throwable thrown; // Read after its end.

  Other(SpscRing ring) {
    this.ring = ring;
  }

  /** What it does. To be left early when it is not wanted any more. */
  abstract void act() throws Exception;

  @Override
  public final void run() {
    try {
      act();
    } catch (Throwable error) {
      thrown = error;
    }
  }

  /** Whether the main thread still waits for something. */
  final boolean isWanted() {
    return wanted;
  }

  /** Waits for its end, and tells it not to wait for anything. */
  final void finish() throws Exception {
    wanted = false;
    join();
    if (thrown instanceof Error) {
      throw (Error) thrown;
    }
    if (thrown != null) {
      throw (Exception) thrown;
    }
  }
}
