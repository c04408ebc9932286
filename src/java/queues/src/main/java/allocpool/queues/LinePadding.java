package allocpool.queues;

/**
 * Unused memory in front of a subclass's fields: two cache lines on most machines,
 * because some fetch lines in pairs, or one where lines are twice as long.
 *
 * <p>A collector may place objects side by side, and two threads that write to one line
 * then take it from each other at every write, though they share nothing. Every object
 * that a thread writes in its loop therefore derives from this class. The fields of two
 * such objects are always at least the padding apart, in whichever order they lie.
 * There is no padding behind the last field: we assume that no other object which a
 * thread writes in its loop lies there.
 *
 * <p>The virtual machine chooses the order of fields, except that a superclass's come
 * first, unless they leave a gap where a smaller one fits. The first field fills the gap
 * that longs leave behind a header of twelve bytes.
 */
public abstract class LinePadding {
  private int gap;
  private long p00;
  private long p01;
  private long p02;
  private long p03;
  private long p04;
  private long p05;
  private long p06;
  private long p07;
  private long p08;
  private long p09;
  private long p10;
  private long p11;
  private long p12;
  private long p13;
  private long p14;
  private long p15;

  /** For subclasses. */
  protected LinePadding() {}
}
