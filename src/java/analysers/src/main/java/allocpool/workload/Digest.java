package allocpool.workload;

/**
 * A 64-bit sum over an analyser's counts and its packets, each packet mixed with its
 * place. All arithmetic is modulo 2^64, so the order of additions does not matter.
 */
public final class Digest {
  private static final long TCP = 0x544350; // the three letters in ASCII

  private long sum;

  /**
   * Starts with the counts.
   *
   * @param processed the number of processed packets
   * @param tcpCount the number of TCP packets among them
   */
  public Digest(long processed, long tcpCount) {
    sum = SplitMix64.mix(processed) + SplitMix64.mix(tcpCount ^ TCP);
  }

  void add(long place, IpPacket packet) {
    IpHeader header = packet.header;
    add(
        place,
        bits(header.source) << 32 | bits(header.destination),
        (long) packet.sourcePort << 48 | (long) packet.destinationPort << 32
            | (long) header.identification << 16 | header.protocol << 8 | header.ttl,
        (long) header.version << 24 | header.headerLength << 16 | header.totalLength);
  }

  /**
   * Adds a packet by its parsed fields.
   *
   * @param place its slot in the store, or the store's length plus its place in the queue
   * @param addresses source and destination address, 32 bits each
   * @param ports source port, destination port and identification, 16 bits each; protocol
   *     and time to live, 8 bits each
   * @param lengths version and header length in bytes, 8 bits each; total length, 16 bits
   */
  public void add(long place, long addresses, long ports, long lengths) {
    long hash = SplitMix64.mix(place + 1);
    hash = SplitMix64.mix(hash ^ addresses);
    hash = SplitMix64.mix(hash ^ ports);
    sum += SplitMix64.mix(hash ^ lengths);
  }

  /**
   * Returns the sum so far.
   *
   * @return all 64 bits of it
   */
  public long value() {
    return sum;
  }

  private static long bits(Ipv4Address address) {
    return address.bits() & 0xFFFFFFFFL;
  }
}
