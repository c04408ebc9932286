package driver;

/** Claims to belong to the driver. */
public final class LifoPool {
  private LifoPool() {}
}
