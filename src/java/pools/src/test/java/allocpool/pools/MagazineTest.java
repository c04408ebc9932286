package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MagazineTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void isAStackOfSoMany(int size) {
    Magazine<Integer> magazine = new Magazine<>(size);
    for (int turn = 0; turn < 2; turn++) {
      assertTrue(magazine.isEmpty());
      assertNull(magazine.pop());
      for (int i = 0; i < size; i++) {
        assertFalse(magazine.isFull());
        assertTrue(magazine.push(i));
      }
      assertTrue(magazine.isFull());
      assertFalse(magazine.push(size));
      for (int i = size - 1; i >= 0; i--) {
        assertEquals(i, magazine.pop());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Capacity.MOST + 1})
  void aSizeOutOfRangeIsRefused(int size) {
    assertThrows(IllegalArgumentException.class, () -> new Magazine<>(size));
  }
}
