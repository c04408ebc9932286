package exercise;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Reads by views of the library, which have an order of their own. */
public final class PacketView {
  private static final VarHandle SHORTS =
      MethodHandles.byteBufferViewVarHandle(short[].class, BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, BIG_ENDIAN);

  private ByteBuffer from;
  private int ip;
  private int inner;
  private int begin;
  private int bytes;

  private int one(int at) {
    return Byte.toUnsignedInt(from.get(at));
  }

  private int two(int at) {
    return Short.toUnsignedInt((short) SHORTS.get(from, at));
  }

  private long four(int at) {
    return Integer.toUnsignedLong((int) INTS.get(from, at));
  }

  public int wrap(ByteBuffer buffer, int offset, int length) {
    from = buffer;
    ip = offset + 14;
    int left = length - 14;
    if (left < 0) {
      return Finding.TRUNCATED;
    } else if (two(offset + 12) != 0x0800) {
      return Finding.UNKNOWN;
    } else if (left < 20) {
      return Finding.TRUNCATED;
    } else if (one(ip) >>> 4 != 4) {
      return Finding.UNKNOWN;
    } else if (headerLength() < 20 || totalLength() < headerLength()) {
      return Finding.BROKEN;
    } else if (totalLength() > left) {
      return Finding.TRUNCATED;
    } else if (two(ip + 6) << 19 != 0) {
      return Finding.UNKNOWN;
    }
    inner = ip + headerLength();
    int carried = totalLength() - headerLength();
    return switch (protocol()) {
      case 6 -> {
        int header = carried < 20 ? 0 : one(inner + 12) / 16 * 4;
        if (header < 20 || header > carried) {
          yield Finding.BROKEN;
        }
        begin = inner + header;
        bytes = carried - header;
        yield Finding.PACKET;
      }
      case 17 -> {
        int all = carried < 8 ? 0 : two(inner + 4);
        if (all < 8 || all > carried) {
          yield Finding.BROKEN;
        }
        begin = inner + 8;
        bytes = all - 8;
        yield Finding.PACKET;
      }
      default -> Finding.UNKNOWN;
    };
  }

  public long sourceAddress() {
    return four(ip + 12);
  }

  public long destinationAddress() {
    return four(ip + 16);
  }

  public int protocol() {
    return one(ip + 9);
  }

  public int headerLength() {
    return 4 * (one(ip) % 16);
  }

  public int totalLength() {
    return two(ip + 2);
  }

  public int sourcePort() {
    return two(inner);
  }

  public int destinationPort() {
    return two(inner + 2);
  }

  public long sequence() {
    return protocol() == 6 ? four(inner + 4) : 0;
  }

  public int flags() {
    return protocol() == 6 ? one(inner + 13) : 0;
  }

  public int payloadOffset() {
    return begin;
  }

  public int payloadLength() {
    return bytes;
  }
}
