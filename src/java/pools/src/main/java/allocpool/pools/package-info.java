/**
 * Object pools: the structures they can be built on, for a single thread and for several.
 * A program that measures one pool loads no other.
 */
package allocpool.pools;
