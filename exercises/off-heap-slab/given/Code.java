package exercise;

/** A slab's answers. */
public final class Code {
  /** No handle: all slots are in use. */
  public static final long NONE = 0;

  /** The call did its work. */
  public static final int DONE = 0;

  /** The slab handed out this handle, but it has been released since. */
  public static final int STALE = 1;

  /** The slab never handed out this handle. */
  public static final int FOREIGN = 2;

  /** The handle is valid, but not all eight bytes are in its slot. */
  public static final int OUTSIDE = 3;

  private Code() {}
}
