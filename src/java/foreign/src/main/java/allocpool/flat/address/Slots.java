package allocpool.flat.address;

import allocpool.flat.Header;
import allocpool.flat.Slab;
import allocpool.workload.Digest;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A slot's fields by its address: the layout of {@link Slab}, except the byte order of
 * the parsed fields. They are only for our own use, and so in native order, which saves
 * three instructions per packet on most machines.
 */
final class Slots {
  /** Bytes from one slot to the next. */
  static final int STRIDE = Slab.STRIDE;

  private static final ValueLayout.OfLong OURS = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfLong NETWORK =
      OURS.withOrder(ByteOrder.BIG_ENDIAN);

  private static final MemoryLayout LINE = MemoryLayout.structLayout(
      OURS.withName("addresses"),
      OURS.withName("ports"),
      OURS.withName("lengths"),
      NETWORK.withName("first"), // of the packet, like the next two
      NETWORK.withName("second"),
      NETWORK.withName("third"));

  private static final VarHandle ADDRESSES = member("addresses");
  private static final VarHandle PORTS = member("ports");
  private static final VarHandle LENGTHS = member("lengths");
  private static final VarHandle FIRST = member("first");
  private static final VarHandle SECOND = member("second");
  private static final VarHandle THIRD = member("third");
  private static final VarHandle ANY = NETWORK.varHandle().withInvokeExactBehavior();

  private static final long PACKET = LINE.byteOffset(PathElement.groupElement("first"));

  private Slots() {}

  private static VarHandle member(String name) {
    return LINE.varHandle(PathElement.groupElement(name)).withInvokeExactBehavior();
  }

  /**
   * Overwrites a packet's header and ports.
   *
   * @param slot its address
   * @param r the number that the packet is made from
   */
  static void fill(long slot, long r) {
    FIRST.set(Memory.ALL, slot, Header.first(r));
    SECOND.set(Memory.ALL, slot, Header.second(r));
    THIRD.set(Memory.ALL, slot, Header.third(r));
  }

  /**
   * Reads a packet's header and ports, at the header's actual length, and writes the
   * fields into its slot.
   *
   * @param slot its address
   * @return the protocol's number
   */
  static int parse(long slot) {
    long first = (long) FIRST.get(Memory.ALL, slot);
    long second = (long) SECOND.get(Memory.ALL, slot);
    long third = (long) THIRD.get(Memory.ALL, slot);
    int length = Header.length(first);
    long ports = length == Header.BYTES
        ? third
        : Header.portsIn(network(slot + PACKET + length / 8 * Long.BYTES), length);
    ADDRESSES.set(Memory.ALL, slot, Header.addresses(second, third));
    PORTS.set(Memory.ALL, slot, Header.ports(first, second, ports));
    LENGTHS.set(Memory.ALL, slot, Header.lengths(first));
    return Header.protocol(second);
  }

  /**
   * Reads a packet's first word, to bring its line into a cache.
   *
   * @param slot its address
   * @return bytes 0 to 7
   */
  static long first(long slot) {
    return (long) FIRST.get(Memory.ALL, slot);
  }

  private static long network(long address) {
    return (long) ANY.get(Memory.ALL, address);
  }

  /**
   * Adds a packet to a digest.
   *
   * @param digest the digest to add to
   * @param place the packet's place, as the digest counts it
   * @param slot its address; it must be parsed
   */
  static void addTo(Digest digest, long place, long slot) {
    digest.add(
        place,
        (long) ADDRESSES.get(Memory.ALL, slot),
        (long) PORTS.get(Memory.ALL, slot),
        (long) LENGTHS.get(Memory.ALL, slot));
  }
}
