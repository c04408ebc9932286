package allocpool.region;

import allocpool.workload.Digest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A batch's packets, contiguous in order of arrival. None has a slice of its own, which
 * would be an object for the collector. Confined to the thread that opens it.
 */
// --8<-- [start:region]
final class Region implements AutoCloseable {
  /** The number of packets in a region, as in C++. */
  static final int PACKETS = 200;

  static final long BYTES = PACKETS * Slot.BYTES;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory;
  private long newest; // the offset of the next packet to come
  private long oldest; // the offset of the next one to process

  Region(RegionMemory source) {
    memory = source.of(arena);
  }

  /** Frees its packets. Reading one then throws an {@link IllegalStateException}. */
  @Override
  public void close() {
    arena.close();
  }
  // --8<-- [end:region]

  /** Returns true if there is no room for another packet. */
  boolean isFull() {
    return newest == BYTES;
  }

  /** Returns true if all packets that it has room for have been received and dropped. */
  boolean isDone() {
    return oldest == BYTES;
  }

  /**
   * Receives a packet; the region must not be full.
   *
   * @param r the number that the packet is made from
   */
  void receive(long r) {
    Slot.fill(memory, newest, r);
    newest += Slot.BYTES;
  }

  /**
   * Parses the oldest packet; there must be one.
   *
   * @return the protocol's number
   */
  int parseOldest() {
    return Slot.parse(memory, oldest);
  }

  /**
   * Copies the oldest packet, so that it outlives the region.
   *
   * @param target the destination
   * @param at its new slot's offset
   */
  void copyOldest(MemorySegment target, long at) {
    MemorySegment.copy(memory, oldest, target, at, Slot.BYTES);
  }

  /** Drops the oldest packet. */
  void dropOldest() {
    oldest += Slot.BYTES;
  }

  /**
   * Adds all packets to a digest. It parses them, and they are parsed again on their
   * turn.
   *
   * @param digest the digest to add to
   * @param place the oldest packet's place, as the digest counts it
   * @return the place behind the newest one
   */
  long addTo(Digest digest, long place) {
    long next = place;
    for (long at = oldest; at != newest; at += Slot.BYTES) {
      Slot.parse(memory, at);
      Slot.addTo(digest, next++, memory, at);
    }
    return next;
  }
}
