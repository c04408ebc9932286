package exercise;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Two static lambdas, a table made by a stream, and numbers in the order of the buffer. */
public final class PacketView {
  private static final IntUnaryOperator LOW = number -> number & 0xF;
  private static final IntUnaryOperator HIGH = number -> number >>> 4 & 0xF;
  private static final int[] WORDS = IntStream.range(0, 16).map(words -> words * 4).toArray();

  private ByteBuffer buffer;
  private boolean big;
  private int ip;
  private int above;
  private int payload;
  private int length;

  public int wrap(ByteBuffer packets, int offset, int arrived) {
    buffer = packets;
    big = packets.order() == ByteOrder.BIG_ENDIAN;
    if (arrived < 14) return Finding.TRUNCATED;
    if (unsigned(offset + 12) != 0x0800) return Finding.UNKNOWN;
    if (arrived < 34) return Finding.TRUNCATED;
    ip = offset + 14;
    int first = buffer.get(ip);
    if (HIGH.applyAsInt(first) != 4) return Finding.UNKNOWN;
    int header = WORDS[LOW.applyAsInt(first)];
    int total = totalLength();
    if (header < 20 || total < header) return Finding.BROKEN;
    if (total > arrived - 14) return Finding.TRUNCATED;
    if (unsigned(ip + 6) << 19 != 0) return Finding.UNKNOWN;
    above = ip + header;
    int end = ip + total;
    return switch (protocol()) {
      case 6 -> {
        if (end - above < 20) yield Finding.BROKEN;
        int own = WORDS[HIGH.applyAsInt(buffer.get(above + 12))];
        payload = above + own;
        length = end - payload;
        yield own < 20 || length < 0 ? Finding.BROKEN : Finding.PACKET;
      }
      case 17 -> {
        if (end - above < 8) yield Finding.BROKEN;
        int says = unsigned(above + 4);
        payload = above + 8;
        length = says - 8;
        yield says < 8 || says > end - above ? Finding.BROKEN : Finding.PACKET;
      }
      default -> Finding.UNKNOWN;
    };
  }

  private int unsigned(int at) {
    short number = buffer.getShort(at);
    return (big ? number : Short.reverseBytes(number)) & 0xFFFF;
  }

  private long number(int at) {
    int number = buffer.getInt(at);
    return Integer.toUnsignedLong(big ? number : Integer.reverseBytes(number));
  }

  public long sourceAddress() {
    return number(ip + 12);
  }

  public long destinationAddress() {
    return number(ip + 16);
  }

  public int protocol() {
    return buffer.get(ip + 9) & 0xFF;
  }

  public int headerLength() {
    return above - ip;
  }

  public int totalLength() {
    return unsigned(ip + 2);
  }

  public int sourcePort() {
    return unsigned(above);
  }

  public int destinationPort() {
    return unsigned(above + 2);
  }

  public long sequence() {
    return protocol() == 6 ? number(above + 4) : 0;
  }

  public int flags() {
    return protocol() == 6 ? buffer.get(above + 13) & 0xFF : 0;
  }

  public int payloadOffset() {
    return payload;
  }

  public int payloadLength() {
    return length;
  }
}
