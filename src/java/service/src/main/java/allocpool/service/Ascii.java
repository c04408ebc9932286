package allocpool.service;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Examines text in a buffer, between two positions, without copying it. */
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

  /** Returns true if a token may contain this character (RFC 9110, section 5.6.2). */
  static boolean isInToken(byte character) {
    return character >= 0 && IN_TOKEN[character];
  }

  /** Returns the end of a token, which is the first other character. */
  static int tokenEnd(ByteBuffer buffer, int from, int to) {
    int end = from;
    while (end < to && isInToken(buffer.get(end))) {
      end++;
    }
    return end;
  }

  /** Returns true for a space or a tab. */
  static boolean isBlank(byte character) {
    return character == ' ' || character == '\t';
  }

  /** Returns true if a field's value may contain it (RFC 9110, section 5.5). */
  static boolean isInValue(byte character) {
    return character < 0 || character >= ' ' && character != 0x7F || character == '\t';
  }

  static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  /** Returns the value of a hexadecimal digit, or -1 if it is none. */
  static int hexadecimal(byte character) {
    return character < 0 ? -1 : Character.digit(character, 16);
  }

  /** Returns true if the buffer has that text between two positions. */
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

  /** Does the same for a name, ignoring case. */
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
