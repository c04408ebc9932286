package allocpool.flat;

import allocpool.workload.IpHeader;
import allocpool.workload.Sizes;

/**
 * The header of a packet as numbers of 64 bits: three of them, one behind the other and
 * each with its highest byte first, are the twenty bytes of IPv4 without options and the
 * two ports. So to write a header takes three accesses to memory and to read one takes
 * three, where field by field it would be twelve and nine.
 *
 * <p>What is read from a header becomes three numbers again, those of which a digest is
 * taken: {@link allocpool.workload.Digest#add(long, long, long, long)} says what is in
 * them.
 */
public final class Header {
  /** Bytes from the packet's begin to the ports, if the header has no options. */
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
   * Version, lengths, identification and flags of a packet to be written.
   *
   * @param r the number that the packet is made of
   * @return its bytes 0 to 7
   */
  public static long first(long r) {
    return FIRST | (r & 0xFFFF) << 16;
  }

  /**
   * Time to live, protocol, a checksum of 0 and the source of a packet to be written.
   *
   * @param r the number that the packet is made of
   * @return its bytes 8 to 15
   */
  public static long second(long r) {
    long protocol = (r & 15) == 0 ? IpHeader.TCP : IpHeader.UDP;
    return TIME_TO_LIVE << 56 | protocol << 48 | FROM | (r >>> 4 & 0xFFFFFF);
  }

  /**
   * Destination and ports of a packet to be written.
   *
   * @param r the number that the packet is made of
   * @return its bytes 16 to 23
   */
  public static long third(long r) {
    long destination = TO | (r >>> 28 & 0xFFFF);
    return destination << 32 | (r >>> 44 & 0xFFFF) << 16 | (r >>> 8 & 0xFFFF);
  }
  // --8<-- [end:write]

  /**
   * How long a header is, and so where the ports are.
   *
   * @param first a packet's bytes 0 to 7
   * @return bytes, 0 to 60
   */
  public static int length(long first) {
    return (int) (first >>> 56 & 0xF) * 4;
  }

  /**
   * The protocol of a packet.
   *
   * @param second its bytes 8 to 15
   * @return the protocol's number, 8 bits
   */
  public static int protocol(long second) {
    return (int) (second >>> 48) & 0xFF;
  }

  /**
   * Both addresses of a packet.
   *
   * @param second its bytes 8 to 15
   * @param third its bytes 16 to 23
   * @return source and destination, 32 bits each
   */
  public static long addresses(long second, long third) {
    return second << 32 | third >>> 32;
  }

  /**
   * The ports of a packet whose header has options.
   *
   * @param word which has the ports in one of its halves: as many words behind the first
   *     one as the header is long, rounded down
   * @param length the header's length in bytes
   * @return the ports in the lower half; the upper one means nothing
   */
  public static long portsIn(long word, int length) {
    return length % 8 == 0 ? word >>> 32 : word;
  }

  /**
   * The ports of a packet, and what has no other place.
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
   * The version of a packet and how long it says it is.
   *
   * @param first its bytes 0 to 7
   * @return version and header length in bytes, 8 bits each; total length, 16 bits
   */
  public static long lengths(long first) {
    return (first >>> 60) << 24 | (long) length(first) << 16 | (first >>> 32 & 0xFFFF);
  }
}
