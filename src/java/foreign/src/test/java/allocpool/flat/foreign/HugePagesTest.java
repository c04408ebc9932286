package allocpool.flat.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugePagesTest {
  private static final Path MAPPINGS = Path.of("/proc/self/smaps");

  @TempDir private Path folder;

  private Path mode(String text) throws IOException {
    return Files.writeString(folder.resolve("enabled"), text);
  }

  @Test
  void otherSystemsAreNotAsked() throws IOException {
    Optional<String> why = HugePages.obstacle("Mac OS X", mode("[always] madvise never"));
    assertTrue(why.orElseThrow().startsWith("Mac OS X cannot"), why.toString());
  }

  @Test
  void saysWhenTheyAreSwitchedOffOrNotThere() throws IOException {
    Optional<String> why = HugePages.obstacle("Linux", mode("always madvise [never]\n"));
    assertTrue(why.orElseThrow().contains("switched off in " + folder), why.toString());
    why = HugePages.obstacle("Linux", folder.resolve("no-file"));
    assertTrue(why.orElseThrow().contains("no-file"), why.toString());
  }

  @Test
  void thereIsNoObstacleOtherwise() throws IOException {
    for (String text : List.of("[always] madvise never\n", "always [madvise] never\n")) {
      assertEquals(Optional.empty(), HugePages.obstacle("Linux", mode(text)));
    }
  }

  /** The system shows each mapping's advice. */
  @Test
  void theSystemHasTakenTheAdvice() throws IOException {
    Assumptions.assumeTrue(Files.exists(MAPPINGS), "no " + MAPPINGS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(8 * HugePages.BYTES, HugePages.BYTES);
      Optional<String> why = HugePages.use(memory);
      Assumptions.assumeTrue(why.isEmpty(), why.toString());
      assertTrue(flags(memory.address()).contains("hg"), "the flag of MADV_HUGEPAGE");
      assertEquals(-1, memory.mismatch(arena.allocate(memory.byteSize())), "all zeros");
    }
  }

  /** Returns the flags of the mapping that contains an address. */
  private static List<String> flags(long address) throws IOException {
    boolean isIn = false;
    for (String line : Files.readAllLines(MAPPINGS)) {
      String[] words = line.split("\\s+");
      String[] range = words[0].split("-");
      if (range.length == 2 && !words[0].endsWith(":")) {
        isIn = Long.parseUnsignedLong(range[0], 16) <= address
            && address < Long.parseUnsignedLong(range[1], 16);
      } else if (isIn && words[0].equals("VmFlags:")) {
        return List.of(words);
      }
    }
    throw new AssertionError("no mapping has the address " + Long.toHexString(address));
  }
}
