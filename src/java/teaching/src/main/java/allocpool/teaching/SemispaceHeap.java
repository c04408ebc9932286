package allocpool.teaching;

import java.util.List;

/**
 * A toy heap of two halves. Objects are allocated in one of them, the from-space, by
 * advancing a pointer; a copying collector moves the live ones into the other, the
 * to-space, and then flips the two.
 */
public final class SemispaceHeap extends ToyHeap {
  private final int half;
  private int from = 1;
  private int top = 1;

  /**
   * Makes an empty heap.
   *
   * @param cellsPerSpace usable cells in each half, at least 2
   */
  public SemispaceHeap(int cellsPerSpace) {
    super(2 * requireCells(cellsPerSpace) + 1);
    half = cellsPerSpace;
  }

  @Override
  public int allocate(int name, int fields) {
    requireFields(fields);
    int wanted = fields + HEADER_CELLS;
    if (wanted > freeCells()) {
      throw new ToyOutOfMemoryError("cannot allocate " + wanted + " cells: "
          + freeCells() + " are free, all of them in one block");
    }
    int object = top;
    top += wanted;
    return format(object, name, fields);
  }

  /** Returns the start of the half in which objects are allocated. */
  public int fromSpace() {
    return from;
  }

  /** Returns the start of the other half. */
  public int toSpace() {
    return from == 1 ? 1 + half : 1;
  }

  /** Returns the address after the from-space's last object. */
  public int top() {
    return top;
  }

  /**
   * Exchanges the two halves: the to-space becomes the heap, and the former from-space,
   * with everything in it, becomes empty.
   *
   * @param free the address after the to-space's last object
   */
  public void flip(int free) {
    int to = toSpace();
    if (free < to || free > to + half) {
      throw new IllegalArgumentException("free is " + free
          + ", but the to-space reaches from " + to + " to " + (to + half));
    }
    from = to;
    top = free;
  }

  /** Returns the from-space's free cells, one block. Not counted as work. */
  public int freeCells() {
    return from + half - top;
  }

  @Override
  List<Space> spaces() {
    return List.of(
        new Space(from == 1 ? "from-space" : "to-space", 1, 1 + half),
        new Space(from == 1 ? "to-space" : "from-space", 1 + half, 1 + 2 * half));
  }

  private static int requireCells(int cells) {
    if (cells < HEADER_CELLS) {
      throw new IllegalArgumentException(
          "a semispace needs at least 2 cells, not " + cells);
    }
    return cells;
  }
}
