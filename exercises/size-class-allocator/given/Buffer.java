package exercise;

import java.nio.ByteBuffer;

/** A buffer that can be lent: its bytes, and what is to be known of it. */
public final class Buffer {
  /** All of them, in the heap. */
  public final ByteBuffer bytes;

  /** The borrower's, to write what one likes. An allocator leaves it alone. */
  public int label;

  /** The allocator's, to use as it likes. Nobody else reads or writes it. */
  Object owner;

  /** Likewise. */
  int mark;

  /** Makes a buffer that belongs to no allocator, with so many bytes. */
  public Buffer(int capacity) {
    bytes = ByteBuffer.allocate(capacity);
  }
}
