package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.RequiredTopics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A topic of which the broker keeps the last record of each key, and perhaps more. */
final class CompactedTopicsTest {
  private static final String SCOPE = "compacted-topics";
  private static final ChunksDomain CHUNKS = new ChunksDomain();
  private static final String TOPIC = Output.Channel.SNAPSHOTS.topic(CHUNKS.name());
  private static final String LEDGER = RequiredTopics.ledger(CHUNKS.name());
  private static final String OUT_OF_PLACE = "a record that is repeated, added or out of order";
  private static final String LANE = "mainnet";
  private static final long SEED = 5;
  private static final int EVENTS = 300;

  private final World world = written();
  private final List<ConsumerRecord<byte[], byte[]>> log = world.on(TOPIC, 0);

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  /** A network whose workers also go, so that there are tombstones. */
  private static World written() {
    List<Step> steps =
        SeededHistories.hostile(DomainTraffic.of(CHUNKS), LANE, SEED, EVENTS).stream()
            .filter(event -> event.record() != null)
            .map(CompactedTopicsTest::step)
            .toList();
    return new Forger(CHUNKS, 1, SCOPE, Map.of()).write(steps);
  }

  private static Step step(Traffic.Event event) {
    return new Step(
        event.topic(),
        0,
        Forger.START_MILLIS + event.atMillis(),
        LANE.getBytes(UTF_8),
        event.record(),
        new RecordHeaders(),
        Step.honest());
  }

