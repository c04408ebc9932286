package allocpool.service;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Looks at text where it lies: in a buffer, between two places, without copying it. */
final class Ascii {
  private static final boolean[] IN_TOKEN = new boolean[128];

  static {
    for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
      IN_TOKEN[c] = true;
    }
    for (char c = '0'; c <= '9'; c++) {
      IN_TOKEN[c] = true;
    }
    for (char c = 'a'; c <= 'z'; c++) {
      IN_TOKEN[c] = true;
      IN_TOKEN[c - 'a' + 'A'] = true;
    }
  }

  private Ascii() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether a name may have this character (RFC 9110, section 5.6.2). */
  static boolean isInToken(byte character) {
    return character >= 0 && IN_TOKEN[character];
  }

  /** Where the name that begins at a place ends: before what it may not have. */
  static int tokenEnd(ByteBuffer buffer, int from, int to) {
    int end = from;
    while (end < to && isInToken(buffer.get(end))) {
      end++;
    }
    return end;
  }

  /** Whether it is a space or a tabulator. */
  static boolean isBlank(byte character) {
    return character == ' ' || character == '\t';
  }

  /** Whether a field's value may have this character (RFC 9110, section 5.5). */
  static boolean isInValue(byte character) {
    return character < 0 || character >= ' ' && character != 0x7F || character == '\t';
  }

  static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  /** The value of a hexadecimal digit, or -1 if it is none. */
  static int hexadecimal(byte character) {
    return character < 0 ? -1 : Character.digit(character, 16);
  }

  /** Whether the buffer has that text between two places. */
  static boolean matches(ByteBuffer buffer, int from, int to, byte[] text) {
    if (to - from != text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (buffer.get(from + i) != text[i]) {
        return false;
      }
    }
    return true;
  }

  /** The same for a name whose letters may be of either case. */
  static boolean names(ByteBuffer buffer, int from, int to, byte[] lowerCase) {
    if (to - from != lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      byte character = buffer.get(from + i);
      boolean isUpper = character >= 'A' && character <= 'Z';
      if ((isUpper ? character - 'A' + 'a' : character) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }
}
