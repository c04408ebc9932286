package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DigestTest {

  private static PacketAnalyser<TestPacket> analyser(
      Case load, int scale, StrategyKind strategy, Generator.Kind generator) {
    return new PacketAnalyser<>(load.sizes(scale), strategy, generator, TestPacket::new);
  }

  private static String hex(Analyser analyser) {
    return String.format("%016x", analyser.digest());
  }

  /**
   * Vectors from an oracle in another language; the naive model must agree with them,
   * too.
   */
  @ParameterizedTest
  @CsvSource({
    "A, 100, COUNTER, 0,      0,      0,     449363caabc4d70a",
    "A, 100, RANDOM,  100,    0,      0,     89a6dc63ad713571",
    "A, 100, RANDOM,  101,    1,      0,     988a0de2a804e7fb",
    "B, 100, COUNTER, 54321,  53321,  3333,  87b8fb0474e4c90d",
    "C, 100, COUNTER, 200000, 195050, 12191, 2d336ebb654b36a7",
    "C, 100, RANDOM,  200000, 195050, 12120, 0a6a9b60e4e3f90f",
    "A, 1,   COUNTER, 50000,  40000,  2500,  52f43c2a725458be",
    "A, 1,   RANDOM,  200000, 190000, 11803, b10848ce4ac06ff4",
    "B, 1,   RANDOM,  300000, 200000, 12436, dea2b19eb1d8b78a",
  })
  void equalsStoredVectors(
      Case load, int scale, Generator.Kind generator, int packets, long processed,
      long tcp, String digest) {
    PacketAnalyser<TestPacket> analyser =
        analyser(load, scale, StrategyKind.ALLOC, generator);
    analyser.run(packets);
    assertEquals(processed, analyser.processed());
    assertEquals(tcp, analyser.tcpCount());
    assertEquals(digest, hex(analyser));
    Sizes sizes = load.sizes(scale);
    boolean random = generator == Generator.Kind.RANDOM;
    assertEquals(digest, NaiveModel.digest(sizes.queue, sizes.stored, random, packets));
  }

  static Stream<Arguments> combinations() {
    return Stream.of(StrategyKind.ALLOC, StrategyKind.MIX, StrategyKind.POOL)
        .flatMap(strategy -> Stream.of(Case.values())
            .flatMap(load -> Stream.of(Generator.Kind.values())
                .map(generator -> Arguments.of(strategy, load, generator))));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void isThatOfTheNaiveModelAtEveryMoment(
      StrategyKind strategy, Case load, Generator.Kind generator) {
    PacketAnalyser<TestPacket> analyser = analyser(load, 100, strategy, generator);
    Sizes sizes = load.sizes(100);
    boolean random = generator == Generator.Kind.RANDOM;
    // --8<-- [start:every-moment]
    int packets = 0;
    for (int more : new int[] {0, 1, sizes.queue - 1, 1, 16, 12_345, 67_890}) {
      analyser.run(more);
      packets += more;
      assertEquals(
          NaiveModel.digest(sizes.queue, sizes.stored, random, packets), hex(analyser),
          "after " + packets + " packets");
    }
    // --8<-- [end:every-moment]
  }

  @Test
  void takingItChangesNothing() {
    PacketAnalyser<TestPacket> analyser =
        analyser(Case.B, 100, StrategyKind.MIX, Generator.Kind.RANDOM);
    analyser.run(5000);
    assertEquals(analyser.digest(), analyser.digest());
    analyser.run(5000);
    assertEquals(NaiveModel.digest(1000, 1000, true, 10_000), hex(analyser));
  }

  @Test
  void dummyRunsWithOnePacket() {
    TestPacket.made();
    PacketAnalyser<TestPacket> analyser =
        analyser(Case.A, 100, StrategyKind.DUMMY, Generator.Kind.COUNTER);
    analyser.run(100_000);
    assertEquals(99_900, analyser.processed());
    assertEquals(1, TestPacket.made());
  }
}
