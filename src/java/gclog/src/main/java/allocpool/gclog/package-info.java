/**
 * Reads how long a garbage collector stopped a program, from the log that it wrote.
 *
 * <p>The log must be written with {@value allocpool.gclog.GcLog#OPTION}, {@code %s} being
 * the file.
 *
 * <p>Pauses are read twice: by GCToolKit, and by counting the log's own lines. Where the
 * two agree, the figures are GCToolKit's. Where they don't, the lines are right, because
 * they are what the virtual machine wrote, and the answer says so. GCToolKit 3.5.0 agrees
 * for Serial, Parallel, CMS, and G1 of JDK 11; it misses the Cleanup pauses of G1 in JDK
 * 25, and most of what the generational ZGC does.
 */
package allocpool.gclog;
