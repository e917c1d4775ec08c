package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.answers.FollowerQuestionFlags.Question;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.json.AskedQuery;
import dev.rota.readers.follow.json.QueryList;
import dev.rota.road.stream.OfflineStreams;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota query}: what a lane's state says. */
@Command(
    name = "query",
    description = {
      "query a lane's state, replayed from the ledger",
      "",
      "Without NAME it lists the domain's queries and their arguments."
    })
public final class QueryCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneQuestionFlags asking;
  @Mixin private FollowerQuestionFlags served;

  @Mixin private DomainParameter domain;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = CompletionWords.Asked.class,
      description = "a query")
  private String name;

  @Parameters(
      index = "2..*",
      paramLabel = "ARG=VALUE",
      completionCandidates = CompletionWords.Asked.class,
      description = "its arguments: a number, a text, or JSON")
  private List<String> given = List.of();

  @Option(
      names = "--at",
      paramLabel = "TURN|TIME",
      description =
          "the state after this turn, or at this time: 2026-01-31T12:00:00Z, or a duration before"
              + " now such as PT5M; default: after the last turn")
  private String at;

  @Override
  public Integer call() throws Exception {
    Domain chosen = domain.domain();
    if (name == null) {
      list(chosen).print(root);
      return ExitCode.OK.code();
    }
    check(chosen);
    if (at != null && served.isNamed()) {
      throw new FlagValidator(spec)
          .usage("--at works with --url for 'rota state' alone: leave --at or --url out");
    }
    Question question = new Question(chosen.name(), arguments(), "queries", name);
    Optional<ObjectNode> answer =
        at == null ? served.ask(root, spec, asking, question) : Optional.empty();
    return answer.isPresent() ? show(answer.get()) : asking.ask(root, spec, chosen, this::answer);
  }

  /** What is wrong with the question itself is said before anybody is asked. */
  private void check(Domain chosen) {
    var _ = LaneQuestionFlags.moment("--at", at);
    AskedQuery.of(chosen, name, arguments()).check(new OfflineStreams(chosen).state("none"));
  }

  private static CommandReport list(Domain chosen) {
    CommandReport report = new CommandReport("the queries of " + chosen.name());
    QueryList all = QueryList.of(chosen);
    report.field("queries", all.queries());
    report.field("help", all.help());
    all.help()
        .forEach(
            (name, help) -> {
              report.line(name, "%s", help.about());
              help.arguments()
                  .forEach(
                      one ->
                          report.line(
                              "",
                              "  %s%s: %s",
                              one.name(),
                              one.required() ? "" : "?",
                              one.about()));
            });
    return report;
  }

  private int answer(Domain chosen, LaneAnswers answers) throws Exception {
    AskedQuery asked = AskedQuery.of(chosen, name, arguments());
    Told<JsonNode> told =
        LaneQuestionFlags.at(root, answers, LaneQuestionFlags.moment("--at", at), asked);
    return show(asked.answered(told.standing(), told.answer()));
  }

  private int show(ObjectNode answer) throws IOException {
    CommandReport report = LaneStandingText.report(answer);
    answer.path("answer").toPrettyString().lines().forEach(report::line);
    report.print(root);
    return LaneStandingText.exit(report);
  }

  /** By name. */
  private Map<String, String> arguments() {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (String one : given) {
      int sign = one.indexOf('=');
      if (sign < 0) {
        throw new FlagValidator(spec).usage("'" + one + "' is no argument; expected ARG=VALUE");
      }
      arguments.put(one.substring(0, sign), one.substring(sign + 1));
    }
    return arguments;
  }
}
