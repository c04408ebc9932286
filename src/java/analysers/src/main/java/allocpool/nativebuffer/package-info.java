/**
 * Packets outside of the Java heap: their bytes lie in one direct buffer and are no
 * business of the garbage collector. The objects that lead to them still are.
 */
package allocpool.nativebuffer;
