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

/** The source of buffers. */
enum BufferKind {
  /** A new one in the Java heap for each use. */
  HEAP_NEW("heap-new", Memory.HEAP, false),
  /** A new one outside the heap for each use. */
  DIRECT_NEW("direct-new", Memory.DIRECT, false),
  /** A pooled one in the Java heap. */
  HEAP_POOL("heap-pool", Memory.HEAP, true),
  /** A pooled one outside the heap. */
  DIRECT_POOL("direct-pool", Memory.DIRECT, true);

  private final String label;
  private final Memory memory;
  private final boolean pooled;

  BufferKind(String label, Memory memory, boolean pooled) {
    this.label = label;
    this.memory = memory;
    this.pooled = pooled;
  }

  /** Returns its name on the command line. */
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

  /** Parses a kind. */
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
