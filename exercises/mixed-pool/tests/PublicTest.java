package exercise;

import expect.Expect;

/** For learning: what a pool must do, on small pools. The judge asks much more. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    usesTheLastBufferFirst();
    allocatesWhatItLacks();
    keepsNoMoreThanItMay();
    makesPacketsAnew();
    refusesWhatIsNotOut();
    worksWithoutBuffers();
    Expect.done();
  }

  /** Numbers buffers from 0, and knows how many it has made. */
  private static final class Counting implements BufferSource {
    private int made;

    @Override
    public Buffer make() {
      return new Buffer(made++);
    }
  }

  /** The number of the packet's buffer; -1 if there is none. */
  private static int number(Packet packet) {
    return packet == null || packet.buffer() == null ? -1 : packet.buffer().number;
  }

  private static void usesTheLastBufferFirst() {
    Counting source = new Counting();
    MixedPool pool = new MixedPool(3, source);
    Expect.same("buffers that a pool of three makes at once", 3, source.made);
    Expect.same("and that wait in it", 3, pool.waiting());
    Packet first = pool.receive();
    Packet second = pool.receive();
    Expect.same("the buffer of the first packet", 2, number(first));
    Expect.same("that of the second one", 1, number(second));
    Expect.that("a packet can be dropped", pool.drop(first));
    Expect.same("the buffer of the next packet", 2, number(pool.receive()));
    Expect.same("buffers made so far", 3, source.made);
  }

  private static void allocatesWhatItLacks() {
    MixedPool pool = new MixedPool(1, new Counting());
    Expect.same("the first buffer of a pool of one", 0, number(pool.receive()));
    Expect.same("the second one, which is new", 1, number(pool.receive()));
    Expect.same("the third one, which is new as well", 2, number(pool.receive()));
    Expect.same("buffers that wait in an empty pool", 0, pool.waiting());
  }

  private static void keepsNoMoreThanItMay() {
    MixedPool pool = new MixedPool(1, new Counting());
    Packet first = pool.receive();
    Packet second = pool.receive();
    Expect.that("a packet is dropped into an empty pool", pool.drop(second));
    Expect.that("and another one, for whose buffer there is no room", pool.drop(first));
    Expect.same("buffers that wait then", 1, pool.waiting());
    Expect.same("the one that is used again", 1, number(pool.receive()));
    Expect.same("the next one, which is new", 2, number(pool.receive()));
  }

  private static void makesPacketsAnew() {
    MixedPool pool = new MixedPool(1, new Counting());
    Packet former = pool.receive();
    pool.drop(former);
    Expect.that("a packet that was dropped has no buffer", number(former) == -1);
    Packet latter = pool.receive();
    Expect.same("the buffer of the next packet", 0, number(latter));
    Expect.that("the next packet is another object", latter != former);
    Expect.that("the former one still has no buffer", number(former) == -1);
  }

  private static void refusesWhatIsNotOut() {
    MixedPool pool = new MixedPool(2, new Counting());
    Packet packet = pool.receive();
    Expect.that("a packet is dropped once", pool.drop(packet));
    Expect.that("and not a second time", !pool.drop(packet));
    pool.receive();
    Expect.that("not even when its buffer is in use again", !pool.drop(packet));
    Packet stranger = new MixedPool(1, new Counting()).receive();
    Expect.that("a packet of another pool is refused", !pool.drop(stranger));
    Expect.same("the buffer that it keeps", 0, number(stranger));
    Expect.that("null is refused", !pool.drop(null));
    Expect.same("buffers that wait after all that", 1, pool.waiting());
  }

  private static void worksWithoutBuffers() {
    MixedPool pool = new MixedPool(0, new Counting());
    Packet packet = pool.receive();
    Expect.same("the first buffer of a pool that keeps none", 0, number(packet));
    Expect.that("the packet can be dropped", pool.drop(packet));
    Expect.same("the second buffer", 1, number(pool.receive()));
  }
}
