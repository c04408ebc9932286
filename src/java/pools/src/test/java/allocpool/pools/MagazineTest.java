package allocpool.pools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;

class MagazineTest {
  private static final int LINES = 128;

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

  /** What was taken is not kept alive. */
  @Test
  void forgetsWhatItGaveAway() {
    Magazine<byte[]> magazine = new Magazine<>(2);
    long empty = GraphLayout.parseInstance(magazine).totalCount();
    magazine.push(new byte[1]);
    assertEquals(empty + 1, GraphLayout.parseInstance(magazine).totalCount());
    magazine.pop();
    assertEquals(empty, GraphLayout.parseInstance(magazine).totalCount());
  }

  @Test
  void fieldsComeBehindTheLinePadding() {
    ClassLayout layout = ClassLayout.parseClass(Magazine.class);
    List<FieldLayout> fields = layout.fields().stream()
        .filter(field -> !field.hostClass().equals(LinePadding.class.getName()))
        .collect(Collectors.toList());
    assertFalse(fields.isEmpty());
    for (FieldLayout field : fields) {
      assertTrue(field.offset() >= layout.headerSize() + LINES, field::toString);
    }
  }

  /** References have four bytes at least. */
  @Test
  void unusedSlotsAreAsWideAsTheLinePadding() {
    assertTrue(4 * LinePadding.SLOTS >= LINES);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Capacity.MOST + 1})
  void aSizeOutOfRangeIsRefused(int size) {
    assertThrows(IllegalArgumentException.class, () -> new Magazine<>(size));
  }
}
