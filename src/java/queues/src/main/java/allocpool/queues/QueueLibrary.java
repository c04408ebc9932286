package allocpool.queues;

import java.nio.file.Path;

/**
 * Finds and loads the native half.
 *
 * <p>It is looked for in the folder that the system property {@value #FOLDER_PROPERTY}
 * names, if that is set, and otherwise on {@code java.library.path}.
 */
public final class QueueLibrary {
  static final String FOLDER_PROPERTY = "allocpool.native";
  private static final String NAME = "queues";

  private QueueLibrary() {}

  /**
   * Loads the library; a second call has no effect.
   *
   * @throws QueuesUnavailableException if it is not there or does not fit this machine
   */
  @SuppressWarnings("restricted") // To load native code is what this class is for.
  public static void load() {
    String folder = System.getProperty(FOLDER_PROPERTY);
    try {
      if (folder == null) {
        System.loadLibrary(NAME);
      } else {
        Path library = Path.of(folder, System.mapLibraryName(NAME));
        System.load(library.toAbsolutePath().toString());
      }
    } catch (UnsatisfiedLinkError e) {
      throw new QueuesUnavailableException(
          "queue: cannot load " + System.mapLibraryName(NAME) + " from "
              + (folder == null ? System.getProperty("java.library.path") : folder)
              + " (" + firstLine(e) + "); build it with CMake and pass"
              + " -Djava.library.path=build/cpp/lib",
          e);
    }
  }

  private static String firstLine(Throwable error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("no reason");
  }
}
