package allocpool.queues.bench;

/**
 * What keeps the compiler from replacing a consumer's loop by a formula, as {@code keep}
 * of the C++ consumers does.
 *
 * <p>The virtual machine must be told: {@code -XX:CompileCommand=blackhole} and the name
 * of {@link #keep} make its compiler have the number in a register and do nothing else.
 * Without that flag it is an empty method, and the loop a shorter one.
 */
final class Blackhole {
  private Blackhole() {}

  static void keep(int number) {}
}
