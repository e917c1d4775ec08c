package dev.rota.cli;

import java.util.List;

/** The verbs, in the order of the help. */
final class Verbs {
  static final List<Class<?>> ALL = List.of(ConfigCommand.class, Completion.class, Help.class);

  private Verbs() {}
}
