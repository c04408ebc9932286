package allocpool.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeClassesTest {
  private final SizeClasses classes = new SizeClasses(64, 1024);

  @Test
  void everySizeGetsTheSmallestClassThatItFitsInto() {
    assertEquals(5, classes.count());
    for (int size = 1; size <= 1024; size++) {
      int sizeClass = classes.of(size);
      assertTrue(classes.capacity(sizeClass) >= size, "size " + size);
      assertTrue(
          sizeClass == 0 || classes.capacity(sizeClass - 1) < size, "size " + size);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, -1024, Integer.MIN_VALUE, 1025, 1 << 30, Integer.MAX_VALUE})
  void whatIsNoSizeOrTooLargeHasANumberOfItsOwn(int size) {
    assertEquals(classes.count(), classes.of(size));
  }

  @Test
  void theWholeRangeOfPowersCanBeClasses() {
    SizeClasses all = new SizeClasses(1, 1 << 30);
    assertEquals(31, all.count());
    assertEquals(0, all.of(1));
    assertEquals(30, all.of(1 << 30));
    assertEquals(31, all.of((1 << 30) + 1));
    assertEquals(31, all.of(0));
    assertEquals(1, new SizeClasses(1 << 30, 1 << 30).count());
  }

  @ParameterizedTest
  @CsvSource({"0, 64", "-64, 64", "63, 64", "64, 100", "128, 64", "64, -2147483648"})
  void otherBoundsAreRefused(int smallest, int largest) {
    Exception refusal = assertThrows(
        IllegalArgumentException.class, () -> new SizeClasses(smallest, largest));
    assertEquals("size classes from " + smallest + " to " + largest
        + " bytes: both are powers of two from 1 to 1073741824, in this order",
        refusal.getMessage());
  }
}
