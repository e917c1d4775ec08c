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
import dev.rota.stream.Topics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The audit of one partition: its ledger in order, everything else beside it. */
final class PartitionAudit<S extends State, I, F extends Fact<S>> implements AutoCloseable {
  private final Report report = new Report();
  private final Replay<S, I, F> replay;
  private final LongAdder progress;
  private final List<Tape> tapes = new ArrayList<>();
  private final Tape ledger;
  private final Map<Output.Channel, OutputCheck> outputs = new EnumMap<>(Output.Channel.class);
  private final Map<String, InputCheck> inputs = new HashMap<>();
  private final Map<String, Long> lastTurns = new HashMap<>();

  PartitionAudit(
      Domain<S, I, F> domain, Map<String, Object> kafka, int partition, LongAdder progress) {
    this.replay = new Replay<>(domain);
    this.progress = progress;
    // The ledger first: what is published after its end was fixed belongs to later turns.
    ledger = open(kafka, Topics.ledger(domain.name()), partition);
    for (Output.Channel channel : Output.Channel.values()) {
      Tape tape = open(kafka, channel.topic(domain.name()), partition);
      outputs.put(channel, new OutputCheck(tape, report));
    }
    for (Input input : domain.wire().inputs()) {
      inputs.put(input.topic(), new InputCheck(open(kafka, input.topic(), partition), report));
    }
  }

  private Tape open(Map<String, Object> kafka, String topic, int partition) {
    Tape tape = new Tape(kafka, topic, partition);
    tapes.add(tape);
    return tape;
  }

  /** How many offsets the ledger's tape covers. */
  long length() {
    return ledger.end() - ledger.begin();
  }

  Report run() {
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      check(line);
      progress.increment();
    }
    outputs.values().forEach(check -> check.finish(lastTurns));
    inputs.values().forEach(InputCheck::finish);
    return report;
  }

  private void check(ConsumerRecord<byte[], byte[]> line) {
    byte[] payload = Framed.payload(line);
    Replay.Verdict verdict = replay.next(payload == null ? new byte[0] : payload);
    if (verdict instanceof Replay.Verdict.Same same) {
      Entry entry = same.decided().entry();
      report.turn(entry.lane(), entry.seal());
      taken(entry);
      published(same.decided());
    } else if (verdict instanceof Replay.Verdict.Unproved unproved) {
      report.unprovedTurn();
      pass(unproved.entry());
    } else if (verdict instanceof Replay.Verdict.Differs differs) {
      Divergence divergence = differs.divergence();
      report.differs(
          new Finding(
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
    for (int index = 0; index < decided.published().size(); index++) {
      outputs.get(decided.published().get(index).channel()).expect(decided, index);
    }
  }

  private void taken(Entry entry) {
    lastTurns.put(entry.lane(), entry.number());
    if (entry.source() != null && inputs.containsKey(entry.source().topic())) {
      inputs.get(entry.source().topic()).taken(entry);
    }
  }

  /** Of a turn that cannot be proved, the inputs still have to be there once. */
  private void pass(Entry entry) {
    taken(entry);
    outputs.values().forEach(check -> check.skip(entry));
  }

  @Override
  public void close() {
    tapes.forEach(Tape::close);
  }
}
