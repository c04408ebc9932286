package exercise;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.function.IntUnaryOperator;

/** Two words of an IntBuffer for each of the heap's; a method reference moves an object. */
public final class CopyingHeap {
  public static final int NULL = 0;

  private static final class Account {
    long collections, visited, copied, allocated;
  }

  private final IntBuffer memory;
  private final int half;
  private final int[] roots;
  private final IntUnaryOperator move = this::moved;
  private Account account = new Account();
  private int limit;
  private int free;

  public CopyingHeap(int words, int roots) {
    half = words;
    memory = ByteBuffer.allocate((2 * words + 1) * 8).asIntBuffer();
    this.roots = new int[roots];
    free = 1;
    limit = 1 + half;
  }

  // Even places: what stands there, or an object's size. Odd ones: how many references, or
  // the complement of where it has gone.
  private int word(int address) {
    return memory.get(2 * address);
  }

  private void word(int address, int value) {
    memory.put(2 * address, value);
  }

  private int note(int address) {
    return memory.get(2 * address + 1);
  }

  private void note(int address, int value) {
    memory.put(2 * address + 1, value);
  }

  public int allocate(int root, int references, int payload) {
    long size = 1L + references + payload;
    for (int attempt = 0; free + size > limit; attempt++) {
      if (attempt == 1) {
        return NULL;
      }
      collect();
    }
    int object = free;
    word(object, (int) size);
    note(object, references);
    for (int field = 1; field <= references; field++) {
      word(object + field, NULL);
    }
    free += (int) size;
    account.allocated += size;
    roots[root] = object;
    return object;
  }

  private void collect() {
    account.collections++;
    free = limit > 1 + half ? 1 : 1 + half;
    limit = free + half;
    int scan = free;
    for (int i = 0; i < roots.length; i++) {
      roots[i] = move.applyAsInt(roots[i]);
    }
    while (scan != free) {
      for (int field = scan + 1; field <= scan + note(scan); field++) {
        word(field, move.applyAsInt(word(field)));
      }
      scan += word(scan);
    }
  }

  private int moved(int object) {
    if (object == NULL) {
      return NULL;
    }
    if (note(object) < 0) {
      return ~note(object);
    }
    int size = word(object);
    int copy = free;
    for (int i = 0; i < size; i++) {
      word(copy + i, word(object + i));
    }
    note(copy, note(object));
    note(object, ~copy);
    free += size;
    account.visited++;
    account.copied += size;
    return copy;
  }

  public void store(int holder, int field, int value) {
    word(roots[holder] + 1 + field, roots[value]);
  }

  public int load(int root, int holder, int field) {
    int found = word(roots[holder] + 1 + field);
    roots[root] = found;
    return found;
  }

  public void drop(int root) {
    roots[root] = NULL;
  }

  public int address(int root) {
    return roots[root];
  }

  public void startCounting() {
    account.collections = account.visited = account.copied = account.allocated = 0;
  }

  public long collections() {
    return account.collections;
  }

  public long visited() {
    return account.visited;
  }

  public long copied() {
    return account.copied;
  }

  public long allocated() {
    return account.allocated;
  }

  public long copiedPerThousand() {
    return account.allocated > 0 ? 1_000 * account.copied / account.allocated : 0;
  }
}
