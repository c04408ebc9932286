package allocpool.service;

import java.nio.ByteBuffer;

/** Writes the heads of responses, without an object for any of them. */
final class ResponseHead {
  /** More than any of them has. */
  static final int MOST = 128;

  private static final byte[] LENGTH = Ascii.bytes("Content-Length: ");
  private static final byte[] CLOSE = Ascii.bytes("\r\nConnection: close");
  private static final byte[] END = Ascii.bytes("\r\n\r\n");

  private ResponseHead() {}

  /**
   * Writes one.
   *
   * @param out has room for {@link #MOST} bytes
   * @param status what the response says
   * @param length of its content, in bytes
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
