package allocpool.queues;

/**
 * How Java comes by the ticks of a native queue. The ends are made as those of {@link
 * QueueKind} are, so that only one is loaded.
 */
public enum Access {
  /** It reads the memory that it shares with the native thread. */
  MEMORY {
    @Override
    TickReader reader(
        Binding binding, QueueKind kind, int capacity, Block block, long handle) {
      return kind.reader(
          block.words(), which -> binding.offset(kind.number(), which, capacity));
    }
  },
  /** It calls the library for every tick. */
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
