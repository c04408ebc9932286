package io.github.spencerpark.ijava.runtime;

import java.util.ArrayList;
import java.util.List;

/** Stands for a running kernel, in the shape of IJava's class of this name. */
public final class Kernel {
  /** What was displayed. */
  public static final List<Data> DISPLAYED = new ArrayList<>();

  /** Whether the kernel runs. */
  public static boolean running;

  /** Stands for the kernel's display data. */
  public static final class Data {
    /** The HTML. */
    public final String html;

    /** The text that stands beside it. */
    public String text;

    Data(String html) {
      this.html = html;
    }

    /** Sets the text. */
    public void putText(String shown) {
      text = shown;
    }
  }

  /** The kernel, or null where none runs. */
  public static Kernel getKernelInstance() {
    return running ? new Kernel() : null;
  }

  /** Displays. */
  public void display(Data data) {
    DISPLAYED.add(data);
  }
}
