package dev.rota.readers.rehearse;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Decides the turns of one partition twice: by the rules that decided them, and by others. A lane
 * is rehearsed from its first page with a turn at or after a time on.
 */
public final class PartitionRehearsal implements LedgerReader.Observer {
  private final Domain domain;
  private final long sinceMillis;
  private final String nobody;
  private final LaneStore recorded;
  private final LedgerReader reader;
  private final RehearsedLanes rehearsed;
  private final RehearsalReport report = new RehearsalReport();
  private final Set<String> lanes = new HashSet<>();
  private final Set<String> lost = new HashSet<>();

  /** Lanes that differed already: what they have become is not a difference of its own. */
  private final Set<String> parted = new HashSet<>();

  /**
   * Begins before the first record.
   *
   * @param rules the newest version that a lane adopts
   */
  public PartitionRehearsal(Domain domain, int partition, long sinceMillis, int rules) {
    this.domain = domain;
    this.sinceMillis = sinceMillis;
    this.nobody = LaneKey.nobody(partition);
    this.recorded = new LaneStore(domain, new TreeRows());
    this.reader = new LedgerReader(PageEnd.START, domain, partition, recorded, this);
    this.rehearsed = new RehearsedLanes(domain, new RulesAdoption(rules));
  }

  public RehearsalReport report() {
    return report;
  }

  /** Takes the next record of the ledger. */
  public void take(ConsumerRecord<byte[], byte[]> record) {
    reader.take(record);
  }

  @Override
  public void begin(TurnPage page) {
    for (TurnEntry turn : page.turns()) {
      if (turn.atMillis() >= sinceMillis && !turn.isMove() && lanes.add(turn.lane())) {
        rehearsed.goOnFrom(recorded, turn.lane());
      }
    }
  }

  @Override
  public void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn) {
    TurnEntry entry = turn.decided().entry();
    if (entry.isMove()) {
      rehearsed.forget(entry.lane());
      lanes.remove(entry.lane());
      parted.remove(entry.lane());
    } else if (lanes.contains(entry.lane()) && !lost.contains(entry.lane())) {
      compare(turn.decided());
    }
  }

  @Override
  public void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
    lose(turn.entry());
  }

  @Override
  public void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
    lose(difference.entry());
    report.leaveOut("the ledger differs from its own rules: run 'rota audit'");
  }

  @Override
  public void unreadable(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
    differs(record, difference);
    report.leaveOut(
        RequiredTopics.where(record) + " cannot be read: " + difference.divergence().found());
  }

  @Override
  public void end(ConsumerRecord<byte[], byte[]> record, TurnPage page, PageEnd end) {
    page.lanes().forEach(touched -> end(touched.lane(), page.turns()));
  }

  private void lose(TurnEntry entry) {
    report.notDecided();
    if (entry != null) {
      lost.add(entry.lane());
    }
  }

  private void compare(DecidedTurn decided) {
    TurnEntry entry = decided.entry();
    List<Output> others =
        rehearsed.take(entry).stream().flatMap(turn -> turn.published().stream()).toList();
    List<Output> own = decided.published();
    report.turn(entry.lane(), entry.rules());
    own.forEach(output -> report.published(OutputKind.of(output), 1, 0));
    others.forEach(output -> report.published(OutputKind.of(output), 0, 1));
    boolean same =
        own.size() == others.size()
            && IntStream.range(0, own.size())
                .allMatch(i -> OutputKind.isSame(own.get(i), others.get(i)));
    if (!same) {
      differs(entry, "outputs", told(own), told(others));
    }
  }

  private static List<String> told(List<Output> outputs) {
    return outputs.stream().map(OutputKind::told).toList();
  }

  private void differs(TurnEntry entry, String what, List<String> own, List<String> others) {
    parted.add(entry.lane());
    String source = entry.source() == null ? null : entry.source().path();
    report.differs(
        new RehearsalDifference(
            entry.lane(), entry.number(), entry.atMillis(), source, what, own, others));
  }

  /** The lane's last turn of a page is over. */
  private void end(String lane, List<TurnEntry> turns) {
    if (!lanes.contains(lane) || lost.contains(lane) || lane.equals(nobody)) {
      return; // nothing can wait in the lane of what cannot be read
    }
    long own = recorded.stateDigest(lane);
    long other = rehearsed.stateDigest(lane);
    if (own != other && !parted.contains(lane)) {
      TurnEntry last =
          turns.stream().filter(turn -> turn.lane().equals(lane)).reduce((_, b) -> b).orElseThrow();
      differs(last, "state", List.of(Long.toHexString(own)), List.of(Long.toHexString(other)));
    }
    State was = recorded.lane(lane).state();
    State would = rehearsed.state(lane);
    if (was != null && would != null) {
      report.waiting(
          domain.card().figures(was).waits(),
          domain.card().figures(was).waiting(),
          domain.card().figures(would).waiting());
    }
  }
}
