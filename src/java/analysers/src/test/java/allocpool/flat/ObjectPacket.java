package allocpool.flat;

import allocpool.workload.Analyser;
import allocpool.workload.BufferPacket;
import allocpool.workload.Generator;
import allocpool.workload.PacketAnalyser;
import allocpool.workload.Sizes;
import allocpool.workload.StrategyKind;
import java.nio.ByteBuffer;

/** A packet that is an object, for comparison. */
final class ObjectPacket extends BufferPacket {
  private ObjectPacket() {
    super(ByteBuffer.allocate(Sizes.PACKET_BYTES));
  }

  static Analyser analyser(Sizes sizes, Generator.Kind generator) {
    return new PacketAnalyser<>(sizes, StrategyKind.ALLOC, generator, ObjectPacket::new);
  }
}
