package allocpool.service;

import java.nio.ByteBuffer;

/**
 * A line of a head, or of trailers: NAME: VALUE (RFC 9112, section 5). Reused for each
 * line, because it only remembers the positions of the parts.
 */
final class Field {
  private ByteBuffer in;
  private int name;
  private int nameEnd;
  private int value;
  private int valueEnd;

  /**
   * Parses a line.
   *
   * @param in the buffer, unchanged until the next line is read
   * @param from the line's start
   * @param to the line's end
   * @throws RefusedException if it is not a field
   */
  void read(ByteBuffer in, int from, int to) throws RefusedException {
    this.in = in;
    name = from;
    nameEnd = Ascii.tokenEnd(in, from, to);
    if (nameEnd == from || nameEnd == to || in.get(nameEnd) != ':') {
      throw RefusedException.malformed("a field is not NAME: VALUE");
    }
    value = nameEnd + 1;
    valueEnd = to;
    while (value < valueEnd && Ascii.isBlank(in.get(value))) {
      value++;
    }
    while (valueEnd > value && Ascii.isBlank(in.get(valueEnd - 1))) {
      valueEnd--;
    }
    for (int i = value; i < valueEnd; i++) {
      if (!Ascii.isInValue(in.get(i))) {
        throw RefusedException.malformed("a field's value has a control character");
      }
    }
  }

  /** Returns true if it has that name, ignoring case. */
  boolean isNamed(byte[] lowerCase) {
    return Ascii.names(in, name, nameEnd, lowerCase);
  }

  /** Returns the start of its value. */
  int value() {
    return value;
  }

  /** Returns the end of its value. */
  int valueEnd() {
    return valueEnd;
  }
}
