package allocpool.heap;

import allocpool.workload.Packet;
import allocpool.workload.Sizes;
import java.nio.ByteBuffer;

// --8<-- [start:packet]
/** A packet whose bytes are an array in the Java heap. */
final class HeapPacket extends Packet {
  HeapPacket() {
    super(ByteBuffer.allocate(Sizes.PACKET_BYTES));
  }
}
// --8<-- [end:packet]
