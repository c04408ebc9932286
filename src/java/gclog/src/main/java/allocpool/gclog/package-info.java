/**
 * Reads how long a garbage collector stopped a program, from the log that it wrote.
 *
 * <p>The course's own logs are written with {@value allocpool.gclog.GcLog#OPTION};
 * others with any decorations, in pieces, packed, without a beginning. {@link
 * allocpool.gclog.LogText} makes lines of files, {@link allocpool.gclog.Decorations}
 * takes off what stands before a line's text, and {@link allocpool.gclog.LogReader} tells
 * each line's time, and where a virtual machine started anew. {@link
 * allocpool.gclog.OldForm} tells what JDK 8 wrote in the words of its successors.
 *
 * <p>Pauses are read twice: by counting the log's own lines, and, if there are fewer than
 * {@value allocpool.gclog.ToolkitReader#LIMIT}, by GCToolKit. Where the two agree, the
 * figures are GCToolKit's. Where they don't, the lines are right, because they are what
 * the virtual machine wrote, and the answer says so. GCToolKit 3.5.0 agrees for Serial,
 * Parallel, CMS, and G1 of JDK 11; it misses the Cleanup pauses of G1 in JDK 17 and 25.
 * It is not asked about ZGC, of whose generations it misses most, nor about Shenandoah.
 *
 * <p>A pause is as long as the log says, which is without the time until all threads have
 * stopped for it. {@link allocpool.gclog.Safepoint} reads that time where the log has the
 * tag safepoint; with more threads than cores, it can be longer than a short pause.
 *
 * <p>The collectors differ in what counts as what:
 *
 * <ul>
 *   <li>Concurrent time: the phases that the log calls concurrent, of G1 the whole
 *       cycles, of Shenandoah also "Coalescing and filling"; without pauses that lie
 *       within.
 *   <li>Stalls, which are no pauses: ZGC's allocation and relocation stalls; Shenandoah's
 *       pacing.
 *   <li>Degenerated and full collections of Shenandoah are pauses. One that begins as
 *       degenerated and ends as full is logged as degenerated.
 * </ul>
 */
package allocpool.gclog;
