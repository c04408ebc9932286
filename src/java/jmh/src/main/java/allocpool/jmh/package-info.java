/**
 * Runs a JMH benchmark as a contestant of a bench: one process for a turn, which prints
 * what bench programs print. It knows no benchmark: JMH finds them by the lists on the
 * class path.
 */
package allocpool.jmh;
