package exercise;

/** A packet: a small object, and a new one for each packet that comes in. */
public final class Packet {
  /** The pool that made it. */
  final Object home;

  /** Where its bytes lie. The pool's to change. */
  Buffer buffer;

  /** For pools. */
  Packet(Object home, Buffer buffer) {
    this.home = home;
    this.buffer = buffer;
  }

  /** Where its bytes lie; null once it was dropped. */
  public Buffer buffer() {
    return buffer;
  }
}
