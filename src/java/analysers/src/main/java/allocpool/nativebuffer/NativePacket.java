package allocpool.nativebuffer;

import allocpool.workload.BufferPacket;
import java.nio.ByteBuffer;

// --8<-- [start:packet]
/** A packet whose bytes are a slot of native memory, reached through a slice. */
final class NativePacket extends BufferPacket {
  final int slot;

  NativePacket(int slot, ByteBuffer slice) {
    super(slice);
    this.slot = slot;
  }
}
// --8<-- [end:packet]
