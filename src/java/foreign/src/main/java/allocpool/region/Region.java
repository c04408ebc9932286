package allocpool.region;

import allocpool.workload.Digest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The packets of a batch, one behind the other in the order in which they came. None has
 * a slice of its own, which would be an object for the collector. Confined to the thread
 * that opens it.
 */
// --8<-- [start:region]
final class Region implements AutoCloseable {
  /** As many packets share a region as in C++. */
  static final int PACKETS = 200;

  static final long BYTES = PACKETS * Slot.BYTES;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment memory;
  private long newest; // where the next packet will be
  private long oldest; // where the next one to be processed is

  Region(RegionMemory source) {
    memory = source.of(arena);
  }

  /** Frees its packets. Reading one then throws an {@link IllegalStateException}. */
  @Override
  public void close() {
    arena.close();
  }
  // --8<-- [end:region]

  /** Whether no further packet has room. */
  boolean isFull() {
    return newest == BYTES;
  }

  /** Whether all packets that it has room for have been received and dropped. */
  boolean isDone() {
    return oldest == BYTES;
  }

  /**
   * Receives a packet; the region is not full.
   *
   * @param r the number that the packet is made of
   */
  void receive(long r) {
    Slot.fill(memory, newest, r);
    newest += Slot.BYTES;
  }

  /**
   * Parses the oldest packet; there is one.
   *
   * @return the protocol's number
   */
  int parseOldest() {
    return Slot.parse(memory, oldest);
  }

  /**
   * Copies the oldest packet, so that it outlives the region.
   *
   * @param target where to
   * @param at where its new slot begins
   */
  void copyOldest(MemorySegment target, long at) {
    MemorySegment.copy(memory, oldest, target, at, Slot.BYTES);
  }

  /** The oldest packet is not used any more. */
  void dropOldest() {
    oldest += Slot.BYTES;
  }

  /**
   * Adds all packets to a digest. They are parsed for it, which their turn repeats.
   *
   * @param digest what to add to
   * @param place of the oldest packet, as the digest counts it
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
