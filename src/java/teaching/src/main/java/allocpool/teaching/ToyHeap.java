package allocpool.teaching;

import java.util.ArrayList;
import java.util.List;

/**
 * A heap small enough to draw: an array of cells that contains objects one after another.
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
 * reach objects, are outside the cells.
 *
 * <p>Methods that access cells count every read and write: {@link #accesses()} is a
 * collector's work. Those named {@code peek} do not count; they are for drawing and
 * checking. Not thread-safe.
 */
public abstract class ToyHeap {
  /** The null reference. */
  public static final int NULL = 0;

  /** The number of cells before an object's first field. */
  public static final int HEADER_CELLS = 2;

  static final int TAG_OBJECT = 0;
  static final int TAG_MARKED = 1;
  static final int TAG_FREE = 2;
  static final int TAG_FORWARDED = 3;

  private final int[] cells;
  private final List<String> rootNames = new ArrayList<>();
  private final List<Integer> roots = new ArrayList<>();
  private long accesses;

  /** A range of cells drawn and walked as one: from start, up to end, exclusive. */
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
   * @param cellCount the number of cells, including the unusable cell 0
   */
  ToyHeap(int cellCount) {
    cells = new int[cellCount];
  }

  /**
   * Allocates an object whose fields are all null.
   *
   * @param name any number; a letter's code is drawn as that letter
   * @param fields the number of its references, 0 or more
   * @return its address
   * @throws ToyOutOfMemoryError if no free block is large enough; the message tells how
   *     much is free and why that does not help
   */
  public abstract int allocate(int name, int fields);

  /** Returns this heap's spaces, in drawing order. */
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

  /** Returns the reads and writes since the heap was made or the count was reset. */
  public final long accesses() {
    return accesses;
  }

  /** Resets the count of reads and writes to zero. */
  public final void resetAccesses() {
    accesses = 0;
  }

  /** Returns the number of cells, including the unusable cell 0. */
  public final int cellCount() {
    return cells.length;
  }

  // Objects ---------------------------------------------------------------------------

  /** Returns the size of an object or a free block, in cells, including the header. */
  public final int sizeOf(int block) {
    return sizeIn(read(block));
  }

  /** Returns an object's number of fields. */
  public final int fieldCount(int object) {
    return sizeOf(object) - HEADER_CELLS;
  }

  /** Returns the reference in an object's field; fields count from 0. */
  public final int field(int object, int index) {
    return read(fieldAddress(object, index));
  }

  /** Sets an object's field to another object, or to null. */
  public final void setField(int object, int index, int target) {
    write(fieldAddress(object, index), target);
  }

  /** Returns true if a mark phase has marked this object. */
  public final boolean isMarked(int block) {
    return tagIn(read(block)) == TAG_MARKED;
  }

  /** Marks an object. */
  public final void setMark(int object) {
    write(object, header(sizeOf(object), TAG_MARKED));
  }

  /** Clears an object's mark. */
  public final void clearMark(int object) {
    write(object, header(sizeOf(object), TAG_OBJECT));
  }

  /** Returns true if this object was moved, and only its new address is left here. */
  public final boolean isForwarded(int object) {
    return tagIn(read(object)) == TAG_FORWARDED;
  }

  /** Returns the new address of an object that {@link #isForwarded}. */
  public final int forwardingAddress(int object) {
    return read(object) >>> 2;
  }

  /** Replaces an object's header with its copy's address. */
  public final void forward(int object, int copy) {
    write(object, header(copy, TAG_FORWARDED));
  }

  /** Initialises the cells of a new object; the caller has found the place. */
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
   * Adds a root: a variable of the program, outside the heap.
   *
   * @return its index, for {@link #root} and {@link #setRoot}
   */
  public final int addRoot(String name, int object) {
    rootNames.add(name);
    roots.add(object);
    return roots.size() - 1;
  }

  /** Returns the number of roots. */
  public final int rootCount() {
    return roots.size();
  }

  /** Returns a root's name, for drawing. */
  public final String rootName(int index) {
    return rootNames.get(index);
  }

  /** Returns the object that a root refers to, or {@link #NULL}. */
  public final int root(int index) {
    return roots.get(index);
  }

  /** Sets a root to another object, or to null. */
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

  /** Formats a name: as a letter if it is one, else as a number. */
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
