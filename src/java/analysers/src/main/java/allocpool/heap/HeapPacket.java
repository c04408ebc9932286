package allocpool.heap;

import allocpool.workload.BufferPacket;
import allocpool.workload.Sizes;
import java.nio.ByteBuffer;

// --8<-- [start:packet]
/** A packet whose bytes are an array in the Java heap. */
final class HeapPacket extends BufferPacket {
  HeapPacket() {
    super(ByteBuffer.allocate(Sizes.PACKET_BYTES));
  }
}
// --8<-- [end:packet]
