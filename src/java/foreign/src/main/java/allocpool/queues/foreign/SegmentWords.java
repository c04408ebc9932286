package allocpool.queues.foreign;

import allocpool.queues.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Words of a memory segment, in native byte order. */
final class SegmentWords extends Words {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment memory;

  private SegmentWords(MemorySegment memory) {
    this.memory = memory;
  }

  /**
   * Wraps a segment as words.
   *
   * @param memory a native segment whose address is a multiple of eight
   * @return its words
   */
  static Words of(MemorySegment memory) {
    return new SegmentWords(memory);
  }

  @Override
  public int get(int offset) {
    return (int) INT.get(memory, (long) offset);
  }

  @Override
  public void set(int offset, int value) {
    INT.set(memory, (long) offset, value);
  }

  @Override
  public int getAcquire(int offset) {
    return (int) INT.getAcquire(memory, (long) offset);
  }

  @Override
  public void setRelease(int offset, int value) {
    INT.setRelease(memory, (long) offset, value);
  }

  @Override
  public long getLongAcquire(int offset) {
    return (long) LONG.getAcquire(memory, (long) offset);
  }

  @Override
  public void setLongRelease(int offset, long value) {
    LONG.setRelease(memory, (long) offset, value);
  }
}
