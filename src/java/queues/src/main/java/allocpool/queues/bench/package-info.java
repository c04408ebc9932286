/**
 * Measures the queues. A process measures one of them, by one binding, so that what is
 * compiled for one is never spoilt by another; and prints JSON lines.
 */
package allocpool.queues.bench;
