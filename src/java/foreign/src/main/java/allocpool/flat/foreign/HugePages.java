package allocpool.flat.foreign;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Asks Linux for pages of 2 MB instead of 4 KB, by its call {@code madvise}. A slab of a
 * gigabyte has 266,000 small pages; a processor caches the addresses of a few thousand,
 * and has to look up the others in tables that are in memory, too.
 *
 * <p>The request is only advice: the system provides huge pages while it has some.
 */
final class HugePages {
  /** The length and alignment of a huge page, in bytes. */
  static final long BYTES = 2 << 20;

  private static final Path MODE = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  // From <sys/mman.h>, the same on x86-64 and AArch64.
  private static final int MADV_DONTNEED = 4;
  private static final int MADV_HUGEPAGE = 14;

  private HugePages() {}

  /**
   * Requests huge pages, and touches all of them.
   *
   * <p>An arena zeroes its memory, so all its pages already exist when we get it, and are
   * small. The advice only applies to future pages. Therefore we return the pages to the
   * system; at the next touch it provides new ones.
   *
   * @param memory native and writable; its address and length are multiples of
   *     {@link #BYTES}, and it contains nothing yet
   * @return why the pages remain small; empty if the system took the advice
   */
  // --8<-- [start:use]
  static Optional<String> use(MemorySegment memory) {
    Optional<String> obstacle = obstacle(System.getProperty("os.name"), MODE);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    try {
      MethodHandle madvise = madvise();
      if ((int) madvise.invokeExact(memory, memory.byteSize(), MADV_HUGEPAGE) != 0) {
        return Optional.of("the system refuses the advice");
      }
      if ((int) madvise.invokeExact(memory, memory.byteSize(), MADV_DONTNEED) != 0) {
        return Optional.of("the system does not take the small ones back");
      }
    } catch (IllegalCallerException e) {
      return Optional.of("this virtual machine needs --enable-native-access=ALL-UNNAMED");
    } catch (Throwable e) { // declared by invokeExact; a C function throws nothing
      throw new AssertionError(e);
    }
    memory.fill((byte) 0);
    return Optional.empty();
  }
  // --8<-- [end:use]

  /**
   * Finds the obstacle to huge pages on this system.
   *
   * @param system the system's name
   * @param mode a file that exists on systems with huge pages: their modes, the current
   *     one in brackets
   * @return the reason why a request is pointless, if there is one
   */
  static Optional<String> obstacle(String system, Path mode) {
    if (!system.equals("Linux")) {
      return Optional.of(system + " cannot be asked for them in the way of Linux");
    }
    try {
      return Files.readString(mode).contains("[never]")
          ? Optional.of("they are switched off in " + mode)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of("this system has none: cannot read " + mode);
    }
  }

  // --8<-- [start:madvise]
  @SuppressWarnings("restricted") // Calling native code is this class's purpose.
  private static MethodHandle madvise() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("madvise"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
  }
  // --8<-- [end:madvise]
}
