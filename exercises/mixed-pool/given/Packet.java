package exercise;

/** A small object, and a new one for each packet that comes in. */
public final class Packet {
  /** The pool that made it. */
  final Object home;

  /** Its bytes. Only the pool changes this field. */
  Buffer buffer;

  /** For pools. */
  Packet(Object home, Buffer buffer) {
    this.home = home;
    this.buffer = buffer;
  }

  /** Its bytes; null once it was dropped. */
  public Buffer buffer() {
    return buffer;
  }
}
