package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class GeneratorTest {

  @Test
  void counterCounts() {
    Generator counter = Generator.Kind.COUNTER.forSource();
    for (long expected = 0; expected < 100; expected++) {
      assertEquals(expected, counter.next());
    }
    assertEquals(0, Generator.Kind.COUNTER.forStore().next());
  }

  /** The JDK has the same generator, with a different start. */
  @Test
  void randomIsSplitMix64() {
    Generator random = Generator.Kind.RANDOM.forSource();
    java.util.SplittableRandom reference = new java.util.SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      assertEquals(reference.nextLong(), random.next());
    }
  }

  @Test
  void sourceAndStoreDiffer() {
    assertNotEquals(
        Generator.Kind.RANDOM.forSource().next(),
        Generator.Kind.RANDOM.forStore().next());
  }
}
