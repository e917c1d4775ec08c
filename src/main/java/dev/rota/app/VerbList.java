package dev.rota.app;

import dev.rota.app.answers.CapsuleCommand;
import dev.rota.app.answers.ExportCommand;
import dev.rota.app.answers.FollowCommand;
import dev.rota.app.answers.ForecastCommand;
import dev.rota.app.answers.QueryCommand;
import dev.rota.app.answers.ShadowCommand;
import dev.rota.app.answers.StateCommand;
import dev.rota.app.answers.WhatIfCommand;
import dev.rota.app.answers.WhyCommand;
import dev.rota.app.audit.AuditCommand;
import dev.rota.app.audit.LedgerCommand;
import dev.rota.app.audit.RehearseCommand;
import dev.rota.app.bench.BenchCommand;
import dev.rota.app.config.ConfigCommand;
import dev.rota.app.imports.GenerateCommand;
import dev.rota.app.imports.ImportCommand;
import dev.rota.app.proofs.KeysCommand;
import dev.rota.app.proofs.NotaryCommand;
import dev.rota.app.proofs.ProveCommand;
import dev.rota.app.proofs.VerifyCommand;
import dev.rota.app.proofs.WitnessCommand;
import dev.rota.app.records.ConsumeCommand;
import dev.rota.app.records.ProduceCommand;
import dev.rota.app.run.DevCommand;
import dev.rota.app.run.ReleaseCommand;
import dev.rota.app.run.RunCommand;
import dev.rota.app.simulate.SimulateCommand;
import dev.rota.app.top.TopCommand;
import dev.rota.app.topics.TopicsCommand;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;

/** All verbs, in the order in which help lists them. */
final class VerbList {
  /** Verbs under a heading of the help. */
  record Group(String heading, List<Class<?>> verbs) {}

  static final List<Group> GROUPS =
      List.of(
          new Group("run", List.of(DevCommand.class, RunCommand.class, ReleaseCommand.class)),
          new Group(
              "send, read and import records",
              List.of(
                  ProduceCommand.class,
                  ConsumeCommand.class,
                  SimulateCommand.class,
                  GenerateCommand.class,
                  ImportCommand.class)),
          new Group(
              "ask what is assigned, and why",
              List.of(
                  QueryCommand.class,
                  StateCommand.class,
                  WhyCommand.class,
                  ForecastCommand.class,
                  WhatIfCommand.class,
                  ShadowCommand.class,
                  ExportCommand.class,
                  CapsuleCommand.class,
                  FollowCommand.class,
                  TopCommand.class)),
          new Group(
              "verify and prove",
              List.of(
                  AuditCommand.class,
                  RehearseCommand.class,
                  ProveCommand.class,
                  VerifyCommand.class,
                  NotaryCommand.class,
                  WitnessCommand.class,
                  KeysCommand.class)),
          new Group(
              "operate",
              List.of(
                  TopicsCommand.class,
                  LedgerCommand.class,
                  BenchCommand.class,
                  ConfigCommand.class,
                  CompletionCommand.class,
                  HelpCommand.class)));

  static final List<Class<?>> ALL =
      GROUPS.stream().<Class<?>>flatMap(group -> group.verbs().stream()).toList();

  /** They say something about all verbs. */
  private static final Set<Class<?>> ABOUT_ALL = Set.of(CompletionCommand.class, HelpCommand.class);

  private VerbList() {}

  /**
   * The verbs that these arguments may need: to read the flags of all takes longer than many a verb
   * itself.
   */
  static List<Class<?>> of(String... args) {
    if (args.length == 1 && args[0].equals("--version")) {
      return List.of();
    }
    return ALL.stream()
        .filter(one -> args.length > 0 && args[0].equals(name(one)) && !ABOUT_ALL.contains(one))
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(ALL);
  }

  /** The heading of a verb's group. */
  static String heading(String verb) {
    return GROUPS.stream()
        .filter(group -> group.verbs().stream().anyMatch(one -> name(one).equals(verb)))
        .findFirst()
        .map(Group::heading)
        .orElse("");
  }

  static String name(Class<?> verb) {
    return verb.getAnnotation(Command.class).name();
  }
}
