package dev.rota.app.letters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.LetterReplayer;
import dev.rota.app.clients.LetterReplayer.Replay;
import dev.rota.app.clients.LetterReplayer.Sent;
import dev.rota.app.clients.RecordRange;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.letters.LetterDesk.LetterReader;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.letters.ReplayTopic.Replays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * {@code rota dlq replay}: sends many dead letters again.
 *
 * <p>It first looks at all of them, so that it can say how many are left whenever it ends. Then it
 * reads them once more and sends those that it chose, batch by batch. What comes back meanwhile is
 * a dead letter of its own, and is not sent.
 */
final class BulkReplay implements AutoCloseable {
  private static final int BATCH_MAX = 200;

  /** A transaction must end long before its time-out. */
  private static final long BATCH_BYTES_MAX = 4 << 20;

  private final RootCommand root;
  private final LetterDesk desk;
  private final LetterFilter filter;
  private final RecordRange range;
  private final Terms terms;
  private final Replay edited;
  private final Map<String, Integer> inputs;
  private Replays replays = new Replays();
  private final Set<RecordPlace> chosen = new HashSet<>();
  private final Map<Fate, Map<String, Long>> fates = new TreeMap<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<Replay> batch = new ArrayList<>();
  private long batchBytes;
  private long read;
  private long sent;
  private boolean stopped;

  /**
   * How careful it is.
   *
   * @param returnsMax what came back so often is not sent again
   * @param force sends it all the same, and what an engine could not read either
   */
  record Terms(int returnsMax, boolean force) {}

  /** What a replay does with a letter. */
  private enum Fate {
    CHOSEN,
    REPLAYED,
    RETURNED,
    UNREADABLE,
    UNSENDABLE
  }

  /**
   * Sends nothing yet.
   *
   * @param edited the one that is meant; null: all that the filter and the range select
   */
  BulkReplay(
      RootCommand root,
      LetterDesk desk,
      LetterFilter filter,
      RecordRange range,
      Terms terms,
      Replay edited) {
    this.root = root;
    this.desk = desk;
    this.filter = filter;
    this.range = range;
    this.terms = terms;
    this.edited = edited;
    this.inputs = desk.inputs();
  }

  /** Says what would be sent. */
  CommandReport plan() throws IOException {
    choose();
    return report(false);
  }

