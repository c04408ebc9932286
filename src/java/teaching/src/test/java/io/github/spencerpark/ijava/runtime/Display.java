package io.github.spencerpark.ijava.runtime;

/** Stands in for IJava's class of this name. */
public final class Display {
  private Display() {}

  /** Renders a text as HTML. */
  public static Kernel.Data render(Object shown, String... as) {
    return new Kernel.Data(String.join(",", as) + ":" + shown);
  }
}
