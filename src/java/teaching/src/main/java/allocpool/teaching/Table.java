package allocpool.teaching;

import java.util.ArrayList;
import java.util.List;

/** A table of text: columns with headings, and rows with as many entries. */
public final class Table implements Rich {
  private final List<List<String>> rows = new ArrayList<>();

  /** Makes a table with only its heading. */
  public Table(String... heading) {
    rows.add(List.of(heading));
  }

  /** Adds a row; entries are formatted by {@link String#valueOf(Object)}. */
  public Table row(Object... entries) {
    if (entries.length != rows.get(0).size()) {
      throw new IllegalArgumentException("the table has " + rows.get(0).size()
          + " columns, but this row has " + entries.length + " entries");
    }
    List<String> row = new ArrayList<>();
    for (Object entry : entries) {
      row.add(String.valueOf(entry));
    }
    rows.add(row);
    return this;
  }

  @Override
  public String html() {
    StringBuilder html = new StringBuilder("<table>");
    for (int i = 0; i < rows.size(); i++) {
      String cell = i == 0 ? "th" : "td";
      html.append("<tr>");
      for (String entry : rows.get(i)) {
        html.append('<').append(cell).append('>').append(Svg.escape(entry)).append("</")
            .append(cell).append('>');
      }
      html.append("</tr>");
    }
    return html.append("</table>").toString();
  }

  @Override
  public String text() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return String.join("\n", lines);
  }
}
