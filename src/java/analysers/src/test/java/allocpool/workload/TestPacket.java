package allocpool.workload;

import java.nio.ByteBuffer;

/** A packet that knows how many were made. */
final class TestPacket extends BufferPacket {
  private static int made;

  TestPacket() {
    super(ByteBuffer.allocate(Sizes.PACKET_BYTES));
    made++;
  }

  /** How many were made since the last call. */
  static int made() {
    int count = made;
    made = 0;
    return count;
  }
}
