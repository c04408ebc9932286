package exercise;

import expect.Expect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** For learning: what a view must return for a few packets. The judge has many more. */
public final class PublicTest {
  private static final String ETHERNET = "020000000001" + "020000000002" + "0800";
  private static final String TCP_HEADER =
      "c35001bb" + "89abcdef" + "00000000" + "6092ffff" + "00000000" + "020405b4";
  private static final String TCP = ETHERNET
      + "45000030" + "1c464000" + "40060000" + "c0a80a01" + "d0000002"
      + TCP_HEADER + "deadbeef";
  private static final String TCP_WITH_IP_OPTIONS = ETHERNET
      + "46000034" + "1c464000" + "40060000" + "c0a80a01" + "d0000002" + "01010101"
      + TCP_HEADER + "deadbeef";
  private static final String UDP = ETHERNET
      + "45000020" + "00010000" + "40110000" + "c0a80a01" + "08080808"
      + "ff000035" + "000c0000" + "cafe0001";
  private static final String PADDING = "000000000000";

  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    readsTcp();
    stepsOverOptions();
    readsUdp();
    isMovedFromPacketToPacket();
    leavesTheBufferAlone();
    tellsWhatIsTruncated();
    tellsWhatIsUnknown();
    tellsWhatIsBroken();
    Expect.done();
  }

  private static void readsTcp() {
    ByteBuffer buffer = ByteBuffer.allocate(100);
    put(buffer, 3, TCP);
    PacketView view = new PacketView();
    Expect.same("what is found at 3", Finding.PACKET, view.wrap(buffer, 3, length(TCP)));
    Expect.same("the source address", 0xC0A8_0A01L, view.sourceAddress());
    Expect.same("the destination address", 0xD000_0002L, view.destinationAddress());
    Expect.same("the protocol", 6, view.protocol());
    Expect.same("the length of IP's header", 20, view.headerLength());
    Expect.same("the total length", 48, view.totalLength());
    Expect.same("the source port", 50_000, view.sourcePort());
    Expect.same("the destination port", 443, view.destinationPort());
    Expect.same("the sequence number", 0x89AB_CDEFL, view.sequence());
    Expect.same("the flags", 0x92, view.flags());
    Expect.same("where the payload begins (3 + 14 + 20 + 24)", 61, view.payloadOffset());
    Expect.same("its length", 4, view.payloadLength());
  }

  private static void stepsOverOptions() {
    PacketView view = view(TCP_WITH_IP_OPTIONS);
    Expect.same("the length of an IP header with options", 24, view.headerLength());
    Expect.same("the source port behind them", 50_000, view.sourcePort());
    Expect.same("the flags behind them", 0x92, view.flags());
    Expect.same("where the payload begins, behind them", 62, view.payloadOffset());
    Expect.same("its length, options or not", 4, view.payloadLength());
  }

  private static void readsUdp() {
    PacketView view = view(UDP + PADDING);
    Expect.same("UDP's protocol", 17, view.protocol());
    Expect.same("UDP's source port", 65_280, view.sourcePort());
    Expect.same("its destination port", 53, view.destinationPort());
    Expect.same("where its payload begins", 42, view.payloadOffset());
    Expect.same("the payload's length, without padding", 4, view.payloadLength());
  }

  private static void isMovedFromPacketToPacket() {
    ByteBuffer buffer = ByteBuffer.allocate(200);
    put(buffer, 0, TCP);
    put(buffer, 100, UDP);
    PacketView one = new PacketView();
    PacketView other = new PacketView();
    one.wrap(buffer, 0, length(TCP));
    other.wrap(buffer, 0, length(TCP));
    one.wrap(buffer, 100, length(UDP));
    Expect.same("the sequence number of UDP after TCP", 0, one.sequence());
    Expect.same("the flags of UDP after TCP", 0, one.flags());
    Expect.same("the port that another view still sees", 50_000, other.sourcePort());
  }

  private static void leavesTheBufferAlone() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(100).order(ByteOrder.LITTLE_ENDIAN);
    put(buffer, 0, TCP);
    buffer.position(7);
    PacketView view = new PacketView();
    view.wrap(buffer, 0, length(TCP));
    Expect.same("a port in a little-endian buffer", 50_000, view.sourcePort());
    Expect.same("the buffer's position, which was 7", 7, buffer.position());
    Expect.that("its byte order is as it was", buffer.order() == ByteOrder.LITTLE_ENDIAN);
  }

  private static void tellsWhatIsTruncated() {
    ByteBuffer buffer = ByteBuffer.allocate(length(TCP));
    put(buffer, 0, TCP);
    int whole = length(TCP);
    int truncated = 0;
    for (int arrived = 0; arrived < whole; arrived++) {
      if (new PacketView().wrap(buffer, 0, arrived) == Finding.TRUNCATED) {
        truncated++;
      }
    }
    Expect.same("of all beginnings of a packet, those that are found truncated",
        whole, truncated);
    Expect.same("no byte at all, at the buffer's end", Finding.TRUNCATED,
        new PacketView().wrap(buffer, whole, 0));
    Expect.same("a total length one byte beyond", Finding.TRUNCATED,
        found(changed(TCP, 16, "0031")));
  }

  private static void tellsWhatIsUnknown() {
    Expect.same("the type of IPv6", Finding.UNKNOWN, found(changed(TCP, 12, "86dd")));
    Expect.same("version 6, and a header too short", Finding.UNKNOWN,
        found(changed(TCP, 14, "60")));
    Expect.same("the protocol ICMP", Finding.UNKNOWN, found(changed(TCP, 23, "01")));
    Expect.same("a later fragment", Finding.UNKNOWN, found(changed(TCP, 20, "0001")));
    Expect.same("a first fragment", Finding.PACKET, found(changed(TCP, 20, "2000")));
  }

  private static void tellsWhatIsBroken() {
    Expect.same("a header of 16 bytes", Finding.BROKEN, found(changed(TCP, 14, "44")));
    Expect.same("a total length of 19", Finding.BROKEN, found(changed(TCP, 16, "0013")));
    Expect.same("19 bytes for TCP", Finding.BROKEN, found(changed(TCP, 16, "0027")));
    Expect.same("a TCP header of 16 bytes", Finding.BROKEN,
        found(changed(TCP, 46, "40")));
    Expect.same("one of 32, where IP carries 28", Finding.BROKEN,
        found(changed(TCP, 46, "80")));
    Expect.same("a UDP length of 7", Finding.BROKEN, found(changed(UDP, 38, "0007")));
    Expect.same("one of 8: no payload", Finding.PACKET, found(changed(UDP, 38, "0008")));
    Expect.same("one of 13, where IP carries 12", Finding.BROKEN,
        found(changed(UDP + PADDING, 38, "000d")));
  }

  // Packets are written in hexadecimal, with two digits per byte.

  private static int length(String packet) {
    return packet.length() / 2;
  }

  private static void put(ByteBuffer buffer, int offset, String packet) {
    for (int i = 0; i < length(packet); i++) {
      int value = Integer.parseInt(packet.substring(2 * i, 2 * i + 2), 16);
      buffer.put(offset + i, (byte) value);
    }
  }

  private static String changed(String packet, int place, String bytes) {
    int end = 2 * place + bytes.length();
    return packet.substring(0, 2 * place) + bytes + packet.substring(end);
  }

  private static int found(String packet) {
    ByteBuffer buffer = ByteBuffer.allocate(length(packet));
    put(buffer, 0, packet);
    return new PacketView().wrap(buffer, 0, length(packet));
  }

  private static PacketView view(String packet) {
    ByteBuffer buffer = ByteBuffer.allocate(length(packet));
    put(buffer, 0, packet);
    PacketView view = new PacketView();
    Expect.same("what is found", Finding.PACKET, view.wrap(buffer, 0, length(packet)));
    return view;
  }
}
