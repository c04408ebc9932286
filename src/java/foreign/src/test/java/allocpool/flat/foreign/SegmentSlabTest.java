package allocpool.flat.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import allocpool.fixture.SlabAccess;
import allocpool.fixture.SlabContract;
import allocpool.flat.Slab;
import allocpool.workload.Generator;
import allocpool.workload.PacketSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SegmentSlabTest extends SlabContract {
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment segment = arena.allocate((long) SLOTS * Slab.STRIDE, 64);
  private final SegmentSlab slab = new SegmentSlab(arena, segment, Optional.empty());
  private final ByteBuffer memory = segment.asByteBuffer();

  SegmentSlabTest() {
    super(
        IllegalStateException.class, Generator.Kind.RANDOM.forSource()::next,
        new PacketSource(Generator.Kind.RANDOM.forSource())::fill);
  }

  @AfterEach
  void free() {
    if (segment.scope().isAlive()) {
      slab.close();
    }
  }

  @Override
  protected SlabAccess slab() {
    return new SlabAccess(
        memory, slab::fill, slab::parse, slab::word, slab::touch, slab::close);
  }

  @Test
  void closingFreesTheMemory() {
    slab.close();
    assertFalse(segment.scope().isAlive());
    Exception failure = assertThrows(
        IllegalStateException.class, () -> slab.fill(0, 0));
    assertEquals("Already closed", failure.getMessage());
  }

  @Test
  void otherThreadsAreRefused() {
    Exception failure = assertThrows(CompletionException.class, () ->
        CompletableFuture.runAsync(() -> slab.fill(0, 0)).join());
    assertInstanceOf(WrongThreadException.class, failure.getCause());
  }
}
