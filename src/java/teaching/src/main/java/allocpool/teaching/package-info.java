/**
 * The notebooks' library: toy heaps that can be drawn cell by cell, pictures and plots as
 * SVG, their display on any Java kernel, and small programs that are measured in JVMs of
 * their own.
 */
package allocpool.teaching;
