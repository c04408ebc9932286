package allocpool.flat.address;

import allocpool.fixture.SlabAccess;
import allocpool.fixture.SlabContract;
import allocpool.flat.Slab;
import allocpool.workload.Generator;
import allocpool.workload.PacketSource;
import org.junit.jupiter.api.AfterEach;

class MappedSlabTest extends SlabContract {
  private final MappedSlab slab = MappedSlab.allocate(SLOTS, false);
  private boolean open = true;

  MappedSlabTest() {
    super(
        IndexOutOfBoundsException.class, Generator.Kind.RANDOM.forSource()::next,
        new PacketSource(Generator.Kind.RANDOM.forSource())::fill);
  }

  @AfterEach
  void free() {
    if (open) {
      close();
    }
  }

  private void close() {
    slab.close();
    open = false;
  }

  @Override
  protected SlabAccess slab() {
    return new SlabAccess(
        Memory.ALL.asSlice(slab.begin(), (long) SLOTS * Slab.STRIDE).asByteBuffer(),
        slab::fill, slab::parse, slab::word, slab::touch, this::close);
  }
}
