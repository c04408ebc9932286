package allocpool.pools;

/**
 * Memory that nobody uses, in front of the fields of a subclass: two cache lines of most
 * machines, or one of the longest. What a thread writes for each object then shares no
 * line with what lies in front of it, be it another thread's.
 *
 * <p>Fields of a superclass come first, unless they leave a gap where a smaller one fits;
 * the first one here fills the gap behind a header of twelve bytes. The buffer allocator
 * and the queues of ticks have the same class, each in its own module: none of the three
 * should need another for twenty lines.
 */
abstract class LinePadding {
  /** As much, in the references of an array. */
  static final int SLOTS = 32;

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
}
