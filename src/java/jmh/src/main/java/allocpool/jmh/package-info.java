/**
 * Runs a JMH benchmark as a contestant of a bench: one process per turn, which prints the
 * events of bench programs. It knows no benchmark: JMH finds them by the lists on the
 * class path.
 */
package allocpool.jmh;
