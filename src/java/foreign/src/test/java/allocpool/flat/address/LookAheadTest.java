package allocpool.flat.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LookAheadTest {
  private static final int COUNT = 5;

  private final Mapping mapping = Mapping.of(1, false);
  private final long names = mapping.part(COUNT * Memory.WORD_BYTES);
  private final long lines = mapping.part(COUNT * 64);

  /** Line n contains bit n. */
  @BeforeEach
  void fill() {
    for (int i = 0; i < COUNT; i++) {
      Memory.set(lines + 64L * i, 1L << i);
      Memory.set(names + (long) i * Memory.WORD_BYTES, lines + 64L * i);
    }
  }

  @AfterEach
  void unmap() {
    mapping.close();
  }

  @Test
  void aTouchReadsWhatItIsTold() {
    Touch touch = (Touch) LookAhead.Kind.TOUCH.create();
    touch.fetch(names + Memory.WORD_BYTES, 3);
    assertEquals(0b01110, touch.touched());
    touch.fetch(names, 0);
    assertEquals(0b01110, touch.touched());
    touch.fetch(names, 1);
    assertEquals(0b01111, touch.touched());
  }

  @Test
  void aPrefetchChangesNothing() {
    LookAhead prefetch = LookAhead.Kind.PREFETCH.create();
    prefetch.fetch(names, COUNT);
    prefetch.fetch(names, 0);
    for (int i = 0; i < COUNT; i++) {
      assertEquals(1L << i, Memory.get(lines + 64L * i));
    }
  }

  @Test
  void noneIsNone() {
    assertNull(LookAhead.Kind.NONE.create());
  }
}
