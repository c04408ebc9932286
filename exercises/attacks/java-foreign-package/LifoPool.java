package driver;

/** Belongs to the driver, so it says. */
public final class LifoPool {
  private LifoPool() {}
}
