package dev.rota.cli.answers;

import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Flags;
import dev.rota.cli.console.Report;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.Why.Candidate;
import dev.rota.domain.Why.Reason;
import dev.rota.domain.Why.Thing;
import dev.rota.engine.Fact;
import dev.rota.follow.Answers;
import dev.rota.follow.Answers.Told;
import dev.rota.follow.Event;
import dev.rota.follow.History;
import dev.rota.follow.Moment;
import dev.rota.follow.json.HistoryJson;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota why}: what was decided about a thing, and why it is as it is. */
@Command(
    name = "why",
    description = {
      "say why a job, bot, para, core, chunk, worker, shard or transaction is as it is",
      "The turns of its lane are decided again. Each decision has its candidates, and each",
      "candidate has the rule by which it was chosen or not."
    })
public final class WhyCommand implements Callable<Integer> {
  private static final int CANDIDATES_SHOWN = 20;

  @ParentCommand private Root root;
  @Spec private CommandSpec spec;
  @Mixin private Asking asking;

  @Parameters(
      index = "0",
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfDomains.class,
      description = "a domain, such as cores")
  private String domain;

  @Parameters(index = "1", paramLabel = "ID", description = "the id of a thing, such as a job's")
  private String id;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "what it is, such as job, if several have the id")
  private String kind;

  @Option(
      names = "--at",
      paramLabel = "TURN|TIME",
      description =
          "why it was as it was behind this turn, or at this time: 2026-01-31T12:00:00Z, or a"
              + " duration before now such as PT5M")
  private String at;

  @Option(
      names = "--since",
      paramLabel = "TURN|TIME",
      description =
          "begins with the nearest kept checkpoint up to there, 1: with the oldest turn; default:"
              + " early enough for --last decisions")
  private String since;

  @Option(
      names = "--last",
      paramLabel = "N",
      defaultValue = "20",
      description = "decisions that are told; default: ${DEFAULT-VALUE}")
  private int last;

  @Option(
      names = "--unless",
      description = {
        "says which smallest change would have placed what waits, and when: of quota, priority or",
        "fleet, tried in this order over the recorded inputs"
      })
  private boolean unless;

  @Override
  public Integer call() throws Exception {
    new Flags(spec).within("--last", last, 1, Integer.MAX_VALUE);
    if (unless && at != null) {
      throw new Flags(spec).usage("--unless is about now: leave --at out");
    }
    return asking.ask(root, spec, Catalogue.domain(domain), this::answer);
  }

  private <S extends State, I, F extends Fact<S>> int answer(
      Domain<S, I, F> chosen, Answers<S, I, F> answers) throws Exception {
    List<Thing> things = HistoryJson.things(chosen.why().kinds(), kind, id);
    Moment from = since == null ? null : Asking.moment("--since", since);
    Moment moment = Asking.moment("--at", at);
    Told<List<History>> told =
        Asking.beside(root, answers, asked -> asked.why(things, from, moment, last));
    if (told.answer().isEmpty()) {
      throw new Failure(
          Exit.NOT_FOUND,
          "%s '%s'".formatted(kind == null ? "the id" : "the " + kind, id),
          "the lane '%s' has none, and no turn up to %d names it"
              .formatted(told.standing().lane(), told.standing().turn()),
          "check the id and the lane; a %s is meant"
              .formatted(String.join(", ", chosen.why().kinds())));
    }
    Report report =
        Standings.report(
            chosen.name(),
            told.standing(),
            HistoryJson.of(chosen.name(), told.standing(), told.answer()));
    told.answer().forEach(history -> tell(report, history));
    if (since == null && told.standing().after() > 0) {
      report.line(
          "told from turn %d on; --since 1 begins with the oldest turn"
              .formatted(told.standing().after() + 1));
    }
    if (unless) {
      Unless<S, I, F> search = new Unless<>(chosen, told.standing().lane(), answers);
      for (History history : told.answer()) {
        search.tell(root, report, history.thing());
      }
    }
    report.print(root);
    return Standings.exit(told.standing());
  }

  private static void tell(Report report, History history) {
    report.line(history.thing() + (history.now() == null ? ": not there any more" : ""));
    if (history.now() != null) {
      reason(report, "  ", history.now());
    }
    long before = history.count() - history.events().size();
    if (before > 0) {
      report.line("  %d decisions before these".formatted(before));
    }
    for (Event event : history.events()) {
      String at = Instant.ofEpochMilli(event.atMillis()).toString();
      reason(report, "  turn %d, %s: ".formatted(event.turn(), at), event.reason());
    }
  }

  private static void reason(Report report, String before, Reason reason) {
    report.line("%s%s (%s)".formatted(before, reason.what(), reason.rule()));
    for (Candidate candidate : first(reason.candidates())) {
      report.line(
          "    %s %s: %s (%s)"
              .formatted(
                  candidate.chosen() ? "*" : "-",
                  candidate.thing(),
                  candidate.why(),
                  candidate.rule()));
    }
    int more = reason.candidates().size() - CANDIDATES_SHOWN;
    if (more > 0) {
      report.line("    and %d more: see -o json".formatted(more));
    }
  }

  private static List<Candidate> first(List<Candidate> candidates) {
    return candidates.subList(0, Math.min(CANDIDATES_SHOWN, candidates.size()));
  }
}
