package allocpool.workload;

/**
 * One packet: the bytes as they came, and, once it is parsed, what they mean.
 *
 * <p>Implementations differ in where the bytes live, and extend this class by that alone:
 * by writing and reading them, all fields in one method each. Small methods for a number
 * each would be less to write, but JDK 11 compiles them in some runs before it has seen
 * what kind of buffer they meet, and then leaves calls in them.
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
   * Overwrites the header with that of the next packet.
   *
   * @param source says what the next packet is
   */
  protected abstract void fill(PacketSource source);

  /**
   * Reads the bytes, and does not change the packet.
   *
   * @return what they mean, in five new objects
   */
  protected abstract IpPacket read();
}
