/**
 * Object pools: the structures that one can be built on, for a single thread and for
 * several. A program that measures a pool loads no other one.
 */
package allocpool.pools;
