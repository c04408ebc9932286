package allocpool.account;

import java.nio.ByteBuffer;

/** The analyser's packet: an object, its buffer, and the buffer's array. */
final class Message {
  /** The size of the analyser's packets, in bytes. */
  static final int BYTES = 1024;

  /** The size of the header that is written and read, in bytes. */
  static final int HEADER = 24;

  private static final int TCP_ONE_IN = 16;

  final ByteBuffer buffer;
  Object parsed;

  Message(int bytes) {
    buffer = ByteBuffer.allocate(bytes);
  }

  /** Overwrites the header with a numbered packet's. */
  void fill(long number) {
    buffer.putLong(0, number);
    buffer.putLong(8, number >>> 4);
    buffer.putLong(16, number >>> 28);
  }

  /**
   * Reads the header.
   *
   * @return a new object about as large as the result of the analyser's parser
   */
  Parsed parse() {
    return new Parsed(buffer);
  }

  /** The fields parsed from a packet. */
  static final class Parsed {
    final long number;
    final long[] fields;
    final ByteBuffer payload;

    private Parsed(ByteBuffer buffer) {
      number = buffer.getLong(0);
      fields = new long[] {
        buffer.getLong(8), buffer.getLong(16), 0, 0, 0, 0, 0, 0
      };
      payload = buffer.asReadOnlyBuffer();
    }

    boolean isTcp() {
      return number % TCP_ONE_IN == 0;
    }
  }
}
