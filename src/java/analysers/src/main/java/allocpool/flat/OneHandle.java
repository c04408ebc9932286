package allocpool.flat;

/** The single handle of strategy {@code dummy}, for all packets. */
final class OneHandle extends Handles {
  private OneHandle() {}

  static Handles create() {
    return new OneHandle();
  }

  @Override
  int take() {
    return 0;
  }

  @Override
  void giveBack(int handle) {}
}
