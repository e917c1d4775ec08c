package dev.rota.readers.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.readers.follow.ShadowEngine;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.LedgerRecords;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shadow decides what the engine decides, as far as the ledger does not have it yet. */
final class ShadowEngineTest {
  private static final String SCOPE = "shadow";
  private static final int EVENTS = 120;
  private static final String NOBODY = "a group that has committed nothing";

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void whatWaitsIsDecidedOnceAndInOrder(Domain domain) {
    World world = world(domain);
    ShadowEngine shadow = shadow(domain, world);
    List<ConsumerRecord<byte[], byte[]>> ledger = world.on(RequiredTopics.ledger(domain.name()), 0);
    List<TurnEntry> turns = LedgerRecords.turns(ledger);
    List<TurnEntry> again = new ArrayList<>();
    assertThat(shadow.decide(0, all(turns), turn -> again.add(turn.entry())).inputs()).isZero();
    assertThat(again).as("what the ledger has does not wait, whatever is committed").isEmpty();

    List<TurnEntry> left = cut(ledger);
    ShadowEngine.Outcome outcome = shadow.decide(0, all(turns), turn -> again.add(turn.entry()));

    assertThat(sources(again)).isEqualTo(sources(left));
    assertThat(outcome.turns()).isEqualTo(again.size()).isGreaterThan(EVENTS / 3);
    assertThat(outcome.left()).isZero();
    assertThat(outcome.difference()).isNull();
    assertThat(outcome.deadLetters()).as("some records were of no use").isPositive();

    again.clear();
    var three = new ShadowEngine.Bounds(_ -> true, Long.MAX_VALUE, 3);
    ShadowEngine.Outcome begun = shadow.decide(0, three, turn -> again.add(turn.entry()));
    assertThat(begun.inputs()).isEqualTo(3);
    assertThat(begun.left()).isEqualTo(outcome.inputs() - 3);
    assertThat(sources(again).values().stream().mapToInt(List::size).sum()).isEqualTo(3);

    var none = new ShadowEngine.Bounds(lane -> lane.equals("other"), Long.MAX_VALUE, 3);
    assertThat(shadow.decide(0, none, turn -> again.add(turn.entry())).turns()).isZero();
  }

  /** In these histories no tick comes between two inputs, and no two have one time. */
  static Stream<Domain> withoutTicks() {
    return Domains.ALL.stream().filter(one -> List.of("cores", "bots").contains(one.name()));
  }

  @ParameterizedTest
  @MethodSource("withoutTicks")
  void itDecidesWhatTheEngineDecided(Domain domain) {
    World world = world(domain);
    List<ConsumerRecord<byte[], byte[]>> ledger = world.on(RequiredTopics.ledger(domain.name()), 0);
    List<TurnEntry> turns = LedgerRecords.turns(ledger);
    List<TurnEntry> left = cut(ledger);

    List<TurnEntry> again = new ArrayList<>();
    shadow(domain, world).decide(0, all(turns), turn -> again.add(turn.entry()));

    assertThat(again)
        .extracting(ShadowEngineTest::said)
        .isEqualTo(left.stream().map(ShadowEngineTest::said).toList());
  }

  private static World world(Domain domain) {
    return new Forger(domain, 1, SCOPE, Map.of())
        .write(Forger.traffic(domain, 1, List.of("lane"), 7, EVENTS));
  }

  /** Everything that is due by the ledger's last turn. */
  private static ShadowEngine.Bounds all(List<TurnEntry> turns) {
    long nowMillis = turns.stream().mapToLong(TurnEntry::atMillis).max().orElseThrow();
    return new ShadowEngine.Bounds(_ -> true, nowMillis, Long.MAX_VALUE);
  }

  /** The ledger's second half is not written yet. Returns its turns. */
  private static List<TurnEntry> cut(List<ConsumerRecord<byte[], byte[]>> ledger) {
    List<ConsumerRecord<byte[], byte[]>> end = ledger.subList(ledger.size() / 2, ledger.size());
    List<TurnEntry> turns = LedgerRecords.turns(end);
    end.clear();
    return turns;
  }

  /** The inputs by their topics, in the order in which they were decided. */
  private static Map<String, List<Long>> sources(List<TurnEntry> turns) {
    return turns.stream()
        .filter(turn -> turn.source() != null)
        .collect(
            Collectors.groupingBy(
                turn -> turn.source().topic(),
                Collectors.mapping(turn -> turn.source().offset(), Collectors.toList())));
  }

  private static ShadowEngine shadow(Domain domain, World world) {
    AvroDeserializer values = new AvroDeserializer();
    values.configure(
        Map.of(
            "schema.registry.url",
            "mock://" + SCOPE,
            "specific.avro.reader",
            true,
            "rota.unknown.schema.wait.ms",
            0L),
        false);
    var reader = new InputReader(domain, values, 1, RequiredTopics.INPUT_BYTES_DEFAULT);
    return new ShadowEngine(
        domain, world, NOBODY, CheckpointChoice.BEGINNING, reader, RulesAdoption.NEWEST);
  }

  private static String said(TurnEntry turn) {
    return "%s %d %d %s %s %d %s"
        .formatted(
            turn.lane(),
            turn.number(),
            turn.atMillis(),
            turn.source() == null ? turn.kind() : turn.source().path(),
            turn.reason(),
            turn.outputs(),
            HexFormat.of().formatHex(turn.outputsDigest()));
  }
}
