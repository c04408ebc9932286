package exercise;

import java.nio.ByteBuffer;

/** A buffer that can be lent: its bytes, and notes of borrower and allocator. */
public final class Buffer {
  /** Its bytes, on the heap. */
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
