package dev.rota.cli;

import java.util.List;

/** The verbs, in the order of the help. */
final class Verbs {
  static final List<Class<?>> ALL =
      List.of(
          Dev.class,
          Run.class,
          Produce.class,
          Consume.class,
          Simulate.class,
          GenerateCommand.class,
          ImportCommand.class,
          AuditCommand.class,
          TopicsCommand.class,
          BenchCommand.class,
          ConfigCommand.class,
          Completion.class,
          Help.class);

  private Verbs() {}
}
