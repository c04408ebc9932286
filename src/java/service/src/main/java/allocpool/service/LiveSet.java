package allocpool.service;

/**
 * Long-lived sessions, as an application has them: live data for the collector. Each
 * request replaces a random one, so that old objects refer to new ones.
 */
final class LiveSet {
  /**
   * A session's approximate size, including its array and its slot in a table, with
   * four-byte references. Under ZGC, references have eight bytes, and a session 80.
   */
  private static final int SESSION_BYTES = 68;

  /** Far below the size that a collector would treat as a large object. */
  private static final int TABLE = 1024;

  /** Multiplier and increment of Knuth's MMIX generator. */
  private static final long MULTIPLIER = 6364136223846793005L;
  private static final long INCREMENT = 1442695040888963407L;

  private final Session[][] tables;
  private long random = 1;

  private LiveSet(Session[][] tables) {
    this.tables = tables;
  }

  /**
   * Makes sessions.
   *
   * @param megabytes their approximate total size, 0 or more
   */
  static LiveSet of(int megabytes) {
    long sessions = ((long) megabytes << 20) / SESSION_BYTES;
    Session[][] tables = new Session[(int) (sessions / TABLE)][TABLE];
    long number = 0;
    for (Session[] table : tables) {
      for (int i = 0; i < TABLE; i++) {
        table[i] = new Session(number++, 0);
      }
    }
    return new LiveSet(tables);
  }

  // --8<-- [start:touch]
  /** Replaces a session with its successor. */
  void touch() {
    if (tables.length > 0) {
      random = random * MULTIPLIER + INCREMENT;
      int place = (int) ((random >>> 32) % size());
      Session[] table = tables[place / TABLE];
      Session old = table[place % TABLE];
      table[place % TABLE] = new Session(old.number, old.requests + 1);
    }
  }
  // --8<-- [end:touch]

  /** Returns the number of sessions. */
  int size() {
    return tables.length * TABLE;
  }

  /** Returns the number of requests that they have recorded. */
  long requests() {
    long requests = 0;
    for (Session[] table : tables) {
      for (Session session : table) {
        requests += session.requests;
      }
    }
    return requests;
  }

  /** A small object with a smaller one in it. */
  private static final class Session {
    final long number;
    final long requests;
    final byte[] token = new byte[16];

    Session(long number, long requests) {
      this.number = number;
      this.requests = requests;
    }
  }
}
