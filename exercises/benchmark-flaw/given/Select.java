package exercise;

/** Finds values by their place in the order of all, without putting all in order. */
public final class Select {
  private Select() {}

  /**
   * The value that would stand at that place, from 0, if the first {@code count} were
   * sorted. They are moved about. It allocates nothing; for some arrays {@link
   * java.util.Arrays#sort(long[])} does.
   */
  public static long nth(long[] values, int count, int place) {
    int low = 0;
    int high = count - 1;
    while (low < high) { // Hoare's: what is sought lies between low and high.
      long pivot = values[(low + high) >>> 1];
      int left = low;
      int right = high;
      while (left <= right) {
        while (values[left] < pivot) {
          left++;
        }
        while (values[right] > pivot) {
          right--;
        }
        if (left <= right) {
          long moved = values[left];
          values[left++] = values[right];
          values[right--] = moved;
        }
      }
      if (place <= right) {
        high = right;
      } else if (place >= left) {
        low = left;
      } else {
        break;
      }
    }
    return values[place];
  }
}
