package allocpool.teaching;

import java.util.List;

/**
 * The notebook kernel in which this code runs, if any. Kernels put their classes on the
 * notebook's class path, under different names, and this course compiles against none of
 * them. But they have a common ancestor, so one sequence of calls works for all: render
 * the HTML, add the text, let the kernel display both.
 */
final class NotebookKernel {
  /** The class that has {@code render}, and a class and method that return the kernel. */
  private static final List<List<String>> KERNELS = List.of(
      // JJava 1.0
      List.of("org.dflib.jjava.jupyter.kernel.BaseNotebookStatics",
          "org.dflib.jjava.kernel.JavaNotebookStatics", "kernel"),
      // JJava 0.1
      List.of("org.dflib.jjava.runtime.Display",
          "org.dflib.jjava.runtime.Kernel", "getKernelInstance"),
      // IJava 1.3
      List.of("io.github.spencerpark.ijava.runtime.Display",
          "io.github.spencerpark.ijava.runtime.Kernel", "getKernelInstance"));

  private NotebookKernel() {}

  /** Publishes one output in both forms; returns false if there is no kernel. */
  static boolean publish(String html, String text) {
    for (List<String> names : KERNELS) {
      try {
        Object kernel = load(names.get(1)).getMethod(names.get(2)).invoke(null);
        if (kernel != null) {
          publish(kernel, load(names.get(0)), html, text);
          return true;
        }
      } catch (ReflectiveOperationException other) {
        // Not this kernel: try the next.
        continue;
      }
    }
    return false;
  }

  private static void publish(Object kernel, Class<?> display, String html, String text)
      throws ReflectiveOperationException {
    Object data = display.getMethod("render", Object.class, String[].class)
        .invoke(null, html, new String[] {"text/html"});
    data.getClass().getMethod("putText", String.class).invoke(data, text);
    kernel.getClass().getMethod("display", data.getClass()).invoke(kernel, data);
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException elsewhere) {
      return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
    }
  }
}
