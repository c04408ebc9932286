package exercise;

import expect.Expect;
import java.util.Arrays;

/** For learning: what a pool must do, on small pools. The judge asks much more. */
public final class PublicTest {
  private PublicTest() {}

  /** Runs all tests. */
  public static void main(String[] arguments) {
    isAStack();
    refusesWhatIsNotOut();
    knowsStrangers();
    leavesTheArrayToItsCaller();
    worksWithoutPackets();
    Expect.done();
  }

  private static Packet[] packets(int count) {
    Packet[] packets = new Packet[count];
    for (int i = 0; i < count; i++) {
      packets[i] = new Packet(i);
    }
    return packets;
  }

  private static int number(Packet packet) {
    return packet == null ? -1 : packet.number;
  }

  private static void isAStack() {
    Packet[] packets = packets(3);
    LifoPool pool = new LifoPool(packets);
    Expect.same("the first packet taken of three", 2, number(pool.take()));
    Expect.same("the second one", 1, number(pool.take()));
    Expect.that("a packet that is out can be released", pool.release(packets[2]));
    Expect.same("the packet taken after 2 was released", 2, number(pool.take()));
    Expect.same("the last one", 0, number(pool.take()));
    Expect.that("an empty pool gives null", pool.take() == null);
  }

  private static void refusesWhatIsNotOut() {
    Packet[] packets = packets(2);
    LifoPool pool = new LifoPool(packets);
    Expect.that("a packet that was never out is refused", !pool.release(packets[0]));
    pool.take();
    Expect.that("its release is accepted once", pool.release(packets[1]));
    Expect.that("and refused the second time", !pool.release(packets[1]));
    Expect.same("after that, the first one taken", 1, number(pool.take()));
    Expect.same("and the second one", 0, number(pool.take()));
    Expect.that("no packet is handed out twice", pool.take() == null);
  }

  private static void knowsStrangers() {
    Packet[] packets = packets(2);
    LifoPool pool = new LifoPool(packets);
    Packet mine = pool.take();
    Packet stranger = new Packet(1);
    stranger.mark = mine == null ? 0 : mine.mark;
    Expect.that("a stranger is refused, whatever its mark", !pool.release(stranger));
    LifoPool other = new LifoPool(packets(2));
    Expect.that("a packet of another pool is refused", !pool.release(other.take()));
    Expect.that("null is refused", !pool.release(null));
  }

  private static void leavesTheArrayToItsCaller() {
    Packet[] packets = packets(2);
    Packet[] array = packets.clone();
    LifoPool pool = new LifoPool(array);
    Expect.that("the array is as it was", Arrays.equals(array, packets));
    Arrays.fill(array, null);
    Expect.same("the first packet taken, without the array", 1, number(pool.take()));
    Expect.that("it can be released", pool.release(packets[1]));
    Expect.that("nothing is put into the array", array[0] == null && array[1] == null);
  }

  private static void worksWithoutPackets() {
    LifoPool pool = new LifoPool(new Packet[0]);
    Expect.that("a pool of no packets gives null", pool.take() == null);
    Expect.that("and accepts none", !pool.release(new Packet(0)));
  }
}
