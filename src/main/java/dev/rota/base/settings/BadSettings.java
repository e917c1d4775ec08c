package dev.rota.base.settings;

import java.util.List;

/** Invalid settings: all problems, each with its place. */
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
