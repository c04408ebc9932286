package allocpool.flat.address;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Memory straight from the operating system, by its calls: all of it touched, and in huge
 * pages where the system provides them. An arena zeroes its memory before huge pages can
 * be requested; a mapping is made, advised and then touched.
 */
final class Mapping implements AutoCloseable {
  /** The length and alignment of a huge page, in bytes. */
  static final long HUGE_PAGE = 2 << 20;

  private static final long SMALL_PAGE = 4096;

  // From <sys/mman.h>, the same on x86-64 and AArch64.
  private static final int PROT_READ_WRITE = 1 | 2;
  private static final int MAP_PRIVATE = 2;
  private static final int MAP_ANONYMOUS_LINUX = 0x20;
  private static final int MAP_ANONYMOUS_MAC = 0x1000;
  private static final int MADV_HUGEPAGE = 14;
  private static final int MADV_NOHUGEPAGE = 15;

  private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

  private final long mapped;
  private final long mappedBytes;
  private final long begin;
  private final long bytes;
  private final boolean hugePages;
  private long next;
  private boolean open = true;

  private Mapping(long mapped, long mappedBytes, long bytes, boolean hugePages) {
    this.mapped = mapped;
    this.mappedBytes = mappedBytes;
    begin = Math.ceilDiv(mapped, HUGE_PAGE) * HUGE_PAGE;
    this.bytes = bytes;
    this.hugePages = hugePages;
    next = begin;
  }

  /**
   * Checks that the virtual machine allows native access, before anything is tried.
   *
   * @throws IllegalStateException if it does not
   */
  static void requireNativeAccess() {
    if (!Mapping.class.getModule().isNativeAccessEnabled()) {
      throw new IllegalStateException(
          "this virtual machine needs --enable-native-access=ALL-UNNAMED");
    }
  }

  /**
   * Maps memory.
   *
   * @param bytes the size, at least 1
   * @param hugePages whether to try huge pages
   * @return zeroed memory
   * @throws IllegalStateException if the system refuses
   */
  // --8<-- [start:map]
  static Mapping of(long bytes, boolean hugePages) {
    long length = Math.ceilDiv(bytes, HUGE_PAGE) * HUGE_PAGE;
    long mappedBytes = length + HUGE_PAGE; // leaves room to align to a huge page
    long mapped = call(() -> (long) Calls.MMAP.invokeExact(
        0L, mappedBytes, PROT_READ_WRITE,
        MAP_PRIVATE | (LINUX ? MAP_ANONYMOUS_LINUX : MAP_ANONYMOUS_MAC), -1, 0L));
    if (mapped == -1) {
      throw new IllegalStateException(
          "out of native memory: the system refuses " + (mappedBytes >> 20) + " MB");
    }
    Mapping mapping = new Mapping(mapped, mappedBytes, length, hugePages);
    if (LINUX) {
      int advice = hugePages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE;
      // Whether the kernel followed the advice shows later.
      call(() -> (int) Calls.MADVISE.invokeExact(mapping.begin, length, advice));
    }
    for (long at = 0; at < length; at += SMALL_PAGE) {
      Memory.set(mapping.begin + at, 0);
    }
    return mapping;
  }
  // --8<-- [end:map]

  /** Returns the total size that parts of these sizes need. */
  static long bytes(long... parts) {
    long sum = 0;
    for (long part : parts) {
      sum += rounded(part);
    }
    return sum;
  }

  /**
   * Returns the next part.
   *
   * @param length in bytes
   * @return its address, aligned to a small page
   */
  long part(long length) {
    long address = next;
    next += rounded(length);
    if (next > begin + bytes) {
      throw new IllegalArgumentException("the mapping is too small for its parts");
    }
    return address;
  }

  private static long rounded(long length) {
    return Math.ceilDiv(length, SMALL_PAGE) * SMALL_PAGE;
  }

  /**
   * Asks the system which pages it provided.
   *
   * @return why most of them are small; empty if they are not, or were requested to be
   */
  Optional<String> whySmallPages() {
    try {
      return !hugePages || bytesInHugePages() > bytes / 2
          ? Optional.empty()
          : Optional.of("the system gave none, or too few");
    } catch (IOException e) {
      return Optional.of("the system does not tell of any: " + e.getMessage());
    }
  }

  /** Sums over all overlapping areas; the system may have merged this one with others. */
  private long bytesInHugePages() throws IOException {
    boolean isOurs = false;
    long kilobytes = 0;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      String[] words = line.split("\\s+");
      String[] range = words[0].split("-");
      if (range.length == 2 && !words[0].endsWith(":")) {
        isOurs = Long.parseUnsignedLong(range[0], 16) < begin + bytes
            && Long.parseUnsignedLong(range[1], 16) > begin;
      } else if (isOurs && words[0].equals("AnonHugePages:")) {
        kilobytes += Long.parseLong(words[1]);
      }
    }
    return kilobytes << 10;
  }

  /**
   * Checks that the mapping is open.
   *
   * @throws IllegalStateException after {@link #close()}
   */
  void checkOpen() {
    if (!open) {
      throw new IllegalStateException("Already closed");
    }
  }

  /** Unmaps the memory. Later accesses are not prevented. */
  @Override
  public void close() {
    if (open) {
      open = false;
      call(() -> (int) Calls.MUNMAP.invokeExact(mapped, mappedBytes));
    }
  }

  private interface Call<T> {
    T make() throws Throwable;
  }

  private static <T> T call(Call<T> call) {
    try {
      return call.make();
    } catch (Throwable e) { // declared by invokeExact; a C function throws nothing
      throw new AssertionError(e);
    }
  }

  /** The system's functions. */
  private static final class Calls {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    static final MethodHandle MMAP = find("mmap", LONG, LONG, LONG, INT, INT, INT, LONG);
    static final MethodHandle MADVISE = find("madvise", INT, LONG, LONG, INT);
    static final MethodHandle MUNMAP = find("munmap", INT, LONG, LONG);

    private Calls() {}

    @SuppressWarnings("restricted") // Calling native code is this class's purpose.
    private static MethodHandle find(
        String name, MemoryLayout result, MemoryLayout... arguments) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name),
          FunctionDescriptor.of(result, arguments));
    }
  }
}
