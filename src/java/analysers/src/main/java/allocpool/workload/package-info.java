/**
 * The model of a network analyser that all implementations share: what a packet holds,
 * where it comes from, how long it lives, how it is measured and reported. Where a
 * packet's bytes live is left to the implementations.
 *
 * <p>Classes on the measured path are abstract classes with one subclass loaded per
 * process, not interfaces: the compiler can then call their methods directly, and what is
 * measured is the memory, not the dispatch.
 */
package allocpool.workload;
