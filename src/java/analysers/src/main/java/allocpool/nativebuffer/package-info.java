/**
 * Packets outside the Java heap: their bytes are in one direct buffer, which the garbage
 * collector ignores. The objects that refer to them are still on the heap.
 */
package allocpool.nativebuffer;
