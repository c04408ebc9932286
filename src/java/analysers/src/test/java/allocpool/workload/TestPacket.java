package allocpool.workload;

import java.nio.ByteBuffer;

/** A packet class that counts its instances. */
final class TestPacket extends BufferPacket {
  private static int made;

  TestPacket() {
    super(ByteBuffer.allocate(Sizes.PACKET_BYTES));
    made++;
  }

  /** Returns the number made since the last call. */
  static int made() {
    int count = made;
    made = 0;
    return count;
  }
}
