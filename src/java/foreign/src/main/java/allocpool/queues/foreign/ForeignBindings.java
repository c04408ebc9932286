package allocpool.queues.foreign;

import allocpool.queues.Binding;
import allocpool.queues.QueueLibrary;

/**
 * Makes the bindings. The library must be loaded before their classes, which look up its
 * functions at once.
 */
final class ForeignBindings {
  private ForeignBindings() {}

  /**
   * Binds the library with ordinary calls.
   *
   * @throws allocpool.clock.LibraryUnavailableException if it cannot be loaded
   */
  static Binding ordinary() {
    QueueLibrary.load();
    return OrdinaryCalls.create();
  }

  /**
   * Binds the library with critical calls where they are measured.
   *
   * @throws allocpool.clock.LibraryUnavailableException if it cannot be loaded
   */
  static Binding critical() {
    QueueLibrary.load();
    return CriticalCalls.create();
  }
}