  /** Sends it. What it has sent when it fails stays sent, and is not sent by another run. */
  CommandReport send() throws IOException {
    desk.prepare();
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root);
        LetterReplayer replayer = LetterReplayer.open(desk.settings(), desk.domain().name())) {
      choose();
      shutdown.with(this);
      sendChosen(replayer);
      return report(true);
    } catch (RuntimeException | IOException e) {
      tellLeft();
      throw e;
    }
  }

  /** With a replayer open, nobody else adds to what is replayed. */
  private void choose() throws IOException {
    replays = desk.replays();
    int partitions = inputs.values().stream().mapToInt(Integer::intValue).max().orElse(1);
    try (EngineCheck check = EngineCheck.of(desk.domain(), desk.settings(), partitions);
        ProgressDisplay progress = new ProgressDisplay(root, "read")) {
      read(
          letter -> {
            progress.at(++read);
            return filter.wantsMoreThan(chosen.size()) && choose(letter, check);
          });
    }
  }

  private void read(LetterReader to) throws IOException {
    if (edited == null) {
      desk.read(range, filter, to);
    } else {
      to.take(edited.letter());
    }
  }

  private boolean choose(DeadLetter letter, EngineCheck check) {
    String[] reason = {letter.reason()};
    Fate fate = fate(letter, check, reason);
    fates.computeIfAbsent(fate, _ -> new TreeMap<>()).merge(reason[0], 1L, Long::sum);
    if (fate == Fate.CHOSEN) {
      chosen.add(letter.place());
    }
    return true;
  }

  /** What is unreadable has the reason that it would have now. */
  private Fate fate(DeadLetter letter, EngineCheck check, String[] reason) {
    if (replays.of(letter) != null) {
      return Fate.REPLAYED;
    }
    if (edited != null) {
      return Fate.CHOSEN;
    }
    if (letter.obstacle(desk.domain()).isPresent()) {
      return Fate.UNSENDABLE;
    }
    if (terms.force()) {
      return Fate.CHOSEN;
    }
    if (letter.replays() >= terms.returnsMax()) {
      return Fate.RETURNED;
    }
    Optional<EngineCheck.Refusal> refusal = check.refusal(again(letter));
    refusal.ifPresent(why -> reason[0] = why.reason());
    return refusal.isPresent() ? Fate.UNREADABLE : Fate.CHOSEN;
  }

  private ProducerRecord<byte[], byte[]> again(DeadLetter letter) {
    return edited != null
        ? edited.record()
        : letter.again(inputs.get(letter.source().orElseThrow().topic()));
  }

  private void sendChosen(LetterReplayer replayer) throws IOException {
    if (chosen.isEmpty()) {
      return;
    }
    try (ProgressDisplay progress = new ProgressDisplay(root, "sent again")) {
      read(
          letter -> {
            boolean more = !chosen.contains(letter.place()) || add(letter, replayer);
            progress.at(sent);
            return more;
          });
      flush(replayer);
    }
  }

  private boolean add(DeadLetter letter, LetterReplayer replayer) {
    batch.add(new Replay(letter, again(letter)));
    batchBytes += letter.record().serializedValueSize();
    return batch.size() < BATCH_MAX && batchBytes < BATCH_BYTES_MAX || flush(replayer);
  }

  /** Returns false if no more may be sent. A signal waits for the batch that is under way. */
  private synchronized boolean flush(LetterReplayer replayer) {
    if (stopped || batch.isEmpty()) {
      return !stopped;
    }
    replayer.send(batch, this::take);
    batch.clear();
    batchBytes = 0;
    return true;
  }

  private void take(Sent one) {
    RecordPlace letter = one.replay().letter().place();
    chosen.remove(letter);
    if (one.to() == null) {
      refusals.add(letter + ": " + one.refusal());
    } else {
      sent++;
    }
  }

  /** A signal: the process ends when this returns. */
  @Override
  public synchronized void close() {
    tellLeft();
    stopped = true;
  }

  private void tellLeft() {
    if (!chosen.isEmpty() && !stopped) {
      root.note(
          "%d sent again, %d are left: run it again; it continues there, and sends nothing twice"
              .formatted(sent, chosen.size()));
    }
  }

  private CommandReport report(boolean done) {
    Map<String, Long> due = fates.getOrDefault(Fate.CHOSEN, Map.of());
    long count = total(due);
    String what = done ? sent + " sent again" : count + " would be sent again";
    CommandReport report = new CommandReport(desk.domain().name() + ": " + what);
    ObjectNode json = report.fields();
    json.put("domain", desk.domain().name()).put("dryRun", !done);
    json.put(done ? "sent" : "chosen", done ? sent : count).put("left", chosen.size());
    counted(report, Fate.CHOSEN, "byReason", "reasons", "");
    counted(report, Fate.REPLAYED, "replayedBefore", "before", "; sent again before");
    counted(
        report,
        Fate.UNREADABLE,
        "unreadable",
        "left out",
        "; an engine could not read them now: --edited corrects one, --force sends them");
    counted(
        report,
        Fate.RETURNED,
        "returned",
        "left out",
        "; came back %s or more: correct what fails, or pass --force"
            .formatted(LetterList.times(terms.returnsMax())));
    counted(
        report,
        Fate.UNSENDABLE,
        "unsendable",
        "left out",
        "; cannot be sent from here: 'rota dlq show' says why");
    refusals.forEach(one -> report.line("refused", "by the broker: %s", one));
    refusals.forEach(json.withArray("/refused")::add);
    if (!done && count > 0) {
      report.line("note", "add --yes to send them");
    }
    return report;
  }

  private void counted(CommandReport report, Fate fate, String field, String name, String words) {
    Map<String, Long> counts = fates.getOrDefault(fate, Map.of());
    report.field(field, counts);
    if (!counts.isEmpty()) {
      report.line(name, "%s%s", LetterList.words(counts), words);
    }
  }

  private static long total(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What came back too often, or is refused, is not sent: somebody must look at it. */
  ExitCode exit() {
    return fates.containsKey(Fate.RETURNED) || !refusals.isEmpty() ? ExitCode.DIFFERS : ExitCode.OK;
  }
}
