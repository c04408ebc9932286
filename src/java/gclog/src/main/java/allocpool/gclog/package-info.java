/**
 * Reads the pauses of a garbage collector from its log.
 *
 * <p>The course's own logs are written with {@value allocpool.gclog.GcLog#OPTION}; others
 * may have any decorations, and be rotated, compressed or incomplete.
 * {@link allocpool.gclog.LogText} reads lines from files,
 * {@link allocpool.gclog.Decorations} strips the decorations, and
 * {@link allocpool.gclog.LogReader} determines each line's time, and where a virtual
 * machine restarted. {@link allocpool.gclog.OldForm} translates the logs of JDK 8.
 *
 * <p>Pauses are read twice: from the log's own lines, and, if there are fewer than
 * {@value allocpool.gclog.ToolkitReader#LIMIT}, by GCToolKit. Where the two agree, the
 * figures are GCToolKit's. Where they don't, the lines are right, because they are what
 * the virtual machine wrote, and the answer says so. GCToolKit 3.5.0 agrees for Serial,
 * Parallel, CMS, and G1 of JDK 11; it misses the Cleanup pauses of G1 in JDK 17 and 25.
 * It is not used for ZGC, because it misses most of its generations, nor for Shenandoah.
 *
 * <p>A pause is as long as the log says, which excludes the time until all threads have
 * stopped for it. {@link allocpool.gclog.Safepoint} reads that time if the log has the
 * tag safepoint; with more threads than cores, it can be longer than a short pause.
 *
 * <p>The collectors differ in what counts:
 *
 * <ul>
 *   <li>Concurrent time: the phases that the log calls concurrent, for G1 the whole
 *       cycles, for Shenandoah also "Coalescing and filling"; without pauses in between.
 *   <li>Stalls, which are not pauses: ZGC's allocation and relocation stalls;
 *       Shenandoah's pacing.
 *   <li>Shenandoah's degenerated and full collections are pauses. One that begins as
 *       degenerated and ends as full is logged as degenerated.
 * </ul>
 */
package allocpool.gclog;
