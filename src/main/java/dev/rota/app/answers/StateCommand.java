package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.answers.FollowerQuestionFlags.Question;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.json.AskedQuery;
import dev.rota.readers.follow.json.JsonChanges;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota state}: a lane as a whole, now or then, or between two moments. */
@Command(
    name = "state",
    description = {
      "show a lane's state, now or then, or what differs in between",
      "",
      "Exit code 1: with --diff, something differs."
    })
public final class StateCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneQuestionFlags asking;
  @Mixin private FollowerQuestionFlags served;

  @Mixin private DomainParameter domain;

  @Option(
      names = "--at",
      paramLabel = "TURN|TIME",
      description =
          "after this turn, or at this time: 2026-01-31T12:00:00Z, or a duration before now such"
              + " as PT5M; default: after the last turn")
  private String at;

  @Option(
      names = "--diff",
      arity = "2",
      paramLabel = "TURN|TIME",
      description = "what differs between two moments")
  private List<String> diff;

  @Override
  public Integer call() throws Exception {
    Domain chosen = domain.domain();
    Map<String, String> moments = new HashMap<>();
    if (diff == null) {
      moments.put("at", at);
    } else if (at == null && diff.size() == 2) {
      moments.put("from", diff.get(0));
      moments.put("to", diff.get(1));
    } else {
      throw new FlagValidator(spec).usage("pass --at MOMENT, or --diff MOMENT MOMENT, once");
    }
    String flag = diff == null ? "--at" : "--diff";
    moments.values().forEach(one -> LaneQuestionFlags.moment(flag, one));
    Question question = new Question(chosen.name(), moments, diff == null ? "state" : "diff");
    Optional<ObjectNode> answer = served.ask(root, spec, asking, question);
    if (answer.isEmpty()) {
      return asking.ask(root, spec, chosen, this::answer);
    }
    return diff == null ? show(answer.get()) : differ(answer.get());
  }

  private int answer(Domain chosen, LaneAnswers answers) throws Exception {
    String name = chosen.name();
    Told<JsonNode> last = state(chosen, answers, diff == null ? at : diff.get(1));
    return diff == null
        ? show(AskedQuery.stated(name, last.standing(), last.answer()))
        : differ(JsonChanges.of(name, state(chosen, answers, diff.get(0)), last));
  }

  private int show(ObjectNode answer) throws IOException {
    CommandReport report = LaneStandingText.report(answer);
    answer.path("state").toPrettyString().lines().forEach(report::line);
    report.print(root);
    return LaneStandingText.exit(report);
  }

  private int differ(ObjectNode answer) throws IOException {
    CommandReport report = LaneStandingText.report(answer);
    report.line("since", "turn %s", answer.path("before").path("turn").asText());
    JsonNode changes = answer.path("changes");
    for (JsonNode change : changes) {
      report.line(
          "  %s: %s -> %s"
              .formatted(change.get("path").asText(), change.get("before"), change.get("after")));
    }
    if (changes.isEmpty()) {
      report.line("  nothing differs");
    }
    report.print(root);
    return (changes.isEmpty() ? ExitCode.OK : ExitCode.DIFFERS).code();
  }

  private Told<JsonNode> state(Domain chosen, LaneAnswers answers, String when) throws Exception {
    HistoryMoment moment = LaneQuestionFlags.moment(diff == null ? "--at" : "--diff", when);
    return LaneQuestionFlags.at(root, answers, moment, AskedQuery.state(chosen));
  }
}
