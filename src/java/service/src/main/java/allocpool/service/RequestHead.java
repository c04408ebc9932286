package allocpool.service;

import java.nio.ByteBuffer;

/**
 * A request's head, reduced to the parts that decide how the request goes on. It follows
 * RFC 9112. Where that leaves a choice, it rejects anything that another server might
 * interpret differently.
 */
final class RequestHead {
  private static final byte[] GET = Ascii.bytes("GET");
  private static final byte[] POST = Ascii.bytes("POST");
  private static final byte[] PUT = Ascii.bytes("PUT");
  private static final byte[] HTTP = Ascii.bytes("HTTP/");
  private static final byte[] HTTP_1_0 = Ascii.bytes("HTTP/1.0");
  private static final byte[] HTTP_1_1 = Ascii.bytes("HTTP/1.1");
  private static final byte[] CONTENT_LENGTH = Ascii.bytes("content-length");
  private static final byte[] TRANSFER_ENCODING = Ascii.bytes("transfer-encoding");
  private static final byte[] CHUNKED = Ascii.bytes("chunked");
  private static final byte[] CONNECTION = Ascii.bytes("connection");
  private static final byte[] CLOSE = Ascii.bytes("close");
  private static final byte[] HOST = Ascii.bytes("host");
  private static final byte[] EXPECT = Ascii.bytes("expect");

  private static final int UNKNOWN = -1;

  private final LineReader lines = new LineReader();
  private final Field field = new Field();
  private boolean begun;
  private boolean recent; // HTTP/1.1, not 1.0
  private boolean closes;
  private boolean chunked;
  private int contentLength;
  private int hosts;

  RequestHead() {
    next();
  }

  /** Resets the state, for the next request. */
  void next() {
    lines.allow(Limits.HEAD);
    begun = false;
    recent = false;
    closes = false;
    chunked = false;
    contentLength = UNKNOWN;
    hosts = 0;
  }

  // --8<-- [start:read-head]
  /**
   * Reads as many lines as are available.
   *
   * @param input its position is where the last call left it
   * @return true if the head is complete; the content begins at the buffer's position
   * @throws RefusedException if the request cannot be served
   */
  boolean read(ByteBuffer input) throws RefusedException {
    while (lines.next(input)) {
      if (!lines.isEmpty()) {
        readLine(input, lines.from(), lines.to());
      } else if (begun) { // empty lines before a request are ignored
        check();
        return true;
      }
    }
    return false;
  }
  // --8<-- [end:read-head]

  private void readLine(ByteBuffer in, int from, int to) throws RefusedException {
    if (begun) {
      readField(in, from, to);
    } else {
      begun = true;
      readRequestLine(in, from, to);
    }
  }

  /** Reads METHOD SPACE TARGET SPACE VERSION; the target may be any text. */
  private void readRequestLine(ByteBuffer in, int from, int to) throws RefusedException {
    int methodEnd = Ascii.tokenEnd(in, from, to);
    int target = methodEnd + 1;
    int targetEnd = target;
    while (targetEnd < to && in.get(targetEnd) > ' ' && in.get(targetEnd) != 0x7F) {
      targetEnd++;
    }
    int version = targetEnd + 1;
    if (methodEnd == from || targetEnd <= target || version > to
        || in.get(methodEnd) != ' ' || in.get(targetEnd) != ' ') {
      throw RefusedException.malformed("its first line is not METHOD TARGET VERSION");
    }
    readVersion(in, version, to);
    if (!Ascii.matches(in, from, methodEnd, GET)
        && !Ascii.matches(in, from, methodEnd, POST)
        && !Ascii.matches(in, from, methodEnd, PUT)) {
      throw new RefusedException(
          Status.NOT_IMPLEMENTED, "its method is none of GET, POST, PUT");
    }
  }

  private void readVersion(ByteBuffer in, int from, int to) throws RefusedException {
    recent = Ascii.matches(in, from, to, HTTP_1_1);
    if (recent || Ascii.matches(in, from, to, HTTP_1_0)) {
      return;
    }
    if (to - from != HTTP_1_1.length || !Ascii.matches(in, from, from + 5, HTTP)
        || !Ascii.isDigit(in.get(from + 5)) || in.get(from + 6) != '.'
        || !Ascii.isDigit(in.get(from + 7))) {
      throw RefusedException.malformed("its first line is not METHOD TARGET VERSION");
    }
    throw new RefusedException(
        Status.VERSION_NOT_SUPPORTED, "its version is none of HTTP/1.0, HTTP/1.1");
  }

  private void readField(ByteBuffer in, int from, int to) throws RefusedException {
    field.read(in, from, to);
    if (field.isNamed(CONTENT_LENGTH)) {
      readContentLength(in, field.value(), field.valueEnd());
    } else if (field.isNamed(TRANSFER_ENCODING)) {
      readTransferEncoding(in, field.value(), field.valueEnd());
    } else if (field.isNamed(CONNECTION)) {
      closes |= lists(in, field.value(), field.valueEnd(), CLOSE);
    } else if (field.isNamed(HOST)) {
      hosts++;
    } else if (recent && field.isNamed(EXPECT)) { // RFC 9110, 10.1.1: in 1.0, ignored
      throw new RefusedException(
          Status.EXPECTATION_FAILED, "it waits for leave to send its content");
    }
  }

  private void readContentLength(ByteBuffer in, int from, int to)
      throws RefusedException {
    if (contentLength != UNKNOWN || from == to) {
      throw RefusedException.malformed("its length is not told once");
    }
    int length = 0;
    for (int i = from; i < to; i++) {
      if (!Ascii.isDigit(in.get(i))) {
        throw RefusedException.malformed("its length is no number");
      }
      int more = 10 * length + in.get(i) - '0';
      length = Math.min(more, Limits.CONTENT + 1); // saturate above the limit
    }
    if (length > Limits.CONTENT) {
      throw tooLarge();
    }
    contentLength = length;
  }

  static RefusedException tooLarge() {
    return new RefusedException(
        Status.CONTENT_TOO_LARGE, "it has more than " + Limits.CONTENT + " bytes");
  }

  private void readTransferEncoding(ByteBuffer in, int from, int to)
      throws RefusedException {
    if (chunked || !Ascii.names(in, from, to, CHUNKED)) {
      throw new RefusedException(
          Status.NOT_IMPLEMENTED, "its transfer coding is not chunked, once");
    }
    chunked = true;
  }

  /** Checks the combination of fields. */
  private void check() throws RefusedException {
    if (chunked && (contentLength != UNKNOWN || !recent)) {
      throw RefusedException.malformed("it is chunked, and should not be");
    }
    if (recent && hosts != 1) {
      throw RefusedException.malformed("its host is not told once");
    }
  }

  /** Returns true if a comma-separated list has this member. */
  private static boolean lists(ByteBuffer in, int from, int to, byte[] member) {
    int at = from;
    while (at < to) {
      int end = Ascii.tokenEnd(in, at, to);
      if (Ascii.names(in, at, end, member)) {
        return true;
      }
      at = end + 1; // skips a comma, a blank, or an invalid character
    }
    return false;
  }

  /** Returns its content's length in bytes, 0 to {@link Limits#CONTENT}; 0 if chunked. */
  int contentLength() {
    return contentLength == UNKNOWN ? 0 : contentLength;
  }

  boolean isChunked() {
    return chunked;
  }

  /** Returns true if another request may follow; never after HTTP/1.0. */
  boolean keepsAlive() {
    return recent && !closes;
  }
}
