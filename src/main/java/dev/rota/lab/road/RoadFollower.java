package dev.rota.lab.road;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.LedgerPlace;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.WireFormat;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads what is committed of one partition, and verifies it: each page continues the chain, each
 * turn is what the rules decide, each input is taken once and in its order, and the outputs are
 * those of the turns, each once. As an audit does, it keeps checkpoints of what it has verified.
 */
final class RoadFollower {
  private final RoadModel road;
  private final TopicPartition ledger;
  private final List<TopicPartition> outputs;
  private final TreeRows rows = new TreeRows();
  private final PartitionReplay replay;
  private final CheckpointKeeping keeping;
  private PageEnd end = PageEnd.START;
  private long keptTurns;
  private final Map<TopicPartition, Long> read = new HashMap<>();
  private final Map<String, Long> taken = new HashMap<>();

  /** Outputs of turns that no record was seen of yet, and the other way round. */
  private final Set<String> expected = new HashSet<>();

  private final Set<String> seen = new HashSet<>();

  /**
   * Begins.
   *
   * @param keeping how often it keeps a checkpoint, and where
   */
  RoadFollower(RoadModel road, int partition, CheckpointKeeping keeping) {
    this.road = road;
    this.keeping = keeping;
    this.ledger = new TopicPartition(RequiredTopics.ledger(road.domain().name()), partition);
    this.replay = new PartitionReplay(road.domain(), partition, true, rows);
    this.outputs =
        road.domain().wire().channels().stream()
            .map(one -> new TopicPartition(one.topic(road.domain().name()), partition))
            .toList();
  }

  void follow() {
    read(ledger);
    outputs.forEach(this::read);
  }

  private void read(TopicPartition at) {
    long next = read.getOrDefault(at, 0L);
    read.put(
        at, road.cluster().log(at).committed(next, at.equals(ledger) ? this::page : this::output));
  }

  private void page(ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = WireFormat.payload(record);
    TurnPage page = replay.page(bytes, this::verdict);
    end = new PageEnd(page.number(), end.turns() + page.turns().size(), PageWire.seal(bytes));
    if (end.turns() - keptTurns >= keeping.turns()) {
      keptTurns = end.turns();
      LedgerPlace place = new LedgerPlace(RoadModel.CLUSTER, ledger.topic(), ledger.partition());
      keeping.end(
          KeptCheckpointEnd.at(
                  place, end, record.offset(), road.epochMillis(), Collections.emptySortedMap())
              .of(keeping.rows(ledger.partition(), rows)),
          true);
      road.counts().add(RoadCounts.What.CHECKPOINT_KEPT);
    }
  }

  private void verdict(ReplayVerdict verdict) {
    if (!(verdict instanceof ReplayVerdict.Same(DecidedTurn decided, _))) {
      throw new RoadFailure("the ledger is not what its replay gives: " + verdict);
    }
    road.counts().add(RoadCounts.What.TURN_VERIFIED);
    TurnEntry entry = decided.entry();
    InputPosition source = entry.source();
    if (source != null) {
      long next = taken.getOrDefault(source.topic(), 0L);
      if (source.offset() != next) {
        throw new RoadFailure(
            source.path() + " is taken where offset " + next + " is the next one");
      }
      taken.put(source.topic(), next + 1);
    }
    List<Output> published = decided.published();
    IntStream.range(0, published.size())
        .forEach(index -> match(published.get(index).channel() + " " + decided.turn(index), true));
  }

  private void output(ConsumerRecord<byte[], byte[]> record) {
    String turn = new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    Output.Channel channel =
        road.domain().wire().channels().stream()
            .filter(one -> one.topic(road.domain().name()).equals(record.topic()))
            .findFirst()
            .orElseThrow();
    match(channel + " " + turn, false);
  }

  private void match(String output, boolean isExpected) {
    Set<String> own = isExpected ? expected : seen;
    Set<String> other = isExpected ? seen : expected;
    if (!other.remove(output) && !own.add(output)) {
      throw new RoadFailure(output + " is there twice");
    }
  }

  /** Verifies that all is there, since nothing is under way. */
  void end(Map<String, Long> inputs) {
    follow();
    if (!expected.isEmpty() || !seen.isEmpty()) {
      throw new RoadFailure(
          "outputs that are missing: " + expected + ", that no turn has: " + seen);
    }
    inputs.forEach(
        (topic, count) -> {
          if (taken.getOrDefault(topic, 0L) < count) {
            throw new RoadFailure(
                topic + " of " + ledger + " is taken up to " + taken.get(topic) + " of " + count);
          }
        });
  }
}
