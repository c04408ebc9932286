package allocpool.queues;

/**
 * A reading end that calls the native library for every tick, and for every poll that
 * finds none. The library is responsible for all orderings.
 */
final class CallReader extends TickReader {
  private final Binding binding;
  private final long handle;
  private int number;

  private CallReader(Binding binding, long handle) {
    this.binding = binding;
    this.handle = handle;
  }

  static TickReader create(Binding binding, long handle) {
    return new CallReader(binding, handle);
  }

  // --8<-- [start:call]
  @Override
  public int poll() {
    long taken = binding.take(handle);
    number = (int) taken;
    return taken < 0 ? 0 : 1;
  }
  // --8<-- [end:call]

  @Override
  public int get(int index) {
    return number;
  }

  /** {@inheritDoc} Nothing to do: the library has done so already. */
  @Override
  public void release() {}
}
