package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.AlarmOutcome;
import dev.rota.alarms.AlarmOutcomeKind;
import dev.rota.alarms.AlarmRing;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.MockRegistry;
import dev.rota.registry.Registry;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.UnfitCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DomainTopologyTest {
  private static final String SCOPE = "domain-topology";
  private static final String CHANGELOG = "test-alarms-alarms-rows-changelog";

  @TempDir private Path dir;
  private RoadDriver streams;

  @BeforeEach
  void open() {
    streams = new RoadDriver(SCOPE, dir, 1);
  }

  @AfterEach
  void close() {
    streams.close();
    MockRegistry.drop(SCOPE);
  }

  @Test
  void anOutcomeSaysWhichTurnWhichInputWhichRuleAndWhichRules() {
    streams.send(SETTINGS, "home", 5, set("home", "tea", 300));

    var outcome = streams.readOne("alarms-outcomes");
    assertThat(outcome.key()).asString().isEqualTo("home");
    assertThat(outcome.timestamp()).isEqualTo(RoadDriver.START_MILLIS + 5);
    assertThat(streams.value("alarms-outcomes", outcome))
        .isEqualTo(new AlarmOutcome("home", "tea", AlarmOutcomeKind.SET, null));
    assertThat(RoadDriver.texts(outcome.headers()))
        .isEqualTo(
            Map.of(
                "rota.turn", "home/1/0",
                "rota.source", "alarm-settings/0/0",
                "rota.rule", "alarms.set",
                "rota.rules", "1"));
    assertThat(streams.read("alarms-assignments")).isEmpty();
    assertThat(streams.read("alarms-dead-letters")).isEmpty();
  }

  @Test
  void everyTransactionHasItsPageOnTheLedgersTopic() {
    streams.send(SETTINGS, "home", 5, set("home", "tea", 300));
    streams.send(CANCELS, "home", 3, cancel("home", "tea"));

    var records = streams.read("alarms-ledger");
    assertThat(records).extracting(line -> new String(line.key(), UTF_8)).containsOnly("0");
    assertThat(records)
        .extracting(line -> line.timestamp() - RoadDriver.START_MILLIS)
        .containsExactly(5L, 5L);
    assertThat(RoadDriver.texts(records.get(1).headers()))
        .isEqualTo(Map.of("rota.page", "2", "rota.turns", "1", "rota.rules", "1"));
    assertThat(records.get(0).value()).startsWith(0);
  }

  @Test
  void whereAnotherApplicationDecidesAsWellNoPageIsWritten() {
    streams.send(SETTINGS, "home", 5, set("home", "tea", 300));
    assertThat(streams.readPages()).hasSize(1);

    streams.yieldTo(new UnfitCluster("another decides as well"));

    assertThatThrownBy(() -> streams.send(SETTINGS, "home", 6, set("home", "egg", 300)))
        .hasRootCauseInstanceOf(UnfitCluster.class)
        .hasRootCauseMessage("another decides as well");
    assertThat(streams.readPages()).isEmpty();
    streams.yieldTo(null); // to close the driver, which commits
  }

  @Test
  void theLedgerOnTheTopicDecidesToWhatWasPublished() {
    var traffic = DomainTraffic.of(new AlarmDomain()).start("home", 11);
    for (int i = 0; i < 200; i++) {
      var event = traffic.next();
      streams.send(event.topic(), "home", event.atMillis(), event.record());
    }
    assertThat(streams.readLedger()).hasSize(200);
    var assignments = streams.read("alarms-assignments").iterator();
    var outcomes = streams.read("alarms-outcomes").iterator();

    for (ReplayVerdict verdict : streams.replayed()) {
      var decided = ((ReplayVerdict.Same) verdict).decided();
      for (int index = 0; index < decided.published().size(); index++) {
        var expected = decided.published().get(index);
        var topic = expected.channel().topic("alarms");
        var found = (topic.endsWith("assignments") ? assignments : outcomes).next();
        assertThat(RoadDriver.texts(found.headers()))
            .containsEntry("rota.turn", decided.turn(index));
        assertThat(streams.value(topic, found)).isEqualTo(expected.record());
        assertThat(found.value()).endsWith(expected.payload());
      }
    }
    assertThat(assignments.hasNext()).isFalse();
    assertThat(outcomes.hasNext()).isFalse();
  }

  @Test
  void aSchemaIdInTheInputsHeadersIsReadAndNotPassedOn() {
    var headers = new RecordHeaders();
    byte[] value;
    try (var serializer = new AvroSerializer()) {
      serializer.configure(
          Map.of(
              "schema.registry.url",
              "mock://" + SCOPE,
              "value.schema.id.serializer",
              "io.confluent.kafka.serializers.schema.id.HeaderSchemaIdSerializer"),
          false);
      value = serializer.serialize(SETTINGS, headers, set("home", "tea", 300));
    }
    assertThat(headers.lastHeader("__value_schema_id")).isNotNull();

    streams.send(SETTINGS, "home".getBytes(UTF_8), 0, value, headers);

    var outcome = streams.readOne("alarms-outcomes");
    assertThat(outcome.headers().lastHeader("__value_schema_id")).isNull();
    assertThat(streams.value("alarms-outcomes", outcome).toString()).contains("SET");
    assertThat(streams.readOne("alarms-ledger").headers().lastHeader("__value_schema_id")).isNull();
  }

  @Test
  void onASilentLaneTheMetronomeMakesATurnWhenSomethingIsDue() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 250));
    streams.send(SETTINGS, "work", 0, set("work", "tea", 60_000));
    streams.readLedger();

    streams.passTime(Duration.ofMillis(200));
    assertThat(streams.readLedger()).as("nothing is due yet").isEmpty();

    streams.passTime(Duration.ofMillis(100));
    assertThat(streams.readLedger())
        .singleElement()
        .satisfies(
            tick -> {
              assertThat(tick.kind()).isEqualTo(TurnEntry.Kind.TICK);
              assertThat(tick.lane()).isEqualTo("home");
              assertThat(tick.atMillis()).isEqualTo(RoadDriver.START_MILLIS + 300);
            });
    var ring = streams.readOne("alarms-assignments");
    assertThat(((AlarmRing) streams.value("alarms-assignments", ring)).getAt())
        .as("its own time, not the metronome's")
        .isEqualTo(RoadDriver.START_MILLIS + 250);
    assertThat(RoadDriver.texts(ring.headers()))
        .isEqualTo(Map.of("rota.turn", "home/2/0", "rota.rule", "alarms.ring", "rota.rules", "1"));

    streams.passTime(Duration.ofSeconds(5));
    assertThat(streams.readLedger()).as("one tick is enough").isEmpty();
    assertThat(streams.replayed()).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aTaskRestoredFromItsChangelogWritesTheSameLedgerOn() {
    var undisturbed = play(0, 120);
    streams.close();
    streams = new RoadDriver(SCOPE, dir, 1);
    var before = play(0, 60);
    var changelog = streams.read(CHANGELOG);
    assertThat(changelog).as("one record for each checkpoint").hasSize(60);
    streams.close();

    streams = new RoadDriver(SCOPE, dir, 1);
    streams.restore(changelog);
    var after = play(60, 120);

    assertThat(before).isEqualTo(undisturbed.subList(0, 60));
    assertThat(after).isEqualTo(undisturbed.subList(60, 120));
  }

  @Test
  void aRestoredTaskKnowsWhatIsDueOnLanesThatStaySilent() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 250));
    var changelog = streams.read(CHANGELOG);
    streams.close();

    streams = new RoadDriver(SCOPE, dir, 1);
    streams.restore(changelog);
    streams.passTime(Duration.ofSeconds(1));

    assertThat(streams.readLedger()).extracting(TurnEntry::number).containsExactly(2L);
    assertThat(streams.read("alarms-assignments")).hasSize(1);
  }

  @Test
  void theTopologyIsTheOneThatClustersRunAlready() throws IOException {
    var topology =
        new DomainTopology(
            new AlarmDomain(),
            () -> null,
            () -> null,
            1,
            new TaskSettings(
                1 << 20,
                RoadDriver.BEAT,
                LaneLimits.DEFAULT,
                RulesAdoption.NEWEST,
                CheckpointSchedule.DEFAULT),
            new ClusterClock(System::nanoTime, System::currentTimeMillis),
            new LedgerInMemory());

    // Another text is a migration: state is lost, or a running cluster has to be drained first.
    assertThat(topology.get().describe().toString())
        .isEqualTo(Files.readString(Path.of("src/test/resources/topology/alarms.txt")));
  }

  @Test
  void everyTopicButThatOfDeadLettersHasASubject() {
    var domain = new AlarmDomain();
    Registry registry = MockRegistry.scope(SCOPE);
    DomainSubjects.register(registry, domain);

    assertThat(registry.subjects())
        .containsExactlyInAnyOrder(
            "alarm-settings-value",
            "alarm-cancels-value",
            "alarms-ledger-value",
            "alarms-assignments-value",
            "alarms-outcomes-value");
    assertThat(RequiredTopics.of(domain))
        .extracting(TopicSpec::name)
        .containsExactly(
            "alarm-settings",
            "alarm-cancels",
            "alarms-ledger",
            "alarms-assignments",
            "alarms-outcomes",
            "alarms-dead-letters",
            "alarms-time");
    assertThat(RequiredTopics.of(domain))
        .filteredOn(topic -> !topic.name().equals("alarms-time"))
        .allSatisfy(
            topic ->
                assertThat(topic.configs())
                    .containsEntry("cleanup.policy", "delete")
                    .containsEntry("retention.ms", "-1"));
    assertThat(RequiredTopics.of(domain))
        .filteredOn(topic -> !topic.input() && !topic.name().equals("alarms-time"))
        .hasSize(4)
        .allSatisfy(
            topic ->
                assertThat(topic.configs())
                    .containsEntry("max.message.bytes", "16777216")
                    .containsEntry("message.timestamp.after.max.ms", "9223372036854775807"));
    assertThat(RequiredTopics.of(domain))
        .filteredOn(topic -> topic.name().equals("alarms-time"))
        .singleElement()
        .satisfies(
            topic ->
                assertThat(topic.configs())
                    .containsEntry("cleanup.policy", "delete")
                    .containsEntry("message.timestamp.type", "LogAppendTime")
                    .containsEntry("retention.ms", "3600000"));
    assertThat(RequiredTopics.of(domain))
        .filteredOn(TopicSpec::input)
        .hasSize(2)
        .allSatisfy(
            topic ->
                assertThat(topic.configs())
                    .containsEntry("message.timestamp.after.max.ms", "60000"));
  }

  /**
   * Numbers, times and digests of each of these turns. Not the seals: the driver's offsets begin
   * anew.
   */
  private List<String> play(int from, int to) {
    var traffic = DomainTraffic.of(new AlarmDomain()).start("home", 5);
    for (int i = 0; i < to; i++) {
      var event = traffic.next();
      if (i >= from) {
        streams.send(event.topic(), "home", event.atMillis(), event.record());
      }
    }
    return streams.readLedger().stream()
        .map(
            entry ->
                "%s %s %s %s"
                    .formatted(
                        entry.lane(),
                        entry.number(),
                        entry.atMillis(),
                        java.util.HexFormat.of().formatHex(entry.outputsDigest())))
        .toList();
  }
}
