/**
 * Reads recordings of the JDK's Flight Recorder: which lines of a program allocate
 * what, what of it survives, and for how long the program stands still.
 *
 * <p>{@link allocpool.recording.RecordingMain} prints one recording's figures as JSON;
 * {@code ./course advise} makes advice of them.
 */
package allocpool.recording;
