package exercise;

import java.nio.ByteBuffer;

/**
 * Reads a packet's headers in place: Ethernet, IPv4, and TCP or UDP. A single view can
 * move from packet to packet. It copies nothing, allocates nothing, and leaves the buffer
 * unchanged. For one thread.
 *
 * <p>The methods return the fields of the packet that {@link #wrap} has found last, as
 * long as its bytes stay where they are. After any other finding they return garbage.
 */
public final class PacketView {
  // Your code here.

  /**
   * Parses the bytes that have arrived.
   *
   * @param packets the buffer with the bytes; direct or not, in either byte order
   * @param offset where they begin in the buffer, from 0
   * @param length how many there are, 0 or more
   * @return a {@link Finding}
   */
  public int wrap(ByteBuffer packets, int offset, int length) {
    // Your code here.
    return Finding.UNKNOWN;
  }

  /** IP's source address, unsigned. */
  public long sourceAddress() {
    // Your code here.
    return 0;
  }

  /** IP's destination address, unsigned. */
  public long destinationAddress() {
    // Your code here.
    return 0;
  }

  /** The protocol that IP carries: 6 for TCP, 17 for UDP. */
  public int protocol() {
    // Your code here.
    return 0;
  }

  /** The length of IP's header, including options, in bytes. */
  public int headerLength() {
    // Your code here.
    return 0;
  }

  /** The length of IP's header and payload, in bytes. */
  public int totalLength() {
    // Your code here.
    return 0;
  }

  /** The source port, 0 to 65,535. */
  public int sourcePort() {
    // Your code here.
    return 0;
  }

  /** The destination port, 0 to 65,535. */
  public int destinationPort() {
    // Your code here.
    return 0;
  }

  /** TCP's sequence number, unsigned; 0 for UDP. */
  public long sequence() {
    // Your code here.
    return 0;
  }

  /** TCP's eight flags, with FIN as the lowest bit; 0 for UDP. */
  public int flags() {
    // Your code here.
    return 0;
  }

  /** Where the payload of TCP or UDP begins in the buffer. */
  public int payloadOffset() {
    // Your code here.
    return 0;
  }

  /** The length of that payload, in bytes. */
  public int payloadLength() {
    // Your code here.
    return 0;
  }

  // Your code here.
}
