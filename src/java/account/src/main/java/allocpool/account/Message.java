package allocpool.account;

import java.nio.ByteBuffer;

/** A packet as the analyser has it: an object, its buffer, and the buffer's array. */
final class Message {
  /** The bytes of the analyser's packets. */
  static final int BYTES = 1024;

  /** As many as the header takes that is written and read. */
  static final int HEADER = 24;

  private static final int TCP_ONE_IN = 16;

  final ByteBuffer buffer;
  Object parsed;

  Message(int bytes) {
    buffer = ByteBuffer.allocate(bytes);
  }

  /** Overwrites the header with that of a numbered packet. */
  void fill(long number) {
    buffer.putLong(0, number);
    buffer.putLong(8, number >>> 4);
    buffer.putLong(16, number >>> 28);
  }

  /**
   * Reads the header.
   *
   * @return a new object of about the weight of what the analyser's parser makes of it
   */
  Parsed parse() {
    return new Parsed(buffer);
  }

  /** What was read of a packet. */
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
