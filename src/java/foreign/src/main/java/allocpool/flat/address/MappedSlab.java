package allocpool.flat.address;

import allocpool.flat.Slab;
import java.util.Objects;
import java.util.Optional;

/**
 * A slab accessed through a segment of all memory. We compare handles with the number of
 * slots ourselves, once per packet; the segment's properties are constants, so calls in
 * the loop do not make the compiler reload them. Java's own check accepts every address;
 * only this one line of ours protects other memory, so it has to be right. Not confined
 * to a thread.
 */
final class MappedSlab extends Slab {
  private final Mapping mapping;
  private final long begin;
  private int slots;

  private MappedSlab(Mapping mapping, int slots) {
    this.mapping = mapping;
    begin = mapping.part((long) slots * STRIDE);
    this.slots = slots;
  }

  /**
   * Allocates memory, and touches all of it.
   *
   * @param slots the number of slots, at least 1
   * @param hugePages whether to try huge pages
   * @return a slab that has them
   * @throws IllegalStateException if the system refuses memory, or the virtual machine
   *     does not allow its use
   */
  static MappedSlab allocate(int slots, boolean hugePages) {
    Mapping.requireNativeAccess();
    long bytes = Mapping.bytes((long) slots * STRIDE);
    return new MappedSlab(Mapping.of(bytes, hugePages), slots);
  }

  /** Returns the first slot's address. */
  long begin() {
    return begin;
  }

  // --8<-- [start:slot]
  private long slot(int handle) {
    return begin + (long) Objects.checkIndex(handle, slots) * STRIDE;
  }

  @Override
  protected void fill(int handle, long r) {
    Slots.fill(slot(handle), r);
  }

  @Override
  protected int parse(int handle) {
    return Slots.parse(slot(handle));
  }
  // --8<-- [end:slot]

  @Override
  protected long touch(int[] handles, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += Slots.first(slot(handles[i]));
    }
    return sum;
  }

  @Override
  protected long word(int handle, int index) {
    return Memory.get(slot(handle) + (long) index * Memory.WORD_BYTES);
  }

  @Override
  protected Optional<String> whySmallPages() {
    return mapping.whySmallPages();
  }

  /** Frees the memory at once; from now on every access fails. */
  @Override
  public void close() {
    slots = 0;
    mapping.close();
  }
}
