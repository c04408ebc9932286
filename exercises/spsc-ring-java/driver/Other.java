package driver;

import exercise.SpscRing;

/** The other thread at a ring. {@link #finish} rethrows what it throws. */
abstract class Other extends Thread {
  final SpscRing ring;
  private volatile boolean wanted = true;
  private Throwable thrown; // Read after the thread's end.

  Other(SpscRing ring) {
    this.ring = ring;
  }

  /** Does the thread's work. Must return early when it isn't wanted any more. */
  abstract void act() throws Exception;

  @Override
  public final void run() {
    try {
      act();
    } catch (Throwable error) {
      thrown = error;
    }
  }

  /** True while the main thread still waits for something. */
  final boolean isWanted() {
    return wanted;
  }

  /** Tells the thread to stop waiting, and joins it. */
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
