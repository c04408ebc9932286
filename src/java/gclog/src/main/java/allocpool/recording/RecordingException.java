package allocpool.recording;

/**
 * A file that holds no figures; the message says why, in one line without the file's
 * name.
 */
final class RecordingException extends Exception {
  private static final long serialVersionUID = 1L;

  RecordingException(String message) {
    super(message);
  }
}
