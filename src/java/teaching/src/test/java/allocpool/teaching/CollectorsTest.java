package allocpool.teaching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The two collectors are written in the notebook, where readers see and change them;
 * these tests extract that code and run it.
 */
public class CollectorsTest {
  private static final Path NOTEBOOK =
      Path.of("../../../notebooks/03-gc-theory.ipynb");
  private static final int HEAPS = 400;

  /** Set by the notebook's code. */
  public static Consumer<FreeListHeap> markSweep;

  /** Set by the notebook's code. */
  public static Consumer<SemispaceHeap> copying;

  @BeforeAll
  static void evaluate() throws Exception {
    JsonNode notebook = new ObjectMapper().readTree(NOTEBOOK.toFile());
    // In this JVM, so that the notebook's classes work on this test's objects.
    try (JShell shell = JShell.builder().executionEngine("local").build()) {
      for (Class<?> known : List.of(ToyHeap.class, CollectorsTest.class)) {
        shell.addToClasspath(Path.of(
            known.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString());
      }
      String field = CollectorsTest.class.getName() + ".";
      for (String source : List.of(
          "import allocpool.teaching.*;", "import java.util.*;",
          cell(notebook, "mark-sweep"), cell(notebook, "copying"),
          field + "markSweep = heap -> new MarkSweep(heap).collect();",
          field + "copying = heap -> new Cheney(heap).collect();")) {
        for (SnippetEvent event : shell.eval(source)) {
          assertEquals(Snippet.Status.VALID, event.status(), source);
        }
      }
    }
  }

  @Test
  void markSweepKeepsWhatIsReachableAndNothingElse() {
    assertTrue(CollectorCheck.markSweep(markSweep, HEAPS).startsWith(HEAPS + " random"));
  }

  @Test
  void copyingKeepsWhatIsReachableAndNothingElse() {
    assertTrue(CollectorCheck.copying(copying, HEAPS).startsWith(HEAPS + " random"));
  }

  @Test
  void cyclesAndSharedObjectsSurviveAtTheirPlace() {
    FreeListHeap heap = new FreeListHeap(20);
    build(heap);
    String before = Reachable.describe(heap);
    assertEquals("x=1 y=2 1:A(2,1) 2:B(1)", before);
    markSweep.accept(heap);
    assertEquals(before, Reachable.describe(heap));
    assertEquals(13, heap.freeCells());
    assertEquals(1, heap.root(0));
  }

  @Test
  void copyingCompacts() {
    SemispaceHeap heap = new SemispaceHeap(20);
    build(heap);
    String before = Reachable.describe(heap);
    copying.accept(heap);
    assertEquals(before, Reachable.describe(heap));
    assertEquals(21, heap.root(0));
    assertEquals(25, heap.root(1));
    assertEquals(28, heap.allocate('D', 0));
  }

  @Test
  void whatFragmentationRefusesCompactionGrants() {
    FreeListHeap swept = new FreeListHeap(11);
    SemispaceHeap copied = new SemispaceHeap(11);
    for (ToyHeap heap : List.of(swept, copied)) {
      heap.allocate('A', 2);
      int live = heap.allocate('B', 0);
      heap.allocate('C', 3);
      heap.addRoot("x", live);
    }
    markSweep.accept(swept);
    copying.accept(copied);
    assertEquals(9, swept.freeCells());
    assertEquals(9, copied.freeCells());
    assertThrows(ToyOutOfMemoryError.class, () -> swept.allocate('D', 5));
    assertEquals(14, copied.allocate('D', 5));
  }

  @Test
  void copyingPaysNothingForGarbageAndMarkSweepDoes() {
    for (int garbage : new int[] {100, 1000}) {
      FreeListHeap swept = new FreeListHeap(4 * (garbage + 50));
      SemispaceHeap copied = new SemispaceHeap(4 * (garbage + 50));
      for (ToyHeap heap : List.of(swept, copied)) {
        RandomGraph.fill(heap, garbage + 50, 50, new Random(7));
        heap.resetAccesses();
      }
      markSweep.accept(swept);
      copying.accept(copied);
      assertTrue(swept.accesses() > 3L * garbage, "" + swept.accesses());
      assertTrue(copied.accesses() < 50 * 25, "" + copied.accesses());
    }
  }

  @Test
  void theCheckFindsWhatABrokenCollectorDoes() {
    assertBroken("cells are not in use", () -> CollectorCheck.markSweep(heap -> { }, 9));
    assertBroken("cells are not in use", () -> CollectorCheck.copying(heap -> { }, 9));
    assertBroken("is still marked", () -> CollectorCheck.markSweep(heap -> {
      markSweep.accept(heap);
      heap.setMark(heap.firstBlock());
    }, 9));
    assertBroken("the program saw", () -> CollectorCheck.copying(heap -> {
      copying.accept(heap);
      heap.setRoot(0, heap.root(1));
    }, 9));
  }

  @Test
  void randomGraphsHaveTheShareThatWasAskedFor() {
    for (int live : new int[] {0, 1, 30, 100}) {
      FreeListHeap heap = new FreeListHeap(400);
      RandomGraph.fill(heap, 100, live, new Random(3));
      assertEquals(4 * live, Reachable.cells(heap));
    }
    assertThrows(IllegalArgumentException.class,
        () -> RandomGraph.fill(new FreeListHeap(400), 100, 101, new Random(3)));
  }

  private static void assertBroken(String symptom, Runnable check) {
    String message = assertThrows(IllegalStateException.class, check::run).getMessage();
    assertTrue(message.startsWith("seed ") && message.contains(symptom), message);
  }

  /** A refers to B and itself, B to A; C, in between, is garbage. */
  private static void build(ToyHeap heap) {
    int a = heap.allocate('A', 2);
    heap.allocate('C', 1);
    int b = heap.allocate('B', 1);
    heap.setField(a, 0, b);
    heap.setField(a, 1, a);
    heap.setField(b, 0, a);
    heap.addRoot("x", a);
    heap.addRoot("y", b);
  }

  private static String cell(JsonNode notebook, String tag) {
    StringBuilder source = new StringBuilder();
    for (JsonNode cell : notebook.get("cells")) {
      if (StreamSupport.stream(cell.path("metadata").path("tags").spliterator(), false)
          .anyMatch(one -> one.asText().equals(tag))) {
        // A source is a string or a list of lines.
        JsonNode text = cell.get("source");
        source.append(text.isTextual() ? text.asText() : "");
        text.forEach(line -> source.append(line.asText()));
      }
    }
    assertTrue(source.length() > 0, "no cell of the notebook has the tag " + tag);
    return source.toString();
  }
}
