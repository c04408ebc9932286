/**
 * The analyser without an object per packet. A packet is a number, its handle, which says
 * where its bytes and its parsed fields lie in one piece of memory outside of the Java
 * heap. Nothing is allocated while packets are processed, so that no collector has
 * anything to do.
 *
 * <p>The queue, the store and the list of free handles are the same whatever gives access
 * to the memory: that is a subclass of {@link allocpool.flat.Slab}, one in each program.
 */
package allocpool.flat;
