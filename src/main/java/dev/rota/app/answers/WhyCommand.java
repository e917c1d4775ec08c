package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.answers.FollowerQuestionFlags.Question;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.HistoryQuestion;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.ThingHistory;
import dev.rota.readers.follow.json.HistoryJson;
import dev.rota.readers.follow.json.UnknownThing;
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

/** {@code rota why}: what was decided about a thing, and why it is as it is. */
@Command(
    name = "why",
    description = {
      "say why a job, a core, a chunk or another thing is as it is",
      "",
      "Other things are bots, paras, workers, shards and transactions. The turns of its "
          + "lane are replayed and verified. Each decision names its candidates, and for each "
          + "candidate the rule by which it was chosen or not."
    })
public final class WhyCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private LaneQuestionFlags asking;
  @Mixin private FollowerQuestionFlags served;

  @Mixin private DomainParameter domain;

  @Parameters(index = "1", paramLabel = "ID", description = "the id of a thing, such as a job's")
  private String id;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      completionCandidates = CompletionWords.OfKinds.class,
      description = "what it is, such as job, if several have the id")
  private String kind;

  @Option(
      names = "--at",
      paramLabel = "TURN|TIME",
      description =
          "why it was as it was after this turn, or at this time: 2026-01-31T12:00:00Z, or a"
              + " duration before now such as PT5M")
  private String at;

  @Option(
      names = "--since",
      paramLabel = "TURN|TIME",
      description =
          "replays from the nearest kept checkpoint up to there, 1: from the oldest turn; default:"
              + " early enough for --last decisions")
  private String since;

  @Option(
      names = "--after",
      paramLabel = "TURN|TIME",
      description =
          "what was decided after this turn or time, the first --last decisions; default: the last"
              + " ones")
  private String after;

  @Option(
      names = "--last",
      paramLabel = "N",
      defaultValue = "20",
      description = "decisions that are shown; default: ${DEFAULT-VALUE}")
  private int last;

  @Option(
      names = "--unless",
      description = {
        "names the smallest change that would have placed it, and when. Changes of "
            + "quota, priority and fleet are tried in this order, over the recorded inputs"
      })
  private boolean unless;

  @Override
  public Integer call() throws Exception {
    new FlagValidator(spec).within("--last", last, 1, Integer.MAX_VALUE);
    if (unless && at != null) {
      throw new FlagValidator(spec).usage("--unless is about now: leave --at out");
    }
    Domain chosen = domain.domain();
    HistoryJson.things(chosen.card().why().kinds(), kind, id);
    LaneQuestionFlags.moment("--at", at);
    LaneQuestionFlags.moment("--since", since);
    LaneQuestionFlags.moment("--after", after);
    if (unless && served.isNamed()) {
      throw new FlagValidator(spec).usage("--unless does not work with --url: leave --url out");
    }
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("kind", kind);
    arguments.put("at", at);
    arguments.put("since", since);
    arguments.put("after", after);
    arguments.put("last", last);
    Question question = new Question(chosen.name(), arguments, "why", id);
    Optional<ObjectNode> answer =
        unless ? Optional.empty() : served.ask(root, spec, asking, question);
    if (answer.isEmpty()) {
      return asking.ask(root, spec, chosen, this::answer);
    }
    CommandReport report = report(answer.get());
    report.print(root);
    return LaneStandingText.exit(report);
  }

  private CommandReport report(ObjectNode answer) {
    CommandReport report = LaneStandingText.report(answer);
    if (after == null) {
      WhyText.tellLast(report);
    } else {
      WhyText.tellFirst(report, after);
    }
    long believed = answer.path("believedTo").asLong();
    if (since == null && believed > 0) {
      report.line(
          "shown from turn %d on; --since 1 begins with the oldest turn".formatted(believed + 1));
    }
    return report;
  }

  private int answer(Domain chosen, LaneAnswers answers) throws Exception {
    List<Thing> things = HistoryJson.things(chosen.card().why().kinds(), kind, id);
    HistoryMoment moment = LaneQuestionFlags.moment("--at", at);
    HistoryQuestion question =
        new HistoryQuestion(
            Optional.ofNullable(since).map(one -> LaneQuestionFlags.moment("--since", one)),
            Optional.ofNullable(after).map(one -> LaneQuestionFlags.moment("--after", one)),
            moment,
            last);
    Told<List<ThingHistory>> told =
        LaneQuestionFlags.beside(root, answers, asked -> asked.why(things, question));
    if (told.answer().isEmpty()) {
      UnknownThing thing =
          LaneQuestionFlags.beside(
              root, answers, asked -> UnknownThing.of(asked, told.standing(), things, moment));
      throw LaneQuestionFlags.notFound(kind, id, thing.unheard(), thing.hint());
    }
    CommandReport report = report(HistoryJson.of(chosen.name(), told.standing(), told.answer()));
    if (unless) {
      UnlessReport search = new UnlessReport(chosen, told.standing().lane(), answers);
      for (ThingHistory history : told.answer()) {
        search.tell(root, report, history.thing());
      }
    }
    report.print(root);
    return LaneStandingText.exit(report);
  }
}
