package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.RoadBench;
import dev.rota.lab.bench.follow.LaneQuestion;
import dev.rota.lab.bench.follow.WhyBench;
import dev.rota.lab.bench.follow.WhyBench.Took;
import dev.rota.lab.bench.watch.WatchedFollower;
import dev.rota.lab.verbs.bench.CommandRunner.Ran;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code rota bench why}: makes a long history, keeps checkpoints of it, goes on, and asks.
 *
 * @param turns inputs of the whole history
 * @param behind of them, those that come after the newest checkpoint
 * @param rounds how often each question is asked
 */
record WhyRun(RootCommand root, int turns, int behind, int rounds) {
  /** What the command says with {@code -v}. */
  private static final Pattern SPENT =
      Pattern.compile("(\\d+) ms in Kafka's clients, (\\d+) turns replayed");

  private static final Set<Integer> ANSWERED = Set.of(ExitCode.OK.code(), ExitCode.BY_WORD.code());
  private static final double MILLIS = 1e3;

  /**
   * Where the program finds what it is asked about.
   *
   * @param kafka its address
   */
  record Place(String domain, String kafka, String registry) {}

  /** What is asked, and all that answer. */
  private record Stand(WhyBench why, CommandRunner shell, Place place, String follower) {}

  ExitCode on(RoadBench bench, WhyBench why, Place place) throws IOException {
    CommandRunner shell = CommandRunner.ofThisProgram();
    build(bench, shell, place);
    List<Double> starts = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      starts.add(shell.run(List.of("--version")).seconds());
    }
    say("rota --version: %.2f s", median(starts));
    List<Map<String, Object>> answers = new ArrayList<>();
    root.note("a follower catches up …");
    try (WatchedFollower follower =
        WatchedFollower.follow(place.domain(), place.kafka(), List.of())) {
      Stand stand = new Stand(why, shell, place, follower.url());
      for (LaneQuestion question : why.questions()) {
        answers.add(ask(question, stand));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (root.json()) {
      Map<String, Object> raw = new LinkedHashMap<>();
      raw.put("bench", "why");
      raw.put("domain", place.domain());
      raw.put("turns", turns);
      raw.put("behind", behind);
      raw.put("versionSeconds", median(starts));
      raw.put("answers", answers);
      root.console().line(new ObjectMapper().writeValueAsString(raw));
    }
    return ExitCode.OK;
  }

  private void build(RoadBench bench, CommandRunner shell, Place place) throws IOException {
    for (int some : new int[] {turns - behind, behind}) {
      ProgressDisplay.of(root, "sent", seen -> bench.fill(some, seen));
      ProgressDisplay.of(root, "decided", bench::road);
      if (some == turns - behind) {
        root.note("audited, with checkpoints kept …");
        check(
            shell.run(
                List.of(
                    "audit",
                    place.domain(),
                    "--keep",
                    "-b",
                    place.kafka(),
                    "--registry",
                    place.registry())));
      }
    }
    say("%s: a lane of %d turns, %d of them not audited", place.domain(), turns, behind);
  }

  /**
   * What an answer took, medians.
   *
   * @param seconds of a command that reads the log
   * @param reading of them, in Kafka's clients
   * @param again turns that it decided
   * @param served seconds of a command that asks a follower
   * @param warm in a process that runs already
   */
  private record Spent(double seconds, double reading, long again, double served, Took warm) {}

  /** Asks as a user does, of the log and of the follower, then as a process that runs already. */
  private Spent spent(LaneQuestion question, Stand stand) throws IOException {
    List<String> ofTheLog = words(question, stand.place, "-v", "-b", stand.place.kafka);
    List<String> ofTheFollower = words(question, stand.place, "--url", stand.follower);
    List<Double> seconds = new ArrayList<>();
    List<Double> reading = new ArrayList<>();
    List<Double> served = new ArrayList<>();
    List<Took> warm = new ArrayList<>();
    long again = 0;
    for (int round = 0; round < rounds; round++) {
      Ran ran = check(stand.shell.run(ofTheLog));
      seconds.add(ran.seconds());
      Matcher spent = SPENT.matcher(ran.err());
      if (!spent.find()) {
        throw new IllegalStateException("it does not say what it has done: " + ran.err());
      }
      reading.add(Long.parseLong(spent.group(1)) / MILLIS);
      again = Long.parseLong(spent.group(2));
      served.add(check(stand.shell.run(ofTheFollower)).seconds());
      warm.add(stand.why.ask(question));
    }
    warm.sort(Comparator.comparingDouble(Took::seconds));
    return new Spent(median(seconds), median(reading), again, median(served), warm.get(rounds / 2));
  }

  private Map<String, Object> ask(LaneQuestion question, Stand stand) throws IOException {
    Spent spent = spent(question, stand);
    say(
        "why %s (%s): %.2f s from the shell, %.2f s of it in Kafka's clients; %d turns"
            + " replayed; %.2f s from the shell by a follower; %.2f s in a warm process, %.2f s of"
            + " it in Kafka's clients",
        question.thing(),
        question.where(),
        spent.seconds,
        spent.reading,
        spent.again,
        spent.served,
        spent.warm.seconds(),
        spent.warm.reading());
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("where", question.where());
    raw.put("kind", question.thing().kind());
    raw.put("seconds", spent.seconds);
    raw.put("readingSeconds", spent.reading);
    raw.put("turnsAgain", spent.again);
    raw.put("servedSeconds", spent.served);
    raw.put("warmSeconds", spent.warm.seconds());
    raw.put("warmReadingSeconds", spent.warm.reading());
    return raw;
  }

  private static List<String> words(LaneQuestion question, Place place, String... more) {
    List<String> words = new ArrayList<>(List.of("why", place.domain(), question.thing().id()));
    words.addAll(List.of("--kind", question.thing().kind(), "--key", RoadBench.FIRST_LANE));
    words.addAll(List.of(more));
    if (question.turn() != null) {
      words.addAll(List.of("--at", question.turn().toString()));
    }
    return words;
  }

  private static Ran check(Ran ran) {
    if (!ANSWERED.contains(ran.exit())) {
      throw new IllegalStateException("exit code " + ran.exit() + ": " + ran.err());
    }
    return ran;
  }

  private static double median(List<Double> all) {
    return all.stream().sorted().toList().get(all.size() / 2);
  }

  private void say(String format, Object... arguments) throws IOException {
    if (!root.json()) {
      root.console().line(String.format(Locale.ROOT, format, arguments));
      root.console().out().flush();
    }
  }
}
