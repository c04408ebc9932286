package exercise;

/** What a slab answers. */
public final class Code {
  /** No handle: all slots are in use. */
  public static final long NONE = 0;

  /** It was done. */
  public static final int DONE = 0;

  /** The slab gave this handle out, and it has been released since. */
  public static final int STALE = 1;

  /** The slab never gave this handle out. */
  public static final int FOREIGN = 2;

  /** The handle is good, but not all of the eight bytes lie in its slot. */
  public static final int OUTSIDE = 3;

  private Code() {}
}
