package allocpool.workload;

/** An IPv4 address. */
public final class Ipv4Address {
  private final int bits;

  /**
   * Makes an address from a number.
   *
   * @param bits its 32 bits, the first byte highest
   */
  public Ipv4Address(int bits) {
    this.bits = bits;
  }

  /**
   * Returns the address as a number.
   *
   * @return its 32 bits, the first byte highest
   */
  public int bits() {
    return bits;
  }

  @Override
  public String toString() {
    return (bits >>> 24) + "." + (bits >>> 16 & 0xFF) + "." + (bits >>> 8 & 0xFF) + "."
        + (bits & 0xFF);
  }
}
