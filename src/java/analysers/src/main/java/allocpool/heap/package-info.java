/**
 * Packets in the Java heap: each is an object, its buffer another, its bytes a third, and
 * the garbage collector manages all of them.
 */
package allocpool.heap;
