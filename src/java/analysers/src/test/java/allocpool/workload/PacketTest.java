package allocpool.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PacketTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(Sizes.PACKET_BYTES);

  /** Makes a source whose only number is the given one. */
  private static PacketSource sourceOf(long number) {
    return new PacketSource(new Generator() {
      @Override
      public long next() {
        return number;
      }
    });
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void headerHasTheDefinedBytes() {
    sourceOf(0xFEDC_BA98_7654_3210L).fill(buffer);
    assertArrayEquals(
        bytes(
            0x45, 0, 0x04, 0x00, // version and length, service, total length
            0x32, 0x10, 0x40, 0x00, // identification, flags
            64, 6, 0, 0, // time to live, TCP because the last digit is 0, checksum
            10, 0x65, 0x43, 0x21, // digits 2 to 7 from the right
            192, 168, 0xA9, 0x87, // digits 8 to 11
            0xED, 0xCB, // digits 12 to 15
            0x54, 0x32), // digits 3 to 6
        Arrays.copyOf(buffer.array(), 24));
  }

  @Test
  void onlyHeaderAndPortsAreWritten() {
    Arrays.fill(buffer.array(), (byte) 0x5A);
    sourceOf(-1).fill(buffer);
    for (int i = 24; i < Sizes.PACKET_BYTES; i++) {
      assertEquals(0x5A, buffer.get(i), "byte " + i);
    }
    assertEquals(0, buffer.position());
  }

  @Test
  void parsingReadsUnsignedFields() {
    sourceOf(0xFFFF_FFFF_FFFF_FFFFL).fill(buffer);
    IpPacket packet = IpPacket.parse(buffer);
    assertEquals(4, packet.header.version);
    assertEquals(20, packet.header.headerLength);
    assertEquals(1024, packet.header.totalLength);
    assertEquals(0xFFFF, packet.header.identification);
    assertEquals(64, packet.header.ttl);
    assertEquals(IpHeader.UDP, packet.header.protocol);
    assertFalse(packet.header.isTcp());
    assertEquals("10.255.255.255", packet.header.source.toString());
    assertEquals("192.168.255.255", packet.header.destination.toString());
    assertEquals(0xFFFF, packet.sourcePort);
    assertEquals(0xFFFF, packet.destinationPort);
  }

  @Test
  void parsingHonoursAllBitsOfAHeader() {
    buffer.put(0, (byte) 0xF6).put(8, (byte) 200).put(9, (byte) 255);
    buffer.putShort(24, (short) 0x8001).putShort(26, (short) 0x8002);
    IpPacket packet = IpPacket.parse(buffer);
    assertEquals(15, packet.header.version);
    assertEquals(24, packet.header.headerLength);
    assertEquals(200, packet.header.ttl);
    assertEquals(255, packet.header.protocol);
    assertEquals(0x8001, packet.sourcePort, "ports follow the header, however long");
    assertEquals(0x8002, packet.destinationPort);
    assertEquals(24, ((ByteBuffer) packet.payload).position());
  }

  @Test
  void payloadIsAReadOnlyViewBehindTheHeader() {
    sourceOf(16).fill(buffer);
    IpPacket packet = IpPacket.parse(buffer);
    assertTrue(packet.header.isTcp());
    ByteBuffer payload = (ByteBuffer) packet.payload;
    assertTrue(payload.isReadOnly());
    assertEquals(20, payload.position());
    assertEquals(Sizes.PACKET_BYTES - 20, payload.remaining());
    assertEquals(0, buffer.position(), "the packet's own buffer stays where it was");
    buffer.put(30, (byte) 77);
    assertEquals(77, payload.get(30), "a view, not a copy");
  }
}
