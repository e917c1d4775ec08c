package dev.rota.app.console;

import java.util.List;

/** Adds verbs of another jar. The program finds it by {@link java.util.ServiceLoader}. */
public interface VerbProvider {
  /** Picocli commands. The program knows their names: it says which ones an absent jar has. */
  List<Class<?>> verbs();
}
