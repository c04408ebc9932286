package exercise;

import java.util.Arrays;

/** What a header holds lies in arrays of its own, beside the words. */
public final class CopyingHeap {
  public static final int NULL = 0;

  private final int n;
  private final int[] words;
  private final int[] sizes;
  private final int[] references;
  private final int[] forward;
  private final int[] roots;
  private int base = 1;
  private int next = 1;
  private final long[] account = new long[4];

  public CopyingHeap(int words, int roots) {
    n = words;
    this.words = new int[2 * n + 1];
    sizes = new int[2 * n + 1];
    references = new int[2 * n + 1];
    forward = new int[2 * n + 1];
    this.roots = new int[roots];
  }

  public int allocate(int root, int references, int payload) {
    final int size = 1 + references + Math.min(payload, n); // n is already too much
    if (next + size > base + n) {
      collect();
      if (next + size > base + n) {
        return NULL;
      }
    }
    final int object = next;
    next += size;
    sizes[object] = size;
    this.references[object] = references;
    forward[object] = NULL;
    Arrays.fill(words, object, object + size, NULL);
    account[3] += size;
    return roots[root] = object;
  }

  private void collect() {
    account[0]++;
    base = base == 1 ? n + 1 : 1;
    next = base;
    for (int i = 0; i < roots.length; i++) {
      roots[i] = evacuate(roots[i]);
    }
    for (int scan = base; scan < next; scan += sizes[scan]) {
      for (int i = 1; i <= references[scan]; i++) {
        words[scan + i] = evacuate(words[scan + i]);
      }
    }
  }

  private int evacuate(int object) {
    if (object == NULL) {
      return NULL;
    }
    if (forward[object] == NULL) {
      final int copy = next;
      final int size = sizes[object];
      next += size;
      System.arraycopy(words, object, words, copy, size);
      sizes[copy] = size;
      references[copy] = references[object];
      forward[copy] = NULL;
      forward[object] = copy;
      account[1]++;
      account[2] += size;
    }
    return forward[object];
  }

  public void store(int holder, int field, int value) {
    words[roots[holder] + 1 + field] = roots[value];
  }

  public int load(int root, int holder, int field) {
    return roots[root] = words[roots[holder] + 1 + field];
  }

  public void drop(int root) {
    roots[root] = NULL;
  }

  public int address(int root) {
    return roots[root];
  }

  public void startCounting() {
    Arrays.fill(account, 0);
  }

  public long collections() {
    return account[0];
  }

  public long visited() {
    return account[1];
  }

  public long copied() {
    return account[2];
  }

  public long allocated() {
    return account[3];
  }

  public long copiedPerThousand() {
    return account[3] == 0 ? 0 : account[2] * 1000 / account[3];
  }
}
