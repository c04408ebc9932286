package allocpool.queues;

import allocpool.clock.NativeLibrary;

/** The native library {@code queues}, to be loaded before a {@link Binding} is made. */
public final class QueueLibrary {
  private QueueLibrary() {}

  /**
   * Loads the library; a second call has no effect.
   *
   * @throws allocpool.clock.LibraryUnavailableException if it is missing or does not fit
   *     this machine
   */
  public static void load() {
    NativeLibrary.load("queues", "queue");
  }
}
