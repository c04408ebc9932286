package allocpool.gclog;

/** Extracts a line that a logging agent has put into a JSON string. */
final class JsonText {
  private JsonText() {}

  /**
   * Reads the rest of a string.
   *
   * @param text begins within a string; its closing quote may be missing
   * @return the text up to the quote, or to an escaped end of line, unescaped
   */
  static String untilQuote(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char at = text.charAt(i);
      if (at == '"') {
        break;
      }
      if (at == '\\' && i + 1 < text.length()) {
        at = text.charAt(++i);
        if (at == 'n' || at == 'r') {
          break;
        }
        if (at == 'u' && i + 4 < text.length()) {
          at = (char) hexadecimal(text, i + 1);
          i += 4;
        }
      }
      result.append(at);
    }
    return result.toString();
  }

  private static int hexadecimal(String text, int from) {
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      value = value * 16 + Math.max(0, Character.digit(text.charAt(i), 16));
    }
    return value;
  }
}
