package exercise;

import java.util.concurrent.atomic.AtomicInteger;

/** Each number has a cell of its own, which says whose turn it is. */
public final class SpscRing {
  public static final long EMPTY = -1;

  private record Cell(AtomicInteger turn, long[] value) {}

  private final Cell[] cells;
  private int pushes;
  private int pops;

  public SpscRing(int capacity) {
    cells = new Cell[capacity];
    for (int i = 0; i < capacity; i++) {
      cells[i] = new Cell(new AtomicInteger(2 * i), new long[1]);
    }
  }

  public boolean tryPush(long number) {
    Cell cell = cells[pushes & cells.length - 1];
    if (cell.turn().get() != 2 * pushes) {
      return false;
    }
    cell.value()[0] = number;
    cell.turn().set(2 * pushes++ + 1);
    return true;
  }

  public long tryPop() {
    Cell cell = cells[pops & cells.length - 1];
    if (cell.turn().get() != 2 * pops + 1) {
      return EMPTY;
    }
    long number = cell.value()[0];
    cell.turn().set(2 * (pops++ + cells.length));
    return number;
  }
}
