package allocpool.teaching;

import java.util.List;

/**
 * A toy heap whose free blocks form a list in address order: the first cell of a free
 * block is its header, the second the address of the next free block.
 *
 * <p>Allocation is first fit. A block of one cell could not hold the link, so a block is
 * split only if at least two cells remain.
 */
public final class FreeListHeap extends ToyHeap {
  private static final int FIRST = 1;

  private int firstFree = NULL;
  private int lastFree = NULL;

  /**
   * Makes a heap of one free block.
   *
   * @param cells usable cells, at least 2
   */
  public FreeListHeap(int cells) {
    super(requireCells(cells) + FIRST);
    free(FIRST, cells);
    resetAccesses();
  }

  @Override
  public int allocate(int name, int fields) {
    requireFields(fields);
    int wanted = fields + HEADER_CELLS;
    int previous = NULL;
    for (int block = firstFree; block != NULL; block = read(block + 1)) {
      int rest = sizeOf(block) - wanted;
      if (rest == 0 || rest >= HEADER_CELLS) {
        take(block, wanted, rest, previous);
        return format(block, name, fields);
      }
      previous = block;
    }
    throw new ToyOutOfMemoryError("cannot allocate " + wanted + " cells: "
        + freeCells() + " are free, but the largest free block has "
        + largestFreeBlock());
  }

  /** Returns the first block's address; the next block is this one's size away. */
  public int firstBlock() {
    return FIRST;
  }

  /** Returns the address after the last block. */
  public int end() {
    return cellCount();
  }

  /** Clears the free list. A sweep begins with this and rebuilds it. */
  public void clearFreeList() {
    firstFree = NULL;
    lastFree = NULL;
  }

  /**
   * Appends a block to the free list, or merges it with the list's last block if the two
   * are adjacent. Must be called in address order.
   *
   * @param block the block's address
   * @param size its number of cells, at least 2
   */
  public void free(int block, int size) {
    if (lastFree != NULL && lastFree + sizeOf(lastFree) == block) {
      write(lastFree, header(sizeOf(lastFree) + size, TAG_FREE));
      return;
    }
    write(block, header(size, TAG_FREE));
    write(block + 1, NULL);
    link(lastFree, block);
    lastFree = block;
  }

  /** Returns the number of free cells in all blocks. Not counted as work. */
  public int freeCells() {
    int sum = 0;
    for (int block = firstFree; block != NULL; block = peek(block + 1)) {
      sum += sizeIn(peek(block));
    }
    return sum;
  }

  /** Returns the largest free block's size, 0 if there is none. Not counted as work. */
  public int largestFreeBlock() {
    int largest = 0;
    for (int block = firstFree; block != NULL; block = peek(block + 1)) {
      largest = Math.max(largest, sizeIn(peek(block)));
    }
    return largest;
  }

  @Override
  List<Space> spaces() {
    return List.of(new Space("heap", FIRST, end()));
  }

  private void take(int block, int wanted, int rest, int previous) {
    int next = read(block + 1);
    int successor = next;
    if (rest > 0) {
      successor = block + wanted;
      write(successor, header(rest, TAG_FREE));
      write(successor + 1, next);
    }
    link(previous, successor);
    if (lastFree == block) {
      lastFree = rest > 0 ? successor : previous;
    }
  }

  private void link(int previous, int block) {
    if (previous == NULL) {
      firstFree = block;
    } else {
      write(previous + 1, block);
    }
  }

  private static int requireCells(int cells) {
    if (cells < HEADER_CELLS) {
      throw new IllegalArgumentException(
          "a heap needs at least 2 cells, not " + cells);
    }
    return cells;
  }
}
