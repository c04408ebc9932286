package exercise;

import java.nio.ByteBuffer;

/** A buffer that can be lent: its bytes, and what borrower and allocator note. */
public final class Buffer {
  /** Its bytes, in the heap. */
  public final ByteBuffer bytes;

  /** Only the borrower uses this. */
  public int label;

  /** Only the allocator uses this. */
  Object owner;

  /** Likewise. */
  int mark;

  /** Makes a buffer of {@code capacity} bytes that belongs to no allocator. */
  public Buffer(int capacity) {
    bytes = ByteBuffer.allocate(capacity);
  }
}
