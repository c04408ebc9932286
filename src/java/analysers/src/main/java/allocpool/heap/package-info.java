/**
 * Packets in the Java heap: each is an object, its buffer another, its bytes a third, and
 * the garbage collector manages all of them.
 * all of them are the garbage collector's business.
 */
package allocpool.heap;
