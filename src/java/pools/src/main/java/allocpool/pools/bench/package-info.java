/**
 * The pools under JMH. A process measures one of them, so that the code compiled for one
 * is never spoilt by another.
 */
package allocpool.pools.bench;
