package allocpool.teaching;

import java.util.Locale;

/**
 * Builds one SVG picture. Lines and text have the page's own text colour, so that it is
 * readable on light and dark pages; it has no ids, so that many fit on one page.
 */
final class Svg {
  static final String INK = "currentColor";
  static final String BLUE = "#4c86d8";
  static final String ORANGE = "#d9822b";
  static final String GREEN = "#3c9d6b";
  static final String VIOLET = "#9a6dd7";

  private final StringBuilder body = new StringBuilder();

  /** Adds an element from attributes given as name, value, name, value... */
  Svg element(String name, Object... attributes) {
    open(name, attributes);
    body.append("/>");
    return this;
  }

  /** Adds a line of text. */
  Svg text(double x, double y, String text, Object... attributes) {
    Object[] all = new Object[attributes.length + 4];
    System.arraycopy(new Object[] {"x", x, "y", y}, 0, all, 0, 4);
    System.arraycopy(attributes, 0, all, 4, attributes.length);
    open("text", all);
    body.append('>').append(escape(text)).append("</text>");
    return this;
  }

  /** Adds a straight line. */
  Svg line(double x1, double y1, double x2, double y2, Object... attributes) {
    Object[] all = new Object[attributes.length + 8];
    System.arraycopy(
        new Object[] {"x1", x1, "y1", y1, "x2", x2, "y2", y2}, 0, all, 0, 8);
    System.arraycopy(attributes, 0, all, 8, attributes.length);
    return element("line", all);
  }

  /** Adds an arrowhead at a point, for a line that comes from the given direction. */
  Svg head(double x, double y, double fromX, double fromY, String colour) {
    double angle = Math.atan2(y - fromY, x - fromX);
    double length = 6;
    double spread = 0.45;
    String points = number(x) + "," + number(y);
    for (int side = -1; side <= 1; side += 2) {
      points += " " + number(x - length * Math.cos(angle + side * spread))
          + "," + number(y - length * Math.sin(angle + side * spread));
    }
    return element("polygon", "points", points, "fill", colour);
  }

  /** Returns the finished picture. */
  String finish(double width, double height, String description) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "
        + number(width) + " " + number(height) + "\" width=\"" + number(width)
        + "\" height=\"" + number(height) + "\" fill=\"none\" font-family=\"sans-serif\""
        + " font-size=\"12\" style=\"max-width:100%;height:auto;display:block\">"
        + "<title>" + escape(description) + "</title>" + body + "</svg>";
  }

  /** Formats a number with as few digits as needed, at most three decimals. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
    return text.equals("-0") ? "0" : text;
  }

  /** Escapes text for HTML, SVG and their attributes. */
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private void open(String name, Object... attributes) {
    body.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      String shown = value instanceof Number
          ? number(((Number) value).doubleValue()) : escape(value.toString());
      body.append(' ').append(attributes[i]).append("=\"").append(shown).append('"');
    }
  }
}
