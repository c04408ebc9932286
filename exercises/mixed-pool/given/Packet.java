package exercise;

/** A small object, newly allocated for each packet that arrives. */
public final class Packet {
  /** The pool that made it. */
  final Object home;

  /** Its bytes. Only the pool changes this field. */
  Buffer buffer;

  /** Only called by pools. */
  Packet(Object home, Buffer buffer) {
    this.home = home;
    this.buffer = buffer;
  }

  /** Its bytes; null once it has been dropped. */
  public Buffer buffer() {
    return buffer;
  }
}
