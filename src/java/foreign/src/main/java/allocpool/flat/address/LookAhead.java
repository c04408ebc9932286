package allocpool.flat.address;

import allocpool.clock.NativeLibrary;

/**
 * Fetches lines before they are needed. One of its kinds is loaded in a program, so that
 * calls of it are direct.
 */
abstract class LookAhead {
  /** The kinds; made as strategies are, so that only one of them is loaded. */
  enum Kind {
    /** No line is fetched before it is needed. */
    NONE {
      @Override
      LookAhead create() {
        return null;
      }
    },
    /** By reading them. */
    TOUCH {
      @Override
      LookAhead create() {
        return Touch.create();
      }
    },
    /** By the processor's instruction for it, in a function of C. */
    PREFETCH {
      @Override
      LookAhead create() {
        NativeLibrary.load("prefetch", "prefetch"); // before the class looks it up
        return Prefetch.create();
      }
    };

    /**
     * Makes one.
     *
     * @return null for {@link #NONE}
     * @throws allocpool.clock.LibraryUnavailableException if it has none
     */
    abstract LookAhead create();
  }

  /**
   * Fetches some lines.
   *
   * @param names where their addresses are, one behind the other
   * @param count how many, at least 0; none of them is {@link Memory#NOWHERE}
   */
  abstract void fetch(long names, int count);
}
