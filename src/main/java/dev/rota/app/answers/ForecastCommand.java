package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.answers.FollowerQuestionFlags.Question;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.json.ForecastJson;
import dev.rota.readers.follow.json.HistoryJson;
import dev.rota.readers.follow.json.LaneJson;
import dev.rota.readers.follow.json.UnknownThing;
import dev.rota.readers.forecast.ComingStarts;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.readers.forecast.ForeseenStart;
import dev.rota.readers.forecast.PresentLane;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota forecast}: when something is started, and how good such forecasts were. */
@Command(
    name = "forecast",
    description = {
      "forecast when a thing is started, and show what is assumed",
      "",
      "A thing is a job, a claim, a transaction or a chunk. On a copy of the lane, the "
          + "rules decide the inputs that its history makes likely. --next says what is "
          + "started next. --backtest makes forecasts along the history, and compares them "
          + "with it."
    })
public final class ForecastCommand implements Callable<Integer> {
  private static final int MOST = 100_000;
  private static final Duration LONGEST = Duration.ofDays(366);

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneQuestionFlags asking;
  @Mixin private FollowerQuestionFlags served;

  @Mixin private DomainParameter domain;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ID",
      description = "the id of a thing, such as a job's")
  private String id;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      completionCandidates = CompletionWords.OfKinds.class,
      description = "what it is, such as job; default: with an ID, each kind that has it")
  private String kind;

  @Option(names = "--next", paramLabel = "N", description = "the next N things that are started")
  private Integer next;

  @Option(
      names = "--backtest",
      description = "makes forecasts along the recorded history, and compares them with it")
  private boolean backtest;

  @Option(
      names = "--forecasts",
      paramLabel = "N",
      defaultValue = "100",
      description = "moments at which --backtest makes them; default: ${DEFAULT-VALUE}")
  private int forecasts;

  @Option(
      names = "--within",
      paramLabel = "DURATION",
      defaultValue = "PT1H",
      description = "how far it looks ahead; default: ${DEFAULT-VALUE}")
  private Duration within;

  @Option(
      names = "--at",
      paramLabel = "TURN|TIME",
      description =
          "as of this turn, or of this time: 2026-01-31T12:00:00Z, or a duration before now"
              + " such as PT5M; default: the time of the last turn")
  private String at;

  @Option(
      names = "--since",
      paramLabel = "TURN|TIME",
      description =
          "learns from the nearest kept checkpoint up to there on; with --backtest: makes"
              + " forecasts from there on; default: the oldest turn that is retained")
  private String since;

  @Override
  public Integer call() throws Exception {
    FlagValidator flags = new FlagValidator(spec);
    flags.within("--next", next, 1, MOST);
    flags.within("--forecasts", forecasts, 1, MOST);
    if (within.isNegative() || within.compareTo(LONGEST) > 0) {
      throw flags.usage("--within is " + within + "; expected PT0S to " + LONGEST);
    }
    int asked = (id == null ? 0 : 1) + (next == null ? 0 : 1) + (backtest ? 1 : 0);
    if (asked != 1) {
      throw flags.usage("name one of ID, --next N and --backtest");
    }
    if (backtest && at != null) {
      throw flags.usage("--backtest goes to the end of the history: leave --at out");
    }
    Domain chosen = domain.domain();
    List<String> kinds = chosen.card().forecast().kinds();
    if (kinds.isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "rota forecast " + chosen.name(),
          "this domain is not forecast yet",
          "ask 'rota why " + chosen.name() + "' what a thing waits for");
    }
    HistoryJson.things(kinds, kind, id);
    LaneQuestionFlags.moment("--at", at);
    LaneQuestionFlags.moment("--since", since);
    if (backtest && served.isNamed()) {
      throw flags.usage("--backtest does not work with --url: leave --url out");
    }
    Optional<ObjectNode> answer =
        backtest ? Optional.empty() : served.ask(root, spec, asking, question(chosen));
    return answer.isPresent() ? tell(answer.get()) : asking.ask(root, spec, chosen, this::answer);
  }

  private Question question(Domain chosen) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("kind", kind);
    arguments.put("within", within);
    arguments.put("at", at);
    arguments.put("since", since);
    arguments.put("next", next);
    return id == null
        ? new Question(chosen.name(), arguments, "forecast")
        : new Question(chosen.name(), arguments, "forecast", id);
  }

  private int tell(ObjectNode answer) throws IOException {
    CommandReport report = LaneStandingText.report(answer);
    if (id == null) {
      ForecastText.next(report, next, within);
    } else {
      ForecastText.things(report);
    }
    report.print(root);
    return LaneStandingText.exit(report);
  }

  private int answer(Domain chosen, LaneAnswers answers) throws Exception {
    List<String> kinds = chosen.card().forecast().kinds();
    if (id != null) {
      return one(chosen, answers, kinds);
    }
    String usual = kind == null ? kinds.get(0) : kind;
    return backtest ? backtest(chosen, answers, usual) : next(chosen, answers, usual);
  }

  private int one(Domain chosen, LaneAnswers answers, List<String> kinds) throws Exception {
    List<Thing> things = HistoryJson.things(kinds, kind, id);
    Told<List<ForeseenStart>> told =
        ahead(
            answers,
            present ->
                things.stream()
                    .map(thing -> present.of(thing, within.toMillis()))
                    .flatMap(Optional::stream)
                    .toList());
    if (told.answer().isEmpty()) {
      HistoryMoment moment = LaneQuestionFlags.moment("--at", at);
      UnknownThing thing =
          LaneQuestionFlags.beside(
              root, answers, asked -> UnknownThing.of(asked, told.standing(), things, moment));
      throw LaneQuestionFlags.notFound(kind, id, thing.absent(), thing.hint());
    }
    return tell(ForecastJson.of(chosen.name(), told.standing(), told.answer()));
  }

  private int next(Domain chosen, LaneAnswers answers, String things) throws Exception {
    Told<ComingStarts> told =
        ahead(answers, present -> present.next(things, next, within.toMillis()));
    return tell(ForecastJson.of(chosen.name(), told.standing(), told.answer()));
  }

  private <T> Told<T> ahead(LaneAnswers answers, Function<PresentLane, T> question)
      throws Exception {
    HistoryMoment from = since == null ? null : LaneQuestionFlags.moment("--since", since);
    HistoryMoment moment = LaneQuestionFlags.moment("--at", at);
    return LaneQuestionFlags.beside(root, answers, asked -> asked.ahead(from, moment, question));
  }

  private int backtest(Domain chosen, LaneAnswers answers, String things) throws Exception {
    HistoryMoment from = since == null ? null : LaneQuestionFlags.moment("--since", since);
    Told<ForecastAccuracy> told =
        LaneQuestionFlags.beside(
            root, answers, asked -> asked.backtest(things, from, forecasts, within.toMillis()));
    CommandReport report = LaneStandingText.report(LaneJson.of(chosen.name(), told.standing()));
    ForecastText.tell(report, told.answer(), within);
    report.print(root);
    return LaneStandingText.exit(report);
  }
}
