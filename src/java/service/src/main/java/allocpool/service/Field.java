package allocpool.service;

import java.nio.ByteBuffer;

/**
 * A line of a head, or of trailers: NAME: VALUE (RFC 9112, section 5). Used for one line
 * after the other, as it only remembers where the parts lie.
 */
final class Field {
  private ByteBuffer in;
  private int name;
  private int nameEnd;
  private int value;
  private int valueEnd;

  /**
   * Takes a line apart.
   *
   * @param in where it is, until the next line is read
   * @param from its begin
   * @param to its end
   * @throws RefusedException if it is no field
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

  /** Whether that is its name, in whatever case. */
  boolean isNamed(byte[] lowerCase) {
    return Ascii.names(in, name, nameEnd, lowerCase);
  }

  /** Where its value begins. */
  int value() {
    return value;
  }

  /** Where its value ends. */
  int valueEnd() {
    return valueEnd;
  }
}
