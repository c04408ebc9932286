package allocpool.queues;

/**
 * The ways in which Java can read a native queue's ticks. As in {@link QueueKind}, static
 * methods make the reading ends, so that only one class of them is loaded.
 */
public enum Access {
  /** Reads the memory shared with the native thread. */
  MEMORY {
    @Override
    TickReader reader(
        Binding binding, QueueKind kind, int capacity, Block block, long handle) {
      return kind.reader(
          block.words(), which -> binding.offset(kind.number(), which, capacity));
    }
  },
  /** Calls the library for every tick. */
  CALL {
    @Override
    TickReader reader(
        Binding binding, QueueKind kind, int capacity, Block block, long handle) {
      return CallReader.create(binding, handle);
    }
  };

  abstract TickReader reader(
      Binding binding, QueueKind kind, int capacity, Block block, long handle);
}
