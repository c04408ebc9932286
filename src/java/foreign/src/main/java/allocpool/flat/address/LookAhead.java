package allocpool.flat.address;

import allocpool.clock.NativeLibrary;

/**
 * Fetches lines before they are needed. A program loads only one kind, so calls are
 * direct.
 */
abstract class LookAhead {
  /** The kinds; static methods make them, so that only one of them is loaded. */
  enum Kind {
    /** Fetches nothing in advance. */
    NONE {
      @Override
      LookAhead create() {
        return null;
      }
    },
    /** Fetches lines by reading them. */
    TOUCH {
      @Override
      LookAhead create() {
        return Touch.create();
      }
    },
    /** Fetches lines with the processor's prefetch instruction, in a C function. */
    PREFETCH {
      @Override
      LookAhead create() {
        NativeLibrary.load("prefetch", "prefetch"); // before the class looks it up
        return Prefetch.create();
      }
    };

    /**
     * Makes an instance of this kind.
     *
     * @return null for {@link #NONE}
     * @throws allocpool.clock.LibraryUnavailableException if the library is missing
     */
    abstract LookAhead create();
  }

  /**
   * Fetches some lines.
   *
   * @param names the address of an array of their addresses
   * @param count the number of lines, at least 0; none of them is {@link Memory#NOWHERE}
   */
  abstract void fetch(long names, int count);
}
