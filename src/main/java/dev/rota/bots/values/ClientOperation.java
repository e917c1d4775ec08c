package dev.rota.bots.values;

/** A client's handle of a job. */
public record ClientOperation(String name, boolean cancelled) {
  /** What the grid calls an operation: a front door puts the instance and a slash before it. */
  public static String inGrid(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
