package allocpool.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The line at the end of a timed event, whole or damaged. */
class EndingTest {
  @ParameterizedTest
  @CsvSource({
    "GC(7) Pause Young (Mixed) 42M->12M(51M) 3.2ms, Pause Young (Mixed), 42, 12, 3.2",
    "GC(7) Y: Pause Mark Start 0.015ms, Pause Mark Start, , , 0.015",
    "GC(7) Concurrent Cycle 12.345ms, Concurrent Cycle, , , 12.345",
    "GC(7) Pause Full 42M->12M 3.2ms, Pause Full 42M->12M, , , 3.2",
    "GC(7) Pause Full 42M->12M(51) 3.2ms, Pause Full 42M->12M(51), , , 3.2",
  })
  void partsAreTold(
      String text, String what, Double before, Double after, double length) {
    Ending end = Ending.read(text);
    assertNotNull(end);
    assertEquals("7", end.id);
    assertEquals(what, end.what);
    assertEquals(before, end.beforeMb);
    assertEquals(after, end.afterMb);
    assertEquals(length, end.lengthMs);
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "", "ms", "GC(", "GC(7)", "GC(7) ", "GC(7) ms", "GC(7) 3.2ms",
    "GC() Pause Full 3.2ms", "GC(x) Pause Full 3.2ms",
    "GC(1234567890123456789) Pause Full 3.2ms",
    "GC(7) Pause Full", "GC(7) Pause Full 3ms", "GC(7) Pause Full .2ms",
    "GC(7) Pause Full 3.ms", "GC(7) Pause Full 3.2", "GC(7) Pause Full -3.2ms",
    "Pause Full 3.2ms",
  })
  void damageIsNoEnding(String text) {
    assertNull(Ending.read(text));
  }
}
