package dev.rota.settings;

import java.util.List;

/** Settings that cannot be used: all that is wrong with them, each with its place. */
public final class BadSettings extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  BadSettings(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
