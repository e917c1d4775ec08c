package dev.rota.audit;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Divergence;
import dev.rota.ledger.Entry;
import dev.rota.ledger.Replay;
import dev.rota.partitions.PartitionReader;
import dev.rota.topics.Topics;
import dev.rota.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The audit of one partition: reads its ledger in order and all other topics alongside. */
final class PartitionAudit<S extends State, I, F extends Fact<S>> implements AutoCloseable {
  private final AuditReport report = new AuditReport();
  private final Replay<S, I, F> replay;
  private final LongAdder progress;
  private final List<PeekingReader> readers = new ArrayList<>();
  private final PeekingReader ledger;
  // A transaction becomes visible on one partition after another. The read_uncommitted end is past
  // everything that it can still show.
  private final PartitionReader<byte[]> writers;
  private final Map<Output.Channel, ChannelCheck> outputs = new EnumMap<>(Output.Channel.class);
  private final Map<String, InputCheck> inputs = new HashMap<>();
  private final Map<String, Long> lastTurns = new HashMap<>();

  PartitionAudit(
      Domain<S, I, F> domain, Map<String, Object> kafka, int partition, LongAdder progress) {
    this.replay = new Replay<>(domain);
    this.progress = progress;
    this.writers = PartitionReader.uncommitted(kafka);
    // The ledger first: the outputs of its entries are written by then, even if not yet visible.
    ledger = open(kafka, Topics.ledger(domain.name()), partition);
    LedgerStart beginning = beginning(kafka);
    for (Output.Channel channel : domain.wire().channels()) {
      PeekingReader reader = open(kafka, channel.topic(domain.name()), partition);
      reader.extendTo(writers.end(reader.partition()));
      outputs.put(
          channel,
          channel.isCompacted()
              ? new CompactedCheck(reader, beginning, report)
              : new OutputCheck(reader, beginning, report));
    }
    for (Input input : domain.wire().inputs()) {
      PeekingReader reader = open(kafka, input.topic(), partition);
      inputs.put(input.topic(), new InputCheck(reader, beginning, report));
    }
  }

  private LedgerStart beginning(Map<String, Object> kafka) {
    if (ledger.begin() == 0) {
      return LedgerStart.whole();
    }
    report.loseBeginning(RetainedStart.of(ledger));
    try (PeekingReader again =
        new PeekingReader(kafka, ledger.partition().topic(), ledger.partition().partition())) {
      return LedgerStart.of(again);
    }
  }

  private PeekingReader open(Map<String, Object> kafka, String topic, int partition) {
    PeekingReader reader = new PeekingReader(kafka, topic, partition);
    readers.add(reader);
    return reader;
  }

  /** The number of offsets in the ledger. */
  long length() {
    return ledger.end() - ledger.begin();
  }

  AuditReport run() {
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      check(line);
      progress.increment();
    }
    Tail tail = new Tail();
    outputs.values().forEach(check -> check.finish(tail::has));
    inputs.values().forEach(InputCheck::finish);
    return report;
  }

  private void check(ConsumerRecord<byte[], byte[]> line) {
    byte[] payload = WireFormat.payload(line);
    Replay.Verdict verdict = replay.next(payload == null ? new byte[0] : payload);
    if (verdict instanceof Replay.Verdict.Same same) {
      Entry entry = same.decided().entry();
      report.turn(entry.lane(), entry.seal());
      same.decided().faults().forEach(fault -> report.fault());
      taken(entry);
      published(same.decided());
    } else if (verdict instanceof Replay.Verdict.Unproved unproved) {
      report.unprovedTurn();
      pass(unproved.entry());
    } else if (verdict instanceof Replay.Verdict.Differs differs) {
      Divergence divergence = differs.divergence();
      report.differs(
          new AuditFinding(
              OutputCheck.where(line),
              divergence.lane(),
              divergence.number(),
              divergence.what(),
              divergence.expected(),
              divergence.found()));
      if (differs.entry() != null) {
        pass(differs.entry());
      }
    }
  }

  private void published(Decided decided) {
    TurnHeaders headers = new TurnHeaders(decided);
    for (int index = 0; index < decided.published().size(); index++) {
      outputs.get(decided.published().get(index).channel()).expect(decided, index, headers);
    }
  }

  private void taken(Entry entry) {
    lastTurns.put(entry.lane(), entry.number());
    if (entry.source() != null && inputs.containsKey(entry.source().topic())) {
      inputs.get(entry.source().topic()).taken(entry);
    }
  }

  /** Skips an unproved turn. Its input must still exist once. */
  private void pass(Entry entry) {
    taken(entry);
    outputs.values().forEach(check -> check.skip(entry));
  }

  /** Entries after the audit's end, read on demand. */
  private final class Tail {
    private final Map<String, Long> turns = new HashMap<>();

    boolean has(TurnId turn) {
      if (turn.number() <= lastTurns.getOrDefault(turn.lane(), 0L)) {
        return false;
      }
      if (!holds(turn)) {
        // The record may have become visible after the last read of the ledger.
        read();
      }
      return holds(turn);
    }

    private boolean holds(TurnId turn) {
      return turn.number() <= turns.getOrDefault(turn.lane(), 0L);
    }

    private void read() {
      ledger.extendTo(writers.end(ledger.partition()));
      for (ConsumerRecord<byte[], byte[]> line = ledger.take();
          line != null;
          line = ledger.take()) {
        TurnId turn = TurnId.of(line);
        turns.merge(turn.lane(), turn.number(), Math::max);
      }
    }
  }

  @Override
  public void close() {
    writers.close();
    readers.forEach(PeekingReader::close);
  }
}
