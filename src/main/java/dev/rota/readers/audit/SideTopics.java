package dev.rota.readers.audit;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.topics.TurnHeaders;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The topics beside a ledger partition: what its turns take, and what they publish. */
final class SideTopics {
  private final Domain domain;
  private final Map<Output.Channel, ChannelCheck> outputs = new EnumMap<>(Output.Channel.class);
  private final Map<String, InputCheck> inputs = new LinkedHashMap<>();

  /**
   * Opens them.
   *
   * @param open a topic's reader
   */
  SideTopics(
      Domain domain,
      AuditScope scope,
      AuditStretch stretch,
      LedgerStart beginning,
      Findings to,
      BiFunction<String, OffsetRange, PeekingReader> open) {
    this.domain = domain;
    OutputRecord comparison = new OutputRecord(to.conversions(), to.ids(), to.report());
    for (Output.Channel channel : domain.wire().channels()) {
      String topic = channel.topic(domain.name());
      if (channel.isCompacted()) {
        PeekingReader reader = open.apply(topic, OffsetRange.ALL);
        reader.extend();
        outputs.put(
            channel, new CompactedCheck(reader, beginning, to.progress(), to.ids(), to.report()));
      } else {
        PeekingReader reader = open.apply(topic, stretch.of(topic));
        // Outputs of the entries may not be visible yet: reading waits for open transactions.
        reader.extend();
        outputs.put(
            channel, new OutputCheck(reader, beginning, to.progress(), comparison, to.report()));
      }
    }
    InputCheck.Judge judge = judge(scope, to);
    for (InputTopic input : domain.wire().inputs()) {
      PeekingReader reader = open.apply(input.topic(), stretch.of(input.topic()));
      long committed =
          stretch.to() == null
              ? scope.committed().getOrDefault(reader.partition(), InputCheck.NONE)
              : stretch.to().position(input.topic());
      InputCheck check =
          new InputCheck(reader, beginning, to.progress(), to.report(), judge, committed);
      if (stretch.from() != null) {
        check.goOn(stretch.from().position(input.topic()));
      }
      inputs.put(input.topic(), check);
    }
  }

  private InputCheck.Judge judge(AuditScope scope, Findings to) {
    return new PartitionCountJudge(
        scope.partitions(),
        count -> new InputJudge(domain, count, scope.writers(), to.meanings(), to.later()),
        to.report().moved());
  }

  /** Where what is found of a stretch is collected. */
  record Findings(
      AuditReport report,
      AuditProgress progress,
      SchemaIds ids,
      SchemaMeanings meanings,
      LaterSchemas later,
      ValueConversions conversions) {}

  Set<String> inputs() {
    return inputs.keySet();
  }

  /**
   * The turn's input as it lies on its topic.
   *
   * @param exact true: it was read again, and is just as the engine writes it
   */
  InputCheck.Taken taken(TurnEntry entry, boolean exact) {
    InputCheck input = entry.source() == null ? null : inputs.get(entry.source().topic());
    return input == null ? InputCheck.Taken.NOTHING : input.taken(entry, exact);
  }

  void published(DecidedTurn decided, InputCheck.Taken input) {
    if (decided.published().isEmpty()) {
      return; // fast path: most turns of some domains
    }
    TurnHeaders headers = new TurnHeaders(decided);
    for (int index = 0; index < decided.published().size(); index++) {
      outputs.get(decided.published().get(index).channel()).expect(decided, index, headers, input);
    }
  }

  /** Skips the outputs of an unproved turn. */
  void skip(TurnEntry entry) {
    outputs.values().forEach(check -> check.skip(entry));
  }

  /** How far each topic is read at the end of a page. */
  SortedMap<String, Long> positions() {
    SortedMap<String, Long> positions = new TreeMap<>();
    inputs.forEach((topic, check) -> positions.put(topic, check.position()));
    outputs.forEach(
        (channel, check) -> positions.put(channel.topic(domain.name()), check.position()));
    return positions;
  }

  void finish(LaterTurns tail) {
    outputs.values().forEach(check -> check.finish(tail::has));
    inputs.values().forEach(check -> check.finish(tail));
  }
}
