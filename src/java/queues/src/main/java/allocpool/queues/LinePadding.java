package allocpool.queues;

/**
 * Memory that nobody uses, in front of the fields of a subclass: two cache lines of most
 * machines, because some fetch lines in pairs, or one of those that are twice as long.
 *
 * <p>A collector may lay objects side by side, and two threads that write into one line
 * then take it from each other at every write, though they share nothing. Whatever a
 * thread writes in its loop is therefore derived from this class. Of two such objects,
 * the fields of one are never less than the padding away from those of the other, in
 * whichever order they lie. Behind the last field nothing guards them: we assume that no
 * other object which a thread writes in its loop lies there.
 *
 * <p>The order of fields is the virtual machine's business, but for one rule: those of a
 * superclass come first, unless they leave a gap where a smaller one fits. The first
 * field fills the gap that long ones leave behind a header of twelve bytes.
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
