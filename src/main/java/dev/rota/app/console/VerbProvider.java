package dev.rota.app.console;

import java.util.List;

/** Verbs that another jar adds. The program finds it by {@link java.util.ServiceLoader}. */
public interface VerbProvider {
  /** Commands of picocli, of names that the program's help has a place for. */
  List<Class<?>> verbs();
}
