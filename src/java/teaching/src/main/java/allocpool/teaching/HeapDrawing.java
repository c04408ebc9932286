package allocpool.teaching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Draws a toy heap's current state: a row of cells for each space, references as arrows,
 * roots and a collector's pointers below the cells to which they point.
 *
 * <p>The heap is read when {@link #html} or {@link #text} is called; reads do not count
 * as work.
 */
public final class HeapDrawing implements Rich {
  private static final int MAX_CELLS = 40;
  private static final double CELL = 22;
  private static final double LEFT = 8;
  private static final double ARCS = 40;
  private static final double ROW = ARCS + CELL + 34;
  private static final double TOP = 20;
  private static final double LABEL = 72;

  private final ToyHeap heap;
  private final String caption;
  private final Set<Integer> worklist = new HashSet<>();
  private final Map<String, Integer> pointers = new TreeMap<>();
  private int toSpaceUsed;

  /**
   * Prepares a drawing.
   *
   * @param heap at most 40 cells in each space
   * @param caption a line above the picture: the latest step
   */
  public HeapDrawing(ToyHeap heap, String caption) {
    for (ToyHeap.Space space : heap.spaces()) {
      if (space.end - space.start > MAX_CELLS) {
        throw new IllegalArgumentException("a row has room for " + MAX_CELLS
            + " cells, but this heap has " + (space.end - space.start));
      }
    }
    this.heap = heap;
    this.caption = caption;
  }

  /** Shows these objects as marked, with their fields not yet scanned. */
  public HeapDrawing worklist(Collection<Integer> objects) {
    worklist.addAll(objects);
    return this;
  }

  /** Shows a named pointer of the collector below the cell at this address. */
  public HeapDrawing pointer(String name, int address) {
    pointers.put(name, address);
    return this;
  }

  /** Shows the to-space's objects up to this address; by default, it is empty. */
  public HeapDrawing copiedUpTo(int address) {
    toSpaceUsed = address;
    return this;
  }

  @Override
  public String html() {
    Svg svg = new Svg();
    svg.text(LEFT, 14, caption, "fill", Svg.INK, "font-weight", "bold");
    List<ToyHeap.Space> spaces = heap.spaces();
    int widest = 0;
    for (ToyHeap.Space space : spaces) {
      widest = Math.max(widest, space.end - space.start);
      drawSpace(svg, space);
    }
    for (ToyHeap.Space space : spaces) {
      drawReferences(svg, space);
      drawRoots(svg, space);
    }
    drawPointers(svg);
    double legend = TOP + spaces.size() * ROW + 18;
    drawLegend(svg, legend);
    double width = Math.max(2 * LEFT + widest * CELL + LABEL, 560);
    return svg.finish(width, legend + 8, text());
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(caption);
    for (ToyHeap.Space space : heap.spaces()) {
      text.append("\n  ").append(space.label).append(':');
      for (int block : blocks(space)) {
        text.append(' ').append(block).append(':').append(describe(block));
      }
    }
    text.append("\n  roots:");
    for (int r = 0; r < heap.rootCount(); r++) {
      text.append(' ').append(heap.rootName(r)).append('=')
          .append(heap.root(r) == ToyHeap.NULL ? "null" : heap.root(r));
    }
    pointers.forEach((name, at) -> text.append(' ').append(name).append('=').append(at));
    return text.toString();
  }

  private String describe(int block) {
    int tag = tag(block);
    if (tag == ToyHeap.TAG_FREE) {
      return "free(" + size(block) + ")";
    }
    if (tag == ToyHeap.TAG_FORWARDED) {
      return "moved(" + ToyHeap.sizeIn(heap.peek(block)) + ")";
    }
    List<String> fields = new ArrayList<>();
    for (int a = block + ToyHeap.HEADER_CELLS; a < block + size(block); a++) {
      fields.add(reference(heap.peek(a)));
    }
    String state = "";
    if (worklist.contains(block)) {
      state = "?";
    } else if (tag == ToyHeap.TAG_MARKED) {
      state = "!";
    }
    return ToyHeap.show(heap.peek(block + 1)) + state
        + "(" + String.join(",", fields) + ")";
  }

  private void drawSpace(Svg svg, ToyHeap.Space space) {
    double y = cellTop(space.start);
    int cells = space.end - space.start;
    svg.text(LEFT + cells * CELL + 6, y + 15, space.label, "fill", Svg.INK, "font-style",
        "italic", "opacity", 0.7);
    for (int i = 0; i < cells; i++) {
      svg.element("rect", "x", LEFT + i * CELL, "y", y, "width", CELL, "height", CELL,
          "stroke", Svg.INK, "stroke-opacity", 0.25, "stroke-dasharray", "2 2");
    }
    for (int block : blocks(space)) {
      drawBlock(svg, block, y);
    }
  }

  private void drawBlock(Svg svg, int block, double y) {
    int tag = tag(block);
    int size = size(block);
    double x = left(block);
    svg.text(x + 1, y + CELL + 10, String.valueOf(block), "fill", Svg.INK, "font-size", 9,
        "opacity", 0.7);
    if (tag == ToyHeap.TAG_FREE) {
      svg.element("rect", "x", x, "y", y, "width", size * CELL, "height", CELL, "stroke",
          Svg.INK, "stroke-opacity", 0.6);
      svg.text(x + size * CELL / 2, y + 15, "free " + size, "fill", Svg.INK, "opacity",
          0.6, "font-size", size < 3 ? 9 : 11, "text-anchor", "middle");
      return;
    }
    svg.element("rect", "x", x, "y", y, "width", size * CELL, "height", CELL, "fill",
        colour(block, tag), "fill-opacity", tag == ToyHeap.TAG_OBJECT ? 0.22 : 0.5,
        "stroke", Svg.INK, "stroke-width", 1.5);
    for (int i = 0; i < size; i++) {
      drawCell(svg, block, i, y, tag == ToyHeap.TAG_FORWARDED);
    }
  }

  private void drawCell(Svg svg, int block, int index, double y, boolean moved) {
    int value = heap.peek(block + index);
    String shown = reference(value);
    if (index == 0) {
      shown = moved ? "\u2192" + ToyHeap.sizeIn(value)
          : String.valueOf(ToyHeap.sizeIn(value));
    } else if (index == 1) {
      shown = ToyHeap.show(value);
    }
    svg.text(left(block + index) + CELL / 2, y + 15, shown, "fill", Svg.INK,
        "text-anchor", "middle", "font-weight", index == 1 ? "bold" : "normal",
        "font-size", shown.length() > 2 ? 9 : 11, "opacity",
        moved && index > 0 ? 0.35 : 1);
  }

  private void drawReferences(Svg svg, ToyHeap.Space space) {
    for (int block : blocks(space)) {
      int tag = tag(block);
      if (tag == ToyHeap.TAG_FREE) {
        continue;
      }
      if (tag == ToyHeap.TAG_FORWARDED) {
        arrow(svg, block, ToyHeap.sizeIn(heap.peek(block)), true);
        continue;
      }
      for (int a = block + ToyHeap.HEADER_CELLS; a < block + size(block); a++) {
        if (heap.peek(a) != ToyHeap.NULL) {
          arrow(svg, a, heap.peek(a), false);
        }
      }
    }
  }

  private void arrow(Svg svg, int from, int to, boolean dashed) {
    double x1 = left(from) + CELL / 2;
    double x2 = left(to) + CELL / 2;
    double y1 = cellTop(from);
    double y2 = cellTop(to);
    String dash = dashed ? "4 3" : "none";
    if (y1 == y2) {
      double peak = y1 - 2 * Math.min(ARCS - 12, 10 + Math.abs(x2 - x1) / 9);
      double middle = (x1 + x2) / 2;
      svg.element("path", "d", "M" + Svg.number(x1) + " " + Svg.number(y1) + "Q"
          + Svg.number(middle) + " " + Svg.number(peak) + " " + Svg.number(x2) + " "
          + Svg.number(y2), "stroke", Svg.INK, "opacity", 0.6, "stroke-dasharray", dash);
      svg.head(x2, y2, middle, peak, Svg.INK);
    } else {
      double start = y1 < y2 ? y1 + CELL : y1;
      double end = y1 < y2 ? y2 : y2 + CELL;
      svg.line(x1, start, x2, end, "stroke", Svg.INK, "opacity", 0.5, "stroke-dasharray",
          dash);
      svg.head(x2, end, x1, start, Svg.INK);
    }
  }

  private void drawRoots(Svg svg, ToyHeap.Space space) {
    Map<Integer, String> names = new TreeMap<>();
    for (int r = 0; r < heap.rootCount(); r++) {
      if (heap.root(r) >= space.start && heap.root(r) < space.end) {
        names.merge(heap.root(r), heap.rootName(r), (a, b) -> a + ", " + b);
      }
    }
    names.forEach((object, name) -> label(svg, object, name, Svg.BLUE, 21));
  }

  private void drawPointers(Svg svg) {
    Map<Integer, String> names = new TreeMap<>();
    pointers.forEach((name, at) -> names.merge(at, name, (a, b) -> a + " = " + b));
    names.forEach((at, name) -> label(svg, at, name, Svg.ORANGE, 33));
  }

  private void label(Svg svg, int address, String name, String colour, double below) {
    double x = left(address) + CELL / 2;
    double y = cellTop(address) + CELL + below;
    triangle(svg, x, y, name, colour);
  }

  private void drawLegend(Svg svg, double y) {
    double x = LEFT;
    if (heap instanceof SemispaceHeap) {
      x = square(svg, x, y, "object", Svg.BLUE, 0.22);
      x = square(svg, x, y, "moved: the header holds its new address", "none", 1);
    } else {
      x = square(svg, x, y, "not marked", Svg.BLUE, 0.22);
      x = square(svg, x, y, "marked, on the work list", Svg.ORANGE, 0.5);
      x = square(svg, x, y, "marked, done", Svg.GREEN, 0.5);
    }
    triangle(svg, x + 5, y, "root", Svg.BLUE);
    if (!pointers.isEmpty()) {
      triangle(svg, x + 55, y, "the collector's pointer", Svg.ORANGE);
    }
  }

  private static double square(
      Svg svg, double x, double y, String name, String colour, double opacity) {
    svg.element("rect", "x", x, "y", y - 9, "width", 10, "height", 10, "fill", colour,
        "fill-opacity", opacity, "stroke", Svg.INK);
    svg.text(x + 14, y, name, "fill", Svg.INK, "font-size", 10, "opacity", 0.8);
    return x + 30 + 5.2 * name.length();
  }

  private static void triangle(Svg svg, double x, double y, String name, String colour) {
    svg.element("polygon", "points", Svg.number(x) + "," + Svg.number(y - 8) + " "
        + Svg.number(x - 5) + "," + Svg.number(y) + " " + Svg.number(x + 5) + ","
        + Svg.number(y), "fill", colour);
    svg.text(x + 8, y, name, "fill", Svg.INK, "font-size", 11, "font-style", "italic");
  }

  private String colour(int block, int tag) {
    if (worklist.contains(block)) {
      return Svg.ORANGE;
    }
    if (tag == ToyHeap.TAG_FORWARDED) {
      return "none";
    }
    return tag == ToyHeap.TAG_MARKED ? Svg.GREEN : Svg.BLUE;
  }

  private List<Integer> blocks(ToyHeap.Space space) {
    List<Integer> blocks = new ArrayList<>();
    int end = space.end;
    if (heap instanceof SemispaceHeap) {
      SemispaceHeap two = (SemispaceHeap) heap;
      end = space.start == two.fromSpace() ? two.top() : toSpaceUsed;
    }
    for (int block = space.start; block < end; block += size(block)) {
      blocks.add(block);
    }
    return blocks;
  }

  /** Returns a block's size; for a moved object, its copy's. */
  private int size(int block) {
    int header = heap.peek(block);
    return tag(block) == ToyHeap.TAG_FORWARDED
        ? ToyHeap.sizeIn(heap.peek(ToyHeap.sizeIn(header))) : ToyHeap.sizeIn(header);
  }

  private int tag(int block) {
    return ToyHeap.tagIn(heap.peek(block));
  }

  private static String reference(int target) {
    return target == ToyHeap.NULL ? "\u00b7" : String.valueOf(target);
  }

  private int row(int address) {
    List<ToyHeap.Space> spaces = heap.spaces();
    return spaces.size() > 1 && address >= spaces.get(1).start ? 1 : 0;
  }

  private double left(int address) {
    return LEFT + (address - heap.spaces().get(row(address)).start) * CELL;
  }

  private double cellTop(int address) {
    return TOP + row(address) * ROW + ARCS;
  }
}
