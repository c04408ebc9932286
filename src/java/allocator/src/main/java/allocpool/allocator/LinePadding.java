package allocpool.allocator;

/**
 * Memory that nobody uses, in front of the fields of a subclass: two cache lines of most
 * machines, or one of the longest. What a thread writes of its own cache then shares no
 * line with another one's, however a collector lays the objects side by side. Behind the
 * last field nothing guards it: we assume that no object which another thread writes in
 * its loop lies there. Handles and buffers have no such distance from each other.
 *
 * <p>Fields of a superclass come first, unless they leave a gap where a smaller one fits;
 * the first one here fills the gap behind a header of twelve bytes.
 *
 * <p>The queues of ticks have the same class, public and in their own module. An
 * allocator that others shall take needs no module of queues, nor one of paddings, for
 * twenty lines.
 */
abstract class LinePadding {
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
