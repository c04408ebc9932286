package allocpool.service;

import allocpool.allocator.BufferAllocator;
import allocpool.allocator.Memory;
import allocpool.allocator.PlainAllocator;
import allocpool.allocator.PoolSettings;
import allocpool.allocator.PoolingAllocator;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where buffers come from. */
enum BufferKind {
  /** A new one in the Java heap for each use. */
  HEAP_NEW("heap-new", Memory.HEAP, false),
  /** A new one outside of it for each use. */
  DIRECT_NEW("direct-new", Memory.DIRECT, false),
  /** One in the Java heap, which is used again. */
  HEAP_POOL("heap-pool", Memory.HEAP, true),
  /** One outside of it, which is used again. */
  DIRECT_POOL("direct-pool", Memory.DIRECT, true);

  private final String label;
  private final Memory memory;
  private final boolean pooled;

  BufferKind(String label, Memory memory, boolean pooled) {
    this.label = label;
    this.memory = memory;
    this.pooled = pooled;
  }

  /** Its name on the command line. */
  String label() {
    return label;
  }

  // --8<-- [start:buffer-kinds]
  /** Makes an allocator that has lent nothing yet. */
  BufferAllocator allocator() {
    return pooled
        ? new PoolingAllocator(PoolSettings.of(memory)) : new PlainAllocator(memory);
  }
  // --8<-- [end:buffer-kinds]

  static String labels() {
    return Arrays.stream(values()).map(BufferKind::label)
        .collect(Collectors.joining(", "));
  }

  /** Reads a kind. */
  static final class Reader implements ITypeConverter<BufferKind> {
    @Override
    public BufferKind convert(String value) {
      return Arrays.stream(values())
          .filter(kind -> kind.label.equals(value))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException(
              "'" + value + "' is none of " + labels()));
    }
  }
}
