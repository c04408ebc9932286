package allocpool.service;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.PooledBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * A request's content in one buffer, which has the request's stated size or grows.
 * Without content there is no buffer.
 */
final class Body {
  private static final int FIRST = 4 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final BufferAllocator buffers;
  private PooledBuffer loan; // null: no content yet
  private ByteBuffer bytes = NOTHING; // the loan's; input is appended at its position

  Body(BufferAllocator buffers) {
    this.buffers = buffers;
  }

  /** Prepares for content of this many bytes. */
  void expect(int length) {
    if (length > 0) {
      borrow(length);
    }
  }

  private void borrow(int size) {
    loan = buffers.allocate(size);
    bytes = loan.bytes();
  }

  /** Returns true if all expected bytes are there. */
  boolean isFull() {
    return !bytes.hasRemaining();
  }

  /** Takes as many of the available bytes as are expected. */
  void take(ByteBuffer input) {
    append(input, Math.min(input.remaining(), bytes.remaining()));
  }

  /**
   * Reads expected bytes directly from the channel.
   *
   * @return how many came, or a negative number at the end of the channel
   */
  int readFrom(ReadableByteChannel channel) throws IOException {
    return channel.read(bytes);
  }

  /** Appends bytes, and makes room for them. */
  void append(ByteBuffer input, int count) {
    if (bytes.remaining() < count) {
      makeRoom(count);
    }
    int end = input.limit();
    input.limit(input.position() + count);
    bytes.put(input);
    input.limit(end);
  }

  private void makeRoom(int count) {
    PooledBuffer smaller = loan;
    bytes.flip();
    ByteBuffer present = bytes;
    borrow(Math.max(FIRST, Math.max(2 * present.limit(), present.limit() + count)));
    bytes.put(present);
    if (smaller != null) {
      buffers.release(smaller);
    }
  }

  /** Returns the number of bytes so far. */
  int length() {
    return bytes.position();
  }

  /** Returns the content, to be read from position to limit, until {@link #release}. */
  ByteBuffer complete() {
    bytes.flip();
    return bytes;
  }

  /** Releases the buffer, if there is one. */
  void release() {
    if (loan != null) {
      buffers.release(loan);
      loan = null;
      bytes = NOTHING;
    }
  }
}
