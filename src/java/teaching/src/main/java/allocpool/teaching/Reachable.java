package allocpool.teaching;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program's view of a toy heap: the objects that its roots reach, numbered in
 * breadth-first order. The walk does not count as work.
 */
public final class Reachable {
  private final ToyHeap heap;
  private final Map<Integer, Integer> numbers = new LinkedHashMap<>();
  private final List<Integer> objects = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private int cells;

  private Reachable(ToyHeap heap) {
    this.heap = heap;
    for (int r = 0; r < heap.rootCount(); r++) {
      text.append(heap.rootName(r)).append('=').append(number(heap.root(r))).append(' ');
    }
    for (int i = 0; i < objects.size(); i++) {
      visit(i);
    }
  }

  /**
   * Describes the reachable objects. Two heaps have the same description exactly if no
   * program could distinguish them, wherever their objects are.
   */
  public static String describe(ToyHeap heap) {
    return new Reachable(heap).text.toString().trim();
  }

  /** Returns the number of cells in all reachable objects. */
  public static int cells(ToyHeap heap) {
    return new Reachable(heap).cells;
  }

  private void visit(int index) {
    int object = objects.get(index);
    int size = ToyHeap.sizeIn(heap.peek(object));
    cells += size;
    text.append(index + 1).append(':').append(ToyHeap.show(heap.peek(object + 1)));
    text.append('(');
    for (int a = object + ToyHeap.HEADER_CELLS; a < object + size; a++) {
      String separator = a > object + ToyHeap.HEADER_CELLS ? "," : "";
      text.append(separator).append(number(heap.peek(a)));
    }
    text.append(") ");
  }

  private int number(int object) {
    if (object == ToyHeap.NULL) {
      return 0;
    }
    Integer known = numbers.get(object);
    if (known == null) {
      known = numbers.size() + 1;
      numbers.put(object, known);
      objects.add(object);
    }
    return known;
  }
}
