package io.github.spencerpark.ijava.runtime;

import java.util.ArrayList;
import java.util.List;

/** Stands in for a running kernel, shaped like IJava's class of this name. */
public final class Kernel {
  /** The displayed data. */
  public static final List<Data> DISPLAYED = new ArrayList<>();

  /** Whether the kernel runs. */
  public static boolean running;

  /** Stands in for the kernel's display data. */
  public static final class Data {
    /** The HTML. */
    public final String html;

    /** The accompanying text. */
    public String text;

    Data(String html) {
      this.html = html;
    }

    /** Sets the text. */
    public void putText(String shown) {
      text = shown;
    }
  }

  /** Returns the kernel, or null if none runs. */
  public static Kernel getKernelInstance() {
    return running ? new Kernel() : null;
  }

  /** Records displayed data. */
  public void display(Data data) {
    DISPLAYED.add(data);
  }
}
