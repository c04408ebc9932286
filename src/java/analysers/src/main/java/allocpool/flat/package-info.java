/**
 * The analyser without an object per packet. A packet is a number, its handle, which
 * gives the place of its bytes and its parsed fields in one block of memory outside the
 * Java heap. Nothing is allocated while packets are processed, so no collector has
 * anything to do.
 *
 * <p>The queue, the store and the list of free handles do not depend on how memory is
 * accessed: that is a subclass of {@link allocpool.flat.Slab}, one in each program.
 */
package allocpool.flat;
