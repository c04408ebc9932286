package allocpool.teaching;

/**
 * Shows pictures and tables from a notebook's cell on any Java kernel, and prints their
 * text if there is none.
 */
public final class Display {
  private Display() {}

  /** Shows one or more parts below each other, as one output. */
  public static void show(Rich... parts) {
    StringBuilder html = new StringBuilder();
    StringBuilder text = new StringBuilder();
    for (Rich part : parts) {
      html.append("<div style=\"margin:0.6em 0;overflow-x:auto\">").append(part.html())
          .append("</div>");
      text.append(text.length() == 0 ? "" : "\n").append(part.text());
    }
    if (!NotebookKernel.publish(html.toString(), text.toString())) {
      System.out.println(text);
    }
  }
}
