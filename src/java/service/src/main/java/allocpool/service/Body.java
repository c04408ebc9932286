package allocpool.service;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.PooledBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * A request's content, in one buffer: as large as the request says, or growing. Without
 * content there is no buffer.
 */
final class Body {
  private static final int FIRST = 4 << 10;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final BufferAllocator buffers;
  private PooledBuffer loan; // null: no content yet
  private ByteBuffer bytes = NOTHING; // of the loan; what comes goes to its position

  Body(BufferAllocator buffers) {
    this.buffers = buffers;
  }

  /** Begins one that will have so many bytes. */
  void expect(int length) {
    if (length > 0) {
      borrow(length);
    }
  }

  private void borrow(int size) {
    loan = buffers.allocate(size);
    bytes = loan.bytes();
  }

  /** Whether all bytes are there that are expected. */
  boolean isFull() {
    return !bytes.hasRemaining();
  }

  /** Takes of the bytes that are there as many as are expected. */
  void take(ByteBuffer input) {
    append(input, Math.min(input.remaining(), bytes.remaining()));
  }

  /**
   * Reads bytes that are expected, past all other buffers.
   *
   * @return how many came, or a negative number at the end of the channel
   */
  int readFrom(ReadableByteChannel channel) throws IOException {
    return channel.read(bytes);
  }

  /** Adds bytes, and makes room for them. */
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

  /** How many bytes are there. */
  int length() {
    return bytes.position();
  }

  /** The content, to be read from position to limit, until {@link #release}. */
  ByteBuffer complete() {
    bytes.flip();
    return bytes;
  }

  /** Gives the buffer back, if there is one. */
  void release() {
    if (loan != null) {
      buffers.release(loan);
      loan = null;
      bytes = NOTHING;
    }
  }
}
