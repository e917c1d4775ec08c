package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.text.CauseChain;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LaneNames;
import dev.rota.readers.follow.NoSuchLane;
import dev.rota.readers.follow.TimedLogs;
import dev.rota.readers.follow.json.AskedQuery;
import dev.rota.readers.follow.json.MomentText;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.TopicLogs;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The flags of all verbs that answer about a lane: which one, when, and from which log. */
final class LaneQuestionFlags {
  private static final Logger LOG = LoggerFactory.getLogger(LaneQuestionFlags.class);

  @Mixin private LaneLog log;

  @Mixin private TrustedKeysFlag trusted;

  /** Asks. A domain's types are known inside. */
  interface Question {
    int of(Domain domain, LaneAnswers answers) throws Exception;
  }

  /** Opens the log and asks. */
  int ask(RootCommand root, CommandSpec spec, Domain domain, Question question) throws Exception {
    try (TopicLogs logs = logs(root, spec, domain)) {
      log.tell(root);
      try {
        return ask(domain, new TimedLogs(logs), since(root), lane(spec, logs), question);
      } catch (NoSuchLane | ExecutionException e) {
        Optional<NoSuchLane> mistaken = CauseChain.first(e, NoSuchLane.class);
        throw mistaken.isEmpty() ? e : mistaken.get().among(LaneNames.of(logs, domain.name()));
      }
    }
  }

  private int ask(
      Domain domain, TimedLogs logs, CheckpointChoice since, String name, Question question)
      throws Exception {
    LaneAnswers answers = new LaneAnswers(domain, logs, since, name);
    int exit = question.of(domain, answers);
    long millis = Duration.ofNanos(logs.nanos()).toMillis();
    LOG.info("{} ms in Kafka's clients, {} turns replayed", millis, answers.done());
    return exit;
  }

  /** Which kept checkpoints count. */
  CheckpointChoice since(RootCommand root) throws IOException {
    return trusted.since(log.settings(root));
  }

  TopicLogs logs(RootCommand root, CommandSpec spec, Domain domain) throws IOException {
    return log.logs(root, spec, domain);
  }

  String lane(CommandSpec spec, TopicLogs logs) {
    return log.lane(spec, logs);
  }

  /** The flags of the cluster. */
  ConnectionFlags connection() {
    return log.connection();
  }

  /** The lane of a cluster. */
  String legal(CommandSpec spec) {
    return log.legal(spec);
  }

  /** Returns true if a follower would read another log, or by other keys. */
  boolean isOwnReading() {
    return log.isFile() || trusted.isGiven();
  }

  /** The lane, for a follower that answers: it reads its own log, by its own policy. */
  String laneAlone(CommandSpec spec) {
    if (trusted.isGiven()) {
      throw new FlagValidator(spec).usage("a follower has its own --policy: leave it or --url out");
    }
    return log.laneAlone(spec);
  }

  /** Works beside a line that says how many turns are decided. */
  static <T> T beside(RootCommand root, LaneAnswers answers, Function<LaneAnswers, T> work)
      throws InterruptedException, ExecutionException {
    return ProgressDisplay.beside(root, "decided", answers::done, () -> work.apply(answers));
  }

  /**
   * The lane does not have it.
   *
   * @param kind null: any
   * @param detail what is wrong, as a clause
   */
  static CommandFailure notFound(String kind, String id, String detail, String hint) {
    String what = "%s '%s'".formatted(kind == null ? "the id" : "the " + kind, id);
    return new CommandFailure(ExitCode.NOT_FOUND, what, detail, hint);
  }

  /** What a lane's state says at a moment, as JSON. */
  static Told<JsonNode> at(
      RootCommand root, LaneAnswers answers, HistoryMoment moment, AskedQuery question)
      throws InterruptedException, ExecutionException {
    return beside(
        root,
        answers,
        asked ->
            asked.at(moment, (state, standing) -> new Told<>(standing, question.answer(state))));
  }

  /** The moment that a flag names. */
  static HistoryMoment moment(String flag, String text) {
    return MomentText.of(flag, text, Instant.now());
  }
}
