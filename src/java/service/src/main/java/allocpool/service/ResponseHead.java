package allocpool.service;

import java.nio.ByteBuffer;

/** Writes response heads without allocating. */
final class ResponseHead {
  /** An upper bound of a head's size in bytes. */
  static final int MOST = 128;

  private static final byte[] LENGTH = Ascii.bytes("Content-Length: ");
  private static final byte[] CLOSE = Ascii.bytes("\r\nConnection: close");
  private static final byte[] END = Ascii.bytes("\r\n\r\n");

  private ResponseHead() {}

  /**
   * Writes a head.
   *
   * @param out has room for {@link #MOST} bytes
   * @param status the response's status
   * @param length the content's length in bytes
   * @param lasting whether the connection goes on
   */
  static void write(ByteBuffer out, Status status, int length, boolean lasting) {
    status.writeTo(out);
    out.put(LENGTH);
    int power = 1;
    while (length / power > 9) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      out.put((byte) ('0' + length / power % 10));
    }
    if (!lasting) {
      out.put(CLOSE);
    }
    out.put(END);
  }
}
