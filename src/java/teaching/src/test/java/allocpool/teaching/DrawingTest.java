package allocpool.teaching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.spencerpark.ijava.runtime.Kernel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Pictures are well-formed, reproducible in any locale, and have a text equivalent. */
class DrawingTest {
  @Test
  void heapsAreDrawnCellByCell() throws Exception {
    FreeListHeap heap = new FreeListHeap(30);
    RandomGraph.fill(heap, new Random(5));
    Document picture = drawn(() -> new HeapDrawing(heap, "A <heap> & \"more\"")
        .worklist(List.of(heap.firstBlock())).pointer("scan", 3));
    assertTrue(picture.getElementsByTagName("rect").getLength() > 30);
    assertTrue(picture.getElementsByTagName("title").item(0).getTextContent()
        .startsWith("A <heap> & \"more\"\n  heap: 1:"));
  }

  @Test
  void bothSemispacesAreDrawnWhileOneIsCopied() throws Exception {
    SemispaceHeap heap = new SemispaceHeap(10);
    int object = heap.allocate('A', 1);
    heap.addRoot("x", object);
    heap.write(11, heap.read(object));
    heap.write(12, 'A');
    heap.write(13, ToyHeap.NULL);
    heap.forward(object, 11);
    HeapDrawing drawing = new HeapDrawing(heap, "Copied").copiedUpTo(14);
    drawn(() -> drawing);
    assertEquals("Copied\n  from-space: 1:moved(11)\n  to-space: 11:A(\u00b7)\n"
        + "  roots: x=1", drawing.text());
  }

  @Test
  void graphsAreDrawn() throws Exception {
    Supplier<GraphDrawing> graph = () -> new GraphDrawing("Graph").root("x", 0, 0)
        .node("A", 1, 0).node("B", 2, 0).group("young", 1, 0, 2, 0)
        .references("x", List.of("A")).references("A", List.of("A", "B"))
        .remembered("B", "A");
    assertEquals(2, drawn(() -> graph.get().alive(List.of("A")))
        .getElementsByTagName("circle").getLength() - 1);
    assertEquals("Graph\n  root x -> A\n  object A -> A, B\n"
        + "  object B -> (remembered) A", graph.get().text());
    assertEquals("there is no object C: there are [x, A, B]",
        assertThrows(IllegalArgumentException.class,
            () -> graph.get().references("A", List.of("C"))).getMessage());
  }

  @Test
  void plotsShowMediansSpreadAndFit() throws Exception {
    Supplier<Plot> plot = () -> new Plot("Plot", "x", "y").point("one", 1, 2, 9, 4)
        .point("one", 2, 5).point("two", 3, 1).fit("one", Fit.line(
            new double[] {1, 2}, new double[] {4, 5}));
    drawn(plot::get);
    assertEquals("Plot\n  x: x\n  y: y, median (smallest to largest)\n  one:\n"
        + "             1: 4 (2 to 9)\n             2: 5 (5 to 5)\n  two:\n"
        + "             3: 1 (1 to 1)", plot.get().text());
    drawn(() -> new Plot("Empty", "x", "y"));
    drawn(() -> new Plot("Zero", "x", "y").point("one", 0, 0).joined());
    drawn(() -> new Plot("Falling", "x", "y").point("one", 0, 9).point("one", 3, 0)
        .point("one", 9, 0)
        .fit("one", Fit.line(new double[] {0, 3}, new double[] {9, 0})));
  }

  @Test
  void aFitStaysInsideTheAxes() throws Exception {
    Document picture = drawn(() -> new Plot("p", "x", "y").point("one", 1, 0)
        .point("one", 2, 10)
        .fit("one", Fit.line(new double[] {1, 2}, new double[] {0, 10})));
    for (int i = 0; i < picture.getElementsByTagName("line").getLength(); i++) {
      for (String name : List.of("y1", "y2")) {
        double y = Double.parseDouble(picture.getElementsByTagName("line").item(i)
            .getAttributes().getNamedItem(name).getNodeValue());
        assertTrue(y >= 49 && y <= 333, name + "=" + y);
      }
    }
  }

  @Test
  void plotsRefuseWhatTheyCannotDraw() {
    Plot plot = new Plot("Plot", "x", "y");
    assertThrows(IllegalArgumentException.class, () -> plot.point("one", 1));
    assertThrows(IllegalArgumentException.class, () -> plot.point("one", -1, 2));
    assertThrows(IllegalArgumentException.class, () -> plot.point("one", 1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> plot.fit("one", null));
    for (String name : List.of("a", "b", "c", "d")) {
      plot.point(name, 1, 1);
    }
    assertEquals("a plot has 4 series at most: e would be one more than [a, b, c, d]",
        assertThrows(IllegalArgumentException.class, () -> plot.point("e", 1, 1))
            .getMessage());
  }

  @Test
  void aHeapTooWideForThePageIsRefused() {
    assertEquals("a row has room for 40 cells, but this heap has 41",
        assertThrows(IllegalArgumentException.class,
            () -> new HeapDrawing(new FreeListHeap(41), "wide")).getMessage());
  }

  @Test
  void tablesEscapeAndAlign() throws Exception {
    Table table = new Table("name", "n").row("a<b", 10).row("c", null);
    parse(table.html());
    assertEquals("name  n\na<b   10\nc     null", table.text());
    assertThrows(IllegalArgumentException.class, () -> table.row("only one"));
  }

  @Test
  void withoutAKernelTheTextIsPrinted() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Display.show(new Table("one"), new Table("two"));
    } finally {
      System.setOut(before);
    }
    assertEquals("one\ntwo", printed.toString(StandardCharsets.UTF_8).trim());
  }

  @Test
  void aKernelGetsHtmlAndText() {
    Kernel.running = true;
    try {
      Display.show(new Table("one"));
    } finally {
      Kernel.running = false;
    }
    Kernel.Data shown = Kernel.DISPLAYED.remove(0);
    assertTrue(shown.html.startsWith("text/html:<div"), shown.html);
    assertTrue(shown.html.contains("<th>one</th>"), shown.html);
    assertEquals("one", shown.text);
  }

  /** Draws twice, the second time in another locale, and parses the picture. */
  private static Document drawn(Supplier<Rich> drawing) throws Exception {
    String first = drawing.get().html();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertEquals(first, drawing.get().html());
    } finally {
      Locale.setDefault(before);
    }
    assertFalse(first.contains("NaN") || first.contains("Infinity"), first);
    assertFalse(first.contains(" id="), "ids would collide on one page");
    assertTrue(first.contains("currentColor"), first);
    return parse(first);
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }
}
