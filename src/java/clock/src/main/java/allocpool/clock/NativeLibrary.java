package allocpool.clock;

import java.nio.file.Path;

/**
 * Finds and loads libraries of native code: the other halves of our classes.
 *
 * <p>The system property {@value #FOLDER_PROPERTY} names the folder; without it, {@code
 * java.library.path} is searched. Any thread may load a library.
 */
public final class NativeLibrary {
  /** The system property that names the folder; default: {@code java.library.path}. */
  public static final String FOLDER_PROPERTY = "allocpool.native";

  private NativeLibrary() {}

  /**
   * Loads a library; a second call has no effect.
   *
   * @param name the library's name, without the system's prefix and suffix
   * @param user the component that needs it: the first word of the error's message
   * @throws LibraryUnavailableException if it is missing or does not fit this machine
   */
  @SuppressWarnings("restricted") // Loading native code is this class's purpose.
  public static void load(String name, String user) {
    String folder = System.getProperty(FOLDER_PROPERTY);
    try {
      if (folder == null) {
        System.loadLibrary(name);
      } else {
        Path library = Path.of(folder, System.mapLibraryName(name));
        System.load(library.toAbsolutePath().toString());
      }
    } catch (UnsatisfiedLinkError e) {
      throw new LibraryUnavailableException(
          user + ": cannot load " + System.mapLibraryName(name) + " from "
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