  private AuditReport audit() throws Exception {
    return world.audit(CHUNKS, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null));
  }

  private List<String> told() throws Exception {
    return audit().findings().stream().map(AuditFinding::what).toList();
  }

  /** The place of the last record of each key. */
  private Map<String, Integer> lasts() {
    Map<String, Integer> lasts = new HashMap<>();
    for (int i = 0; i < log.size(); i++) {
      lasts.put(new String(log.get(i).key(), UTF_8), i);
    }
    return lasts;
  }

  /** The place of a record that a later one replaces. */
  private int replaced() {
    Map<String, Integer> lasts = lasts();
    int place = 0;
    while (lasts.get(new String(log.get(place).key(), UTF_8)) == place) {
      place++;
    }
    return place;
  }

  @Test
  void allThatWasPublishedIsProved() throws Exception {
    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(lasts()).hasSizeGreaterThan(2);
    assertThat(log).hasSizeGreaterThan(lasts().size());
  }

  @Test
  void whatALaterRecordReplacesMayBeGone() throws Exception {
    Map<String, Integer> lasts = lasts();
    List<ConsumerRecord<byte[], byte[]>> all = List.copyOf(log);
    log.removeIf(one -> all.indexOf(one) != lasts.get(new String(one.key(), UTF_8)));

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
  }

  @Test
  void aTombstoneMayBeGone() throws Exception {
    assertThat(log.removeIf(one -> one.value() == null)).isTrue();
    assertThat(audit().proved()).isTrue();
  }

  @Test
  void theLastRecordOfAKeyMayNotBeGone() throws Exception {
    int last = log.size() - 1;
    while (log.get(last).value() == null) {
      last--;
    }
    log.remove(last);
    assertThat(told()).containsExactly("the last record of a key is missing");
  }

  @Test
  void aRecordThatIsWrittenAgainIsFound() throws Exception {
    ConsumerRecord<byte[], byte[]> one = log.get(replaced());
    world.append(TOPIC, 0, one.timestamp(), one.key(), one.value(), one.headers());
    assertThat(told()).contains(OUT_OF_PLACE);
  }

  @Test
  void recordsThatChangedPlacesAreFound() throws Exception {
    int place = replaced();
    ConsumerRecord<byte[], byte[]> one = log.get(place);
    ConsumerRecord<byte[], byte[]> next = log.get(place + 1);
    log.set(place, record(one.offset(), next, next.timestamp(), next.key(), next.headers()));
    log.set(place + 1, record(next.offset(), one, one.timestamp(), one.key(), one.headers()));
    assertThat(told()).contains(OUT_OF_PLACE);
  }

  @Test
  void aRecordThatNoTurnPublishedIsFound() throws Exception {
    ConsumerRecord<byte[], byte[]> one = log.getFirst();
    world.append(TOPIC, 0, one.timestamp(), one.key(), one.value(), new RecordHeaders());
    assertThat(told()).containsExactly("a record that no turn published");
  }

  @Test
  void eachPartOfARecordIsCompared() throws Exception {
    Headers more = new RecordHeaders(log.getFirst().headers().toArray()).add("more", new byte[1]);
    differs("the timestamp differs", one -> at(one, one.timestamp() + 1));
    differs("the key differs", one -> keyed(one, "another"));
    differs(
        "the headers differs", one -> record(one.offset(), one, one.timestamp(), one.key(), more));
    differs("whether there is a value differs", one -> Edited.value(one, null));
    differs(
        "the value's digest differs",
        one -> {
          byte[] value = one.value().clone();
          value[value.length - 1] ^= 1;
          return Edited.value(one, value);
        });
  }

  private void differs(String what, UnaryOperator<ConsumerRecord<byte[], byte[]>> edit)
      throws Exception {
    ConsumerRecord<byte[], byte[]> one = log.getFirst();
    log.set(0, edit.apply(one));
    assertThat(told()).containsExactly(what);
    log.set(0, one);
  }

  private static ConsumerRecord<byte[], byte[]> at(
      ConsumerRecord<byte[], byte[]> one, long millis) {
    return record(one.offset(), one, millis, one.key(), one.headers());
  }

  private static ConsumerRecord<byte[], byte[]> keyed(
      ConsumerRecord<byte[], byte[]> one, String key) {
    return record(one.offset(), one, one.timestamp(), key.getBytes(UTF_8), one.headers());
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, ConsumerRecord<byte[], byte[]> one, long millis, byte[] key, Headers headers) {
    return World.record(TOPIC, 0, offset, millis, key, one.value(), headers);
  }

  @Test
  void whatATrimmedTopicNoLongerHasIsUnproved() throws Exception {
    world.trim(TOPIC, 0, world.next(TOPIC, 0));

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.starts()).hasSize(1);
    assertThat(report.unprovedOutputs()).isPositive();
  }

  @Test
  void whatCannotBeReadIsUnprovedAndNotMissing() throws Exception {
    long end = world.next(TOPIC, 0);
    world.damage(TOPIC, 0, end - 1, end);
    AuditReport damaged = audit();
    assertThat(damaged.findings())
        .extracting(AuditFinding::what)
        .doesNotContain("the last record of a key is missing");
    assertThat(damaged.unprovedOutputs()).isOne();
  }

  @Test
  void whatABrokerDoesNotSendIsUnprovedAndNotMissing() throws Exception {
    long end = world.next(TOPIC, 0);
    world.hang(TOPIC, 0, end - 1, end);
    AuditReport hanging = audit();
    assertThat(hanging.findings()).isEmpty();
    assertThat(hanging.unprovedOutputs()).isOne();
  }

  @Test
  void whatTurnsPublishedThatAreNoLongerRetainedIsUnproved() throws Exception {
    world.trim(LEDGER, 0, world.next(LEDGER, 0) / 2);

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.unprovedOutputs()).isPositive();
  }

  /** A transaction becomes visible on one partition after another. */
  @Test
  void whatTheLedgerShowsLaterIsNoDifference() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> pages = world.on(LEDGER, 0);
    List<ConsumerRecord<byte[], byte[]>> late = pages.subList(pages.size() / 2, pages.size());
    List<ConsumerRecord<byte[], byte[]>> seen = List.copyOf(late);
    Map<String, Integer> lasts = lasts();
    List<ConsumerRecord<byte[], byte[]>> all = List.copyOf(log);
    log.removeIf(one -> all.indexOf(one) != lasts.get(new String(one.key(), UTF_8)));
    late.clear();
    try (var audit =
        new DomainAudit(
            CHUNKS, world, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null))) {
      pages.addAll(seen);
      AuditReport report = audit.run(1);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
    }
  }
}
