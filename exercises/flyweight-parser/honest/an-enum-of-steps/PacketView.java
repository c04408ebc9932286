package exercise;

import java.nio.ByteBuffer;

/** Objects for what is above IP: there are two, and they are made once. */
public final class PacketView {
  private abstract class Transport {
    abstract int check(int room);

    abstract int headerLength();

    int length;

    long sequence() {
      return 0;
    }

    int flags() {
      return 0;
    }
  }

  private final class Tcp extends Transport {
    @Override
    int check(int room) {
      if (room < 20 || headerLength() < 20 || headerLength() > room) {
        return Finding.BROKEN;
      }
      length = room - headerLength();
      return Finding.PACKET;
    }

    @Override
    int headerLength() {
      return (read(at + 12, 1) >> 4) << 2;
    }

    @Override
    long sequence() {
      return wide(at + 4);
    }

    @Override
    int flags() {
      return read(at + 13, 1);
    }
  }

  private final class Udp extends Transport {
    @Override
    int check(int room) {
      if (room < 8) {
        return Finding.BROKEN;
      }
      length = read(at + 4, 2) - 8;
      return length < 0 || length + 8 > room ? Finding.BROKEN : Finding.PACKET;
    }

    @Override
    int headerLength() {
      return 8;
    }
  }

  private final Transport tcp = new Tcp();
  private final Transport udp = new Udp();
  private Transport transport = udp;
  private ByteBuffer data;
  private int start;
  private int at;

  public int wrap(ByteBuffer packets, int offset, int length) {
    this.data = packets;
    this.start = offset + 14;
    if (length < 14) {
      return Finding.TRUNCATED;
    } else if (read(offset + 12, 2) != 0x0800) {
      return Finding.UNKNOWN;
    } else if (length < 34) {
      return Finding.TRUNCATED;
    } else if (read(start, 1) >> 4 != 4) {
      return Finding.UNKNOWN;
    } else if (headerLength() < 20 || totalLength() < headerLength()) {
      return Finding.BROKEN;
    } else if (totalLength() > length - 14) {
      return Finding.TRUNCATED;
    } else if (read(start + 6, 2) % 0x2000 != 0) {
      return Finding.UNKNOWN;
    }
    this.at = start + headerLength();
    if (protocol() == 6) {
      transport = tcp;
    } else if (protocol() == 17) {
      transport = udp;
    } else {
      return Finding.UNKNOWN;
    }
    return transport.check(totalLength() - headerLength());
  }

  private int read(int from, int bytes) {
    int number = 0;
    for (int i = from; i < from + bytes; i++) {
      number = number * 256 + (data.get(i) + 256) % 256;
    }
    return number;
  }

  private long wide(int from) {
    return 65_536L * read(from, 2) + read(from + 2, 2);
  }

  public long sourceAddress() {
    return wide(start + 12);
  }

  public long destinationAddress() {
    return wide(start + 16);
  }

  public int protocol() {
    return read(start + 9, 1);
  }

  public int headerLength() {
    return read(start, 1) % 16 * 4;
  }

  public int totalLength() {
    return read(start + 2, 2);
  }

  public int sourcePort() {
    return read(at, 2);
  }

  public int destinationPort() {
    return read(at + 2, 2);
  }

  public long sequence() {
    return transport.sequence();
  }

  public int flags() {
    return transport.flags();
  }

  public int payloadOffset() {
    return at + transport.headerLength();
  }

  public int payloadLength() {
    return transport.length;
  }
}
