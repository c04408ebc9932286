package allocpool.pools;

/** A pool's reaction when an object is wanted and none is left. */
public enum WhenEmpty {
  /**
   * Makes a new object, but no room for it: an object released to a full pool is left to
   * the collector. The pool never keeps more than its capacity.
   */
  MAKE,
  /**
   * Makes a new object, and room for it, growing by half at a time: the pool becomes as
   * large as its users ever need, and never shrinks.
   */
  GROW,
  /** Makes nothing: the pool keeps its initial number of objects. */
  REFUSE
}
