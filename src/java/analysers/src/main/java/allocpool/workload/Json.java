package allocpool.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON object under construction, with its members in insertion order.
 *
 * <p>Forty lines instead of a library: each measurement is a process of its own, and
 * would have to load the library's classes.
 */
final class Json {
  private final Map<String, Object> members = new LinkedHashMap<>();

  /**
   * Adds a member.
   *
   * @param name its name
   * @param value a string, boolean, finite number, object, list of those, or null
   * @return this object
   */
  Json put(String name, Object value) {
    members.put(name, value);
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    write(this, text);
    return text.toString();
  }

  private static void write(Object value, StringBuilder text) {
    if (value instanceof Json) {
      String separator = "{";
      for (Map.Entry<String, Object> member : ((Json) value).members.entrySet()) {
        text.append(separator);
        quote(member.getKey(), text);
        write(member.getValue(), text.append(':'));
        separator = ",";
      }
      text.append(separator.equals("{") ? "{}" : "}");
    } else if (value instanceof List) {
      String separator = "[";
      for (Object element : (List<?>) value) {
        write(element, text.append(separator));
        separator = ",";
      }
      text.append(separator.equals("[") ? "[]" : "]");
    } else if (value instanceof String) {
      quote((String) value, text);
    } else {
      text.append(value); // numbers, booleans and null look the same in Java and JSON
    }
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char character = value.charAt(i);
      if (character == '"' || character == '\\') {
        text.append('\\').append(character);
      } else if (character < ' ' || Character.isSurrogate(character)) {
        text.append(String.format("\\u%04x", (int) character));
      } else {
        text.append(character);
      }
    }
    text.append('"');
  }
}
