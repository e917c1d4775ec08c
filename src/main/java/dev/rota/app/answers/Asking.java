package dev.rota.app.answers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.Flags;
import dev.rota.app.console.Progress;
import dev.rota.app.console.Root;
import dev.rota.base.text.Causes;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.Answers;
import dev.rota.readers.follow.Answers.Told;
import dev.rota.readers.follow.LaneNames;
import dev.rota.readers.follow.Moment;
import dev.rota.readers.follow.NoSuchLane;
import dev.rota.readers.follow.TimedLogs;
import dev.rota.readers.follow.json.Asked;
import dev.rota.readers.follow.json.Moments;
import dev.rota.road.kept.Since;
import dev.rota.road.logs.Logs;
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
final class Asking {
  private static final Logger LOG = LoggerFactory.getLogger(Asking.class);

  @Mixin private LaneLog log;

  @Mixin private TrustedKeysFlag trusted;

  /** Asks. A domain's types are known inside. */
  interface Question {
    <S extends State, I, F extends Fact<S>> int of(Domain<S, I, F> domain, Answers<S, I, F> answers)
        throws Exception;
  }

  /** Opens the log and asks. */
  int ask(Root root, CommandSpec spec, Domain<?, ?, ?> domain, Question question) throws Exception {
    try (Logs logs = logs(root, domain)) {
      try {
        return ask(domain, new TimedLogs(logs), lane(spec, logs), question);
      } catch (NoSuchLane | ExecutionException e) {
        Optional<NoSuchLane> mistaken = Causes.first(e, NoSuchLane.class);
        throw mistaken.isEmpty() ? e : mistaken.get().among(LaneNames.of(logs, domain.name()));
      }
    }
  }

  private <S extends State, I, F extends Fact<S>> int ask(
      Domain<S, I, F> domain, TimedLogs logs, String name, Question question) throws Exception {
    Answers<S, I, F> answers = new Answers<>(domain, logs, since(), name);
    int exit = question.of(domain, answers);
    long millis = Duration.ofNanos(logs.nanos()).toMillis();
    LOG.info("{} ms in Kafka's clients, {} turns replayed", millis, answers.done());
    return exit;
  }

  /** Which kept checkpoints count. */
  Since since() throws IOException {
    return trusted.since();
  }

  Logs logs(Root root, Domain<?, ?, ?> domain) throws IOException {
    return log.logs(root, domain);
  }

  String lane(CommandSpec spec, Logs logs) {
    return log.lane(spec, logs);
  }

  /** The lane, for a follower that answers: it reads its own log, by its own policy. */
  String laneAlone(CommandSpec spec) {
    if (trusted.isGiven()) {
      throw new Flags(spec).usage("a follower has its own --policy: leave it or --url out");
    }
    return log.laneAlone(spec);
  }

  /** Works beside a line that says how many turns are decided. */
  static <S extends State, I, F extends Fact<S>, T> T beside(
      Root root, Answers<S, I, F> answers, Function<Answers<S, I, F>, T> work)
      throws InterruptedException, ExecutionException {
    return Progress.beside(root, "decided", answers::done, () -> work.apply(answers));
  }

  /** What a lane's state says at a moment, as JSON. */
  static <S extends State, I, F extends Fact<S>> Told<JsonNode> at(
      Root root, Answers<S, I, F> answers, Moment moment, Asked<S> question)
      throws InterruptedException, ExecutionException {
    return beside(
        root,
        answers,
        asked ->
            asked.at(moment, (state, standing) -> new Told<>(standing, question.answer(state))));
  }

  /** The moment that a flag names. */
  static Moment moment(String flag, String text) {
    return Moments.of(flag, text, Instant.now());
  }
}
