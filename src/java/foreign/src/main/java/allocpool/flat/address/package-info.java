/**
 * Packets without objects, identified by their addresses: a word of memory refers to a
 * packet like a C pointer, and the processor can follow it. One mapping holds the packets
 * and all references to them; a C function prefetches, because Java cannot. The price is
 * Java's safety: nothing checks where an address leads.
 */
package allocpool.flat.address;
