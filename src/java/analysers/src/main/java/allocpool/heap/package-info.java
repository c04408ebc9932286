/**
 * Packets in the Java heap: each is an object, its buffer another, its bytes a third, and
 * all of them are the garbage collector's business.
 */
package allocpool.heap;
