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
import dev.rota.app.backup.BackupCommand;
import dev.rota.app.backup.RestoreCommand;
import dev.rota.app.builds.BotCommand;
import dev.rota.app.builds.ReapiCommand;
import dev.rota.app.config.ConfigCommand;
import dev.rota.app.doctor.DoctorCommand;
import dev.rota.app.letters.DeadLettersCommand;
import dev.rota.app.proofs.KeysCommand;
import dev.rota.app.proofs.NotaryCommand;
import dev.rota.app.proofs.ProveCommand;
import dev.rota.app.proofs.VerifyCommand;
import dev.rota.app.proofs.WitnessCommand;
import dev.rota.app.records.ConsumeCommand;
import dev.rota.app.records.ProduceCommand;
import dev.rota.app.run.ReleaseCommand;
import dev.rota.app.run.RunCommand;
import dev.rota.app.size.SizeCommand;
import dev.rota.app.top.TopCommand;
import dev.rota.app.topics.TopicsCommand;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** All verbs, in the order in which help lists them. */
final class VerbList {
  /** A verb of the command line. */
  sealed interface Verb {
    /** What users type. */
    String name();

    /** What picocli takes as a command. */
    Object command();
  }

  /** A verb of this jar. */
  private record Own(Class<?> type) implements Verb {
    @Override
    public String name() {
      return type.getAnnotation(Command.class).name();
    }

    @Override
    public Object command() {
      return type;
    }
  }

  /** A verb of the lab, whose jar may be absent. */
  private record OfLab(String name) implements Verb {
    @Override
    public Object command() {
      return LabVerbs.HERE.command(name);
    }
  }

  /** Verbs under a heading of the help. */
  record Group(String heading, List<Verb> verbs) {
    /** A class is a verb of this jar, a name one of the lab. */
    static Group of(String heading, Object... verbs) {
      return new Group(
          heading,
          Stream.of(verbs)
              .<Verb>map(
                  one -> one instanceof Class<?> type ? new Own(type) : new OfLab((String) one))
              .toList());
    }
  }

  static final List<Group> GROUPS =
      List.of(
          Group.of(
              "run",
              "dev",
              RunCommand.class,
              ReleaseCommand.class,
              ReapiCommand.class,
              BotCommand.class),
          Group.of("produce and consume", ProduceCommand.class, ConsumeCommand.class, "import"),
          Group.of(
              "ask what is assigned, and why",
              QueryCommand.class,
              StateCommand.class,
              WhyCommand.class,
              ForecastCommand.class,
              WhatIfCommand.class,
              ShadowCommand.class,
              ExportCommand.class,
              CapsuleCommand.class,
              FollowCommand.class,
              TopCommand.class),
          Group.of(
              "verify and prove",
              AuditCommand.class,
              RehearseCommand.class,
              ProveCommand.class,
              VerifyCommand.class,
              NotaryCommand.class,
              WitnessCommand.class,
              KeysCommand.class),
          Group.of(
              "operate",
              DoctorCommand.class,
              TopicsCommand.class,
              LedgerCommand.class,
              DeadLettersCommand.class,
              BackupCommand.class,
              RestoreCommand.class,
              SizeCommand.class,
              ConfigCommand.class),
          Group.of("try and measure without a cluster", "simulate", "generate", "bench"),
          Group.of("learn", HelpCommand.class, CompletionCommand.class));

  static final List<Verb> ALL = GROUPS.stream().flatMap(group -> group.verbs().stream()).toList();

  /** They say something about all verbs. */
  private static final Set<Verb> ABOUT_ALL =
      Set.of(new Own(CompletionCommand.class), new Own(HelpCommand.class));

  private VerbList() {}

  /**
   * The verbs that these arguments may need: to read the flags of all takes longer than many a verb
   * itself.
   */
  static List<Verb> of(String... args) {
    if (args.length == 1 && args[0].equals("--version")) {
      return List.of();
    }
    if (args.length > 1 && args[0].equals("completion") && args[1].equals(TypedWords.NAME)) {
      return List.of(new Own(CompletionCommand.class));
    }
    return ALL.stream()
        .filter(one -> args.length > 0 && args[0].equals(one.name()) && !ABOUT_ALL.contains(one))
        .findFirst()
        .map(List::of)
        .orElse(ALL);
  }

  /** The heading of a verb's group. */
  static String heading(String verb) {
    return GROUPS.stream()
        .filter(group -> group.verbs().stream().anyMatch(one -> one.name().equals(verb)))
        .findFirst()
        .map(Group::heading)
        .orElse("");
  }
}
