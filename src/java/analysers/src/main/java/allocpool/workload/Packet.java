package allocpool.workload;

/**
 * One packet: the bytes as received and, once parsed, their fields.
 *
 * <p>Implementations differ only in where the bytes are, so they implement writing and
 * reading them, all fields in one method each. A small method per number would be less to
 * write, but JDK 11 sometimes compiles those before it has seen which kind of buffer they
 * meet, and then does not inline all calls.
 */
public abstract class Packet {
  IpPacket parsed;

  /** Makes a packet that is not parsed yet. */
  protected Packet() {}

  // --8<-- [start:parse]
  final void parse() {
    parsed = read();
  }
  // --8<-- [end:parse]

  /**
   * Overwrites the header with the next packet's.
   *
   * @param source makes the next packet
   */
  protected abstract void fill(PacketSource source);

  /**
   * Parses the bytes; does not change the packet.
   *
   * @return the parsed packet, five new objects
   */
  protected abstract IpPacket read();
}
