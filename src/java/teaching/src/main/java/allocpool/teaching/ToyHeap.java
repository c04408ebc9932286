package allocpool.teaching;

import java.util.ArrayList;
import java.util.List;

/**
 * A heap small enough to draw: an array of cells, in which objects lie one after another.
 *
 * <p>An object of n fields takes n + 2 cells:
 *
 * <pre>
 *   address     header: the object's size in cells, and a tag of two bits
 *   address+1   name: a number, which no collector interprets (it stands for the data)
 *   address+2   the fields: each the address of another object, or {@link #NULL}
 * </pre>
 *
 * <p>Address 0 means null, so cell 0 is never used. The roots, from which a program can
 * reach objects, live outside of the cells.
 *
 * <p>Methods that work on cells count every read and write: {@link #accesses()} is the
 * work that a collector did. Those named {@code peek} do not count; they are for drawing
 * and checking. Not thread safe.
 */
public abstract class ToyHeap {
  /** The reference to nothing. */
  public static final int NULL = 0;

  /** Cells of an object before its first field. */
  public static final int HEADER_CELLS = 2;

  static final int TAG_OBJECT = 0;
  static final int TAG_MARKED = 1;
  static final int TAG_FREE = 2;
  static final int TAG_FORWARDED = 3;

  private final int[] cells;
  private final List<String> rootNames = new ArrayList<>();
  private final List<Integer> roots = new ArrayList<>();
  private long accesses;

  /** A stretch of cells that is drawn and walked as one: from start, before end. */
  static final class Space {
    final String label;
    final int start;
    final int end;

    Space(String label, int start, int end) {
      this.label = label;
      this.start = start;
      this.end = end;
    }
  }

  /**
   * Makes a heap of cells that are all zero.
   *
   * @param cellCount number of cells, the unusable cell 0 included
   */
  ToyHeap(int cellCount) {
    cells = new int[cellCount];
  }

  /**
   * Allocates an object whose fields are all null.
   *
   * @param name any number; a letter's code is drawn as that letter
   * @param fields number of references in it, 0 or more
   * @return its address
   * @throws ToyOutOfMemoryError when no free block is large enough; the message says
   *     how much is free and why that does not help
   */
  public abstract int allocate(int name, int fields);

  /** The spaces of this heap, in the order in which they are drawn. */
  abstract List<Space> spaces();

  /** Reads one cell and counts it. */
  public final int read(int address) {
    accesses++;
    return cells[checked(address)];
  }

  /** Writes one cell and counts it. */
  public final void write(int address, int value) {
    accesses++;
    cells[checked(address)] = value;
  }

  /** Reads one cell without counting it. */
  public final int peek(int address) {
    return cells[checked(address)];
  }

  /** Reads and writes of cells since the heap was made or the count was last reset. */
  public final long accesses() {
    return accesses;
  }

  /** Starts the count of reads and writes again at zero. */
  public final void resetAccesses() {
    accesses = 0;
  }

  /** Number of cells, the unusable cell 0 included. */
  public final int cellCount() {
    return cells.length;
  }

  // Objects ---------------------------------------------------------------------------

  /** The size of an object or a free block, in cells, header included. */
  public final int sizeOf(int block) {
    return sizeIn(read(block));
  }

  /** The number of fields of an object. */
  public final int fieldCount(int object) {
    return sizeOf(object) - HEADER_CELLS;
  }

  /** The reference in one field of an object; fields count from 0. */
  public final int field(int object, int index) {
    return read(fieldAddress(object, index));
  }

  /** Lets one field of an object refer to another object, or to nothing. */
  public final void setField(int object, int index, int target) {
    write(fieldAddress(object, index), target);
  }

  /** Whether a mark phase has marked this object. */
  public final boolean isMarked(int block) {
    return tagIn(read(block)) == TAG_MARKED;
  }

  /** Marks an object. */
  public final void setMark(int object) {
    write(object, header(sizeOf(object), TAG_MARKED));
  }

  /** Takes an object's mark away. */
  public final void clearMark(int object) {
    write(object, header(sizeOf(object), TAG_OBJECT));
  }

  /** Whether this object was moved, and its old place holds only the new address. */
  public final boolean isForwarded(int object) {
    return tagIn(read(object)) == TAG_FORWARDED;
  }

  /** Where an object that {@link #isForwarded} went. */
  public final int forwardingAddress(int object) {
    return read(object) >>> 2;
  }

  /** Replaces an object's header by the address of its copy. */
  public final void forward(int object, int copy) {
    write(object, header(copy, TAG_FORWARDED));
  }

  /** Writes the cells of a new object; the caller has found the place. */
  final int format(int address, int name, int fields) {
    write(address, header(fields + HEADER_CELLS, TAG_OBJECT));
    write(address + 1, name);
    for (int i = 0; i < fields; i++) {
      write(address + HEADER_CELLS + i, NULL);
    }
    return address;
  }

  // Roots -----------------------------------------------------------------------------

  /**
   * Adds a root: a variable of the program, outside of the heap.
   *
   * @return its index, to be used with {@link #root} and {@link #setRoot}
   */
  public final int addRoot(String name, int object) {
    rootNames.add(name);
    roots.add(object);
    return roots.size() - 1;
  }

  /** The number of roots. */
  public final int rootCount() {
    return roots.size();
  }

  /** The name of a root, for drawing. */
  public final String rootName(int index) {
    return rootNames.get(index);
  }

  /** The object that a root refers to, or {@link #NULL}. */
  public final int root(int index) {
    return roots.get(index);
  }

  /** Lets a root refer to another object, or to nothing. */
  public final void setRoot(int index, int object) {
    roots.set(index, object);
  }

  // Headers ---------------------------------------------------------------------------

  static int header(int size, int tag) {
    return size << 2 | tag;
  }

  static int sizeIn(int header) {
    return header >>> 2;
  }

  static int tagIn(int header) {
    return header & 3;
  }

  /** A name as it is shown: a letter, or else the number. */
  static String show(int name) {
    return name >= 'A' && name <= 'z' && Character.isLetter(name)
        ? String.valueOf((char) name) : String.valueOf(name);
  }

  static void requireFields(int fields) {
    if (fields < 0) {
      throw new IllegalArgumentException(
          "an object has 0 fields or more, not " + fields);
    }
  }

  private int fieldAddress(int object, int index) {
    int fields = sizeIn(peek(object)) - HEADER_CELLS;
    if (index < 0 || index >= fields) {
      throw new IndexOutOfBoundsException("object " + show(peek(object + 1))
          + " has " + fields + " fields: there is no field " + index);
    }
    return object + HEADER_CELLS + index;
  }

  private int checked(int address) {
    if (address <= NULL || address >= cells.length) {
      throw new IndexOutOfBoundsException("address " + address
          + " is outside of the heap: valid are 1 to " + (cells.length - 1));
    }
    return address;
  }
}
