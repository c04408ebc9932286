/**
 * The model of a network analyser that all implementations share: a packet's content,
 * source and lifetime, and how it is measured and reported. The implementations decide
 * where a packet's bytes are.
 *
 * <p>Classes on the measured path are abstract classes with one subclass loaded per
 * process, not interfaces: the compiler can then call their methods directly, so that the
 * memory is measured and not the dispatch.
 */
package allocpool.workload;
