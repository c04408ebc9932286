/**
 * Benchmarks of the queues. A process measures one queue with one binding, so that the
 * code compiled for one is never spoilt by another, and prints JSON lines.
 */
package allocpool.queues.bench;
