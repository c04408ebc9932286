package allocpool.recording;

/**
 * A file without figures; the message gives the reason, in one line without the file's
 * name.
 */
final class RecordingException extends Exception {
  private static final long serialVersionUID = 1L;

  RecordingException(String message) {
    super(message);
  }
}
