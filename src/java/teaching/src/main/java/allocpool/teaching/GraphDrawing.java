package allocpool.teaching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Draws objects as circles, roots as boxes and references as arrows, on a grid of columns
 * and rows that count from 0. Live objects are filled, dead ones have a dashed outline;
 * before {@link #alive} is called, all outlines are solid.
 */
public final class GraphDrawing implements Rich {
  private static final double COLUMN = 84;
  private static final double ROW = 62;
  private static final double RADIUS = 17;
  private static final double TOP = 24;

  private final String caption;
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final List<String[]> edges = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final Set<String> alive = new HashSet<>();
  private boolean judged;

  private static final class Node {
    final double x;
    final double y;
    final boolean root;

    Node(double column, double row, boolean root) {
      x = (column + 0.6) * COLUMN;
      y = TOP + (row + 0.6) * ROW;
      this.root = root;
    }
  }

  private static final class Group {
    final String name;
    final Node first;
    final Node last;

    Group(String name, Node first, Node last) {
      this.name = name;
      this.first = first;
      this.last = last;
    }
  }

  /** Prepares an empty picture with a caption above it. */
  public GraphDrawing(String caption) {
    this.caption = caption;
  }

  /** Adds a root: a variable of the program. */
  public GraphDrawing root(String name, double column, double row) {
    nodes.put(name, new Node(column, row, true));
    return this;
  }

  /** Adds an object. */
  public GraphDrawing node(String name, double column, double row) {
    nodes.put(name, new Node(column, row, false));
    return this;
  }

  /** Adds the references of one root or object to objects that were added before. */
  public GraphDrawing references(String from, Collection<String> to) {
    for (String target : to) {
      edges.add(new String[] {known(from), known(target), ""});
    }
    return this;
  }

  /** Adds an entry of a remembered set: a dashed arrow. */
  public GraphDrawing remembered(String from, String to) {
    edges.add(new String[] {known(from), known(to), "remembered"});
    return this;
  }

  /** Draws a frame with a name around part of the grid, both corners included. */
  public GraphDrawing group(
      String name, double column, double row, double lastColumn, double lastRow) {
    groups.add(new Group(
        name, new Node(column, row, false), new Node(lastColumn, lastRow, false)));
    return this;
  }

  /** Sets the live objects. */
  public GraphDrawing alive(Collection<String> names) {
    judged = true;
    for (String name : names) {
      alive.add(known(name));
    }
    return this;
  }

  @Override
  public String html() {
    Svg svg = new Svg();
    svg.text(8, 14, caption, "fill", Svg.INK, "font-weight", "bold");
    double width = 8 + 7 * caption.length();
    double height = TOP;
    for (Group group : groups) {
      draw(svg, group);
      width = Math.max(width, group.last.x + COLUMN * 0.5 + 4);
      height = Math.max(height, group.last.y + ROW * 0.5 + 4);
    }
    for (String[] edge : edges) {
      draw(svg, nodes.get(edge[0]), nodes.get(edge[1]), edge[2].isEmpty());
    }
    for (Map.Entry<String, Node> entry : nodes.entrySet()) {
      draw(svg, entry.getKey(), entry.getValue());
      width = Math.max(width, entry.getValue().x + COLUMN / 2);
      height = Math.max(height, entry.getValue().y + ROW / 2);
    }
    return svg.finish(width, height, text());
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(caption);
    for (Map.Entry<String, Node> entry : nodes.entrySet()) {
      String name = entry.getKey();
      List<String> targets = new ArrayList<>();
      for (String[] edge : edges) {
        if (edge[0].equals(name)) {
          targets.add(edge[2].isEmpty() ? edge[1] : "(remembered) " + edge[1]);
        }
      }
      String kind = judged ? "garbage " : "object ";
      if (entry.getValue().root) {
        kind = "root ";
      } else if (alive.contains(name)) {
        kind = "alive ";
      }
      text.append("\n  ").append(kind).append(name).append(" -> ")
          .append(targets.isEmpty() ? "nothing" : String.join(", ", targets));
    }
    return text.toString();
  }

  private void draw(Svg svg, Group group) {
    double x = group.first.x - COLUMN / 2;
    double y = group.first.y - ROW / 2;
    svg.element("rect", "x", x, "y", y, "width", group.last.x + COLUMN / 2 - x, "height",
        group.last.y + ROW / 2 - y, "rx", 8, "stroke", Svg.INK, "stroke-opacity", 0.5,
        "fill", Svg.INK, "fill-opacity", 0.04);
    svg.text(x + 8, y + 14, group.name, "fill", Svg.INK, "font-style", "italic",
        "opacity", 0.8);
  }

  private void draw(Svg svg, String name, Node node) {
    if (node.root) {
      svg.element("rect", "x", node.x - 22, "y", node.y - 13, "width", 44, "height", 26,
          "rx", 5, "fill", Svg.BLUE, "fill-opacity", 0.3, "stroke", Svg.INK);
    } else {
      boolean lives = alive.contains(name);
      svg.element("circle", "cx", node.x, "cy", node.y, "r", RADIUS, "fill",
          lives ? Svg.GREEN : "none", "fill-opacity", 0.5, "stroke", Svg.INK,
          "stroke-dasharray", lives || !judged ? "none" : "3 3");
    }
    svg.text(node.x, node.y + 4, name, "fill", Svg.INK, "text-anchor", "middle");
  }

  private void draw(Svg svg, Node from, Node to, boolean solid) {
    if (from == to) {
      svg.element("circle", "cx", from.x, "cy", from.y - RADIUS - 6, "r", 8, "stroke",
          Svg.INK, "opacity", 0.7);
      return;
    }
    double distance = Math.hypot(to.x - from.x, to.y - from.y);
    double dx = (to.x - from.x) / distance;
    double dy = (to.y - from.y) / distance;
    double start = from.root ? 23 : RADIUS + 1;
    double endX = to.x - dx * (RADIUS + 2);
    double endY = to.y - dy * (RADIUS + 2);
    // Slightly to its right, so that a pair of opposite references shows as two arrows.
    double aside = 3;
    String colour = solid ? Svg.INK : Svg.ORANGE;
    svg.line(from.x + dx * start - dy * aside, from.y + dy * start + dx * aside,
        endX - dy * aside, endY + dx * aside, "stroke", colour, "stroke-width",
        solid ? 1.2 : 2, "stroke-dasharray", solid ? "none" : "5 3");
    svg.head(endX - dy * aside, endY + dx * aside, from.x - dy * aside,
        from.y + dx * aside, colour);
  }

  private String known(String name) {
    if (!nodes.containsKey(name)) {
      throw new IllegalArgumentException(
          "there is no object " + name + ": there are " + nodes.keySet());
    }
    return name;
  }
}
