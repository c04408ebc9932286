/**
 * Reads recordings of the JDK's Flight Recorder: which lines of a program allocate what,
 * what survives, and for how long the program stands still.
 *
 * <p>{@link allocpool.recording.RecordingMain} prints one recording's figures as JSON;
 * {@code ./course advise} turns them into advice.
 */
package allocpool.recording;
