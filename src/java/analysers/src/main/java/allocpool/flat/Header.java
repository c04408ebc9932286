package allocpool.flat;

import allocpool.workload.IpHeader;
import allocpool.workload.Sizes;

/**
 * A packet's header as 64-bit numbers: three consecutive words, each big-endian, are the
 * twenty bytes of IPv4 without options and the two ports. So writing a header takes three
 * memory accesses, and so does reading one, instead of twelve and nine field by field.
 *
 * <p>A parsed header becomes three numbers again, those that go into a digest:
 * {@link allocpool.workload.Digest#add(long, long, long, long)} specifies them.
 */
public final class Header {
  /** Bytes from the packet's start to the ports, if the header has no options. */
  public static final int BYTES = 20;

  /** Version 4, five words, the packet's length, no identification, don't fragment. */
  private static final long FIRST =
      0x45L << 56 | (long) Sizes.PACKET_BYTES << 32 | 0x4000;

  private static final long TIME_TO_LIVE = 64;
  private static final long FROM = 10L << 24; // 10.*.*.*
  private static final long TO = 192L << 24 | 168L << 16; // 192.168.*.*

  private Header() {}

  // --8<-- [start:write]
  /**
   * Returns version, lengths, identification and flags of a packet to write.
   *
   * @param r the number that the packet is made from
   * @return its bytes 0 to 7
   */
  public static long first(long r) {
    return FIRST | (r & 0xFFFF) << 16;
  }

  /**
   * Returns time to live, protocol, a checksum of 0 and the source of a packet to write.
   *
   * @param r the number that the packet is made from
   * @return its bytes 8 to 15
   */
  public static long second(long r) {
    long protocol = (r & 15) == 0 ? IpHeader.TCP : IpHeader.UDP;
    return TIME_TO_LIVE << 56 | protocol << 48 | FROM | (r >>> 4 & 0xFFFFFF);
  }

  /**
   * Returns the destination and ports of a packet to write.
   *
   * @param r the number that the packet is made from
   * @return its bytes 16 to 23
   */
  public static long third(long r) {
    long destination = TO | (r >>> 28 & 0xFFFF);
    return destination << 32 | (r >>> 44 & 0xFFFF) << 16 | (r >>> 8 & 0xFFFF);
  }
  // --8<-- [end:write]

  /**
   * Returns a header's length, which is also the ports' offset.
   *
   * @param first a packet's bytes 0 to 7
   * @return the length in bytes, 0 to 60
   */
  public static int length(long first) {
    return (int) (first >>> 56 & 0xF) * 4;
  }

  /**
   * Returns a packet's protocol.
   *
   * @param second its bytes 8 to 15
   * @return the protocol's number, 8 bits
   */
  public static int protocol(long second) {
    return (int) (second >>> 48) & 0xFF;
  }

  /**
   * Returns both addresses of a packet.
   *
   * @param second its bytes 8 to 15
   * @param third its bytes 16 to 23
   * @return source and destination, 32 bits each
   */
  public static long addresses(long second, long third) {
    return second << 32 | third >>> 32;
  }

  /**
   * Returns the ports of a packet whose header has options.
   *
   * @param word the word with the ports in one of its halves, at the header's length in
   *     words, rounded down, from the first
   * @param length the header's length in bytes
   * @return the ports in the lower half; the upper half is meaningless
   */
  public static long portsIn(long word, int length) {
    return length % 8 == 0 ? word >>> 32 : word;
  }

  /**
   * Returns a packet's ports, identification, protocol and time to live.
   *
   * @param first its bytes 0 to 7
   * @param second its bytes 8 to 15
   * @param ports in the lower half, source port and destination port, 16 bits each
   * @return source port, destination port and identification, 16 bits each; protocol and
   *     time to live, 8 bits each
   */
  public static long ports(long first, long second, long ports) {
    long protocol = protocol(second);
    long timeToLive = second >>> 56;
    return ports << 32 | (first & 0xFFFF0000L) | protocol << 8 | timeToLive;
  }

  /**
   * Returns a packet's version and stated lengths.
   *
   * @param first its bytes 0 to 7
   * @return version and header length in bytes, 8 bits each; total length, 16 bits
   */
  public static long lengths(long first) {
    return (first >>> 60) << 24 | (long) length(first) << 16 | (first >>> 32 & 0xFFFF);
  }
}
