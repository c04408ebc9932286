package exercise;

import java.nio.ByteBuffer;

/**
 * The headers of a packet, read where they lie: Ethernet, IPv4, and TCP or UDP. One view
 * is moved from packet to packet. It copies nothing, allocates nothing, and leaves the
 * buffer as it is. For one thread.
 *
 * <p>What it tells is that of the packet that {@link #wrap} has found last, as long as
 * its bytes stay where they are. After any other finding it tells nothing of use.
 */
public final class PacketView {
  // Your code here.

  /**
   * Looks at the bytes that have arrived.
   *
   * @param packets holds them; direct or not, in either byte order
   * @param offset where they begin in the buffer, from 0
   * @param length how many there are, 0 or more
   * @return a {@link Finding}
   */
  public int wrap(ByteBuffer packets, int offset, int length) {
    // Your code here.
    return Finding.UNKNOWN;
  }

  /** IP's source address, without a sign. */
  public long sourceAddress() {
    // Your code here.
    return 0;
  }

  /** IP's destination address, without a sign. */
  public long destinationAddress() {
    // Your code here.
    return 0;
  }

  /** What IP carries: 6 for TCP, 17 for UDP. */
  public int protocol() {
    // Your code here.
    return 0;
  }

  /** The length of IP's header, options included, in bytes. */
  public int headerLength() {
    // Your code here.
    return 0;
  }

  /** The length of IP's header and all that it carries, in bytes. */
  public int totalLength() {
    // Your code here.
    return 0;
  }

  /** The port that it comes from, 0 to 65,535. */
  public int sourcePort() {
    // Your code here.
    return 0;
  }

  /** The port that it goes to, 0 to 65,535. */
  public int destinationPort() {
    // Your code here.
    return 0;
  }

  /** TCP's sequence number, without a sign; 0 for UDP. */
  public long sequence() {
    // Your code here.
    return 0;
  }

  /** TCP's eight flags, FIN the lowest of them; 0 for UDP. */
  public int flags() {
    // Your code here.
    return 0;
  }

  /** Where in the buffer begins what TCP or UDP carries. */
  public int payloadOffset() {
    // Your code here.
    return 0;
  }

  /** How many bytes TCP or UDP carries. */
  public int payloadLength() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
