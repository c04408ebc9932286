package exercise;

/** Finds the k-th smallest value without sorting the array. */
public final class Select {
  private Select() {}

  /**
   * Returns the value that would be at index {@code place} if the first {@code count}
   * were sorted. Reorders them, but allocates nothing, while {@link
   * java.util.Arrays#sort(long[])} does for some arrays.
   */
  public static long nth(long[] values, int count, int place) {
    int low = 0;
    int high = count - 1;
    while (low < high) { // Hoare's: the result lies between low and high.
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
