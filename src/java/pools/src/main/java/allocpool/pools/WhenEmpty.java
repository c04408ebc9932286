package allocpool.pools;

/** What a pool does when an object is wanted and none is left. */
public enum WhenEmpty {
  /**
   * Makes another object, and no room for it: what comes back to a full pool is left to
   * the collector. The pool never keeps more than its capacity.
   */
  MAKE,
  /**
   * Makes another object, and room for it, by half as much again at a time: the pool
   * becomes as large as its users ever need it, and never smaller.
   */
  GROW,
  /** Makes nothing: there are as many objects as the pool was made with. */
  REFUSE
}
