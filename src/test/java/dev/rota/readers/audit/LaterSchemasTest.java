package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoresDomain;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.readers.audit.Forger.Twist;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.topics.InputReader.Received;
import dev.rota.road.topics.LaneKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine did not know an input's schema, and the registry does by now: that may be, unless a
 * turn has decided an input with it before.
 */
final class LaterSchemasTest {
  private static final CoresDomain CORES = new CoresDomain();
  private static final String LANE = Sealed.home("chain-", 0, KeptCheckpointsTest.PARTITIONS);
  private static final byte[] KEY = LANE.getBytes(UTF_8);
  private static final List<Integer> THREADS = List.of(1, 8, 200);
  private static final CheckpointChoice NOW = new CheckpointChoice(Long.MAX_VALUE, null);
  private static final String UNKNOWN = "UNKNOWN_SCHEMA";
  private static final Schema LATER = SchemaBuilder.record("later").fields().endRecord();

  private Forger forger;
  private World world;
  private long cut;

  /** All of it is proved, and cut at many kept checkpoints. */
  @BeforeEach
  void keep() throws Exception {
    forger = KeptCheckpointsTest.forged(CORES);
    world = forger.world();
    assertThat(KeptCheckpointsTest.keep(CORES, world, null).proved()).isTrue();
    cut = KeptCheckpointsTest.kept(CORES, world, 0).get(1).kept().offset();
  }

  @AfterEach
  void close() {
    MockRegistry.drop(KeptCheckpointsTest.SCOPE);
  }

  @Test
  void aSchemaThatATurnKnewBeforeIsNotUnknownLaterHoweverTheLedgerIsCut() throws Exception {
    write(claim(), marked());
    write(claim(), marked());
    for (int threads : THREADS) {
      AuditReport report = audit(CheckpointChoice.BEGINNING, threads);
      assertThat(report.findings())
          .as("%d threads", threads)
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.what()).isEqualTo("a good input is marked unreadable");
                assertThat(finding.records()).isEqualTo(2);
              });
      assertThat(report.total(AuditCount.LATER_SCHEMAS)).isZero();
    }
  }

  @Test
  void whatTurnsBeforeTheKeptCheckpointKnewIsNotProved() throws Exception {
    write(claim(), marked());

    AuditReport report = audit(NOW, 1);
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isFalse();
    assertThat(report.unprovedInputs()).isOne();
    assertThat(report.unproved())
        .singleElement()
        .asString()
        .contains(CoresWire.CLAIMS + "/0/", "before the kept checkpoint", "without --since");

    world.trim("cores-ledger", 0, cut);
    forgetClaims();
    AuditReport trimmed = audit(NOW, 1);
    assertThat(trimmed.proved()).as("no audit can know more").isTrue();
    assertThat(trimmed.total(AuditCount.LATER_SCHEMAS)).isOne();
    assertThat(trimmed.total(AuditCount.PERHAPS_KNOWN_SCHEMAS)).isOne();
  }

  /** What is retained may tell nothing about the turns before. */
  private void forgetClaims() {
    world.trim(CoresWire.CLAIMS, 0, world.next(CoresWire.CLAIMS, 0) - 1);
  }

  @Test
  void aSchemaThatTheRegistryLearnsAfterTheTurnIsANoteHoweverTheLedgerIsCut() throws Exception {
    int id = forger.registry().register("another-value", LATER) + 1;
    byte[] early = ByteBuffer.allocate(9).put((byte) 0).putInt(id).array();
    write(early, Step.honest());
    write(claim(), Step.honest());
    Schema other = SchemaBuilder.record("other").fields().endRecord();
    assertThat(forger.registry().register("other-value", other)).isEqualTo(id);

    for (int threads : THREADS) {
      AuditReport report = audit(CheckpointChoice.BEGINNING, threads);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.total(AuditCount.LATER_SCHEMAS)).isOne();
      assertThat(report.total(AuditCount.PERHAPS_KNOWN_SCHEMAS)).isZero();
    }
  }

  static Stream<Arguments> refused() {
    Headers many = new RecordHeaders();
    for (int i = 0; i < 100; i++) {
      many.add("h" + i, new byte[0]);
    }
    byte[] unused = ByteBuffer.allocate(9).put((byte) 0).putInt(99).array();
    return Stream.of(
        Arguments.of("BAD_FRAMING", "nonsense".getBytes(UTF_8), new RecordHeaders()),
        Arguments.of("EMPTY_VALUE", new byte[0], new RecordHeaders()),
        Arguments.of("BAD_HEADERS", unused, many));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void whatIsRefusedBeforeItsSchemaIsAskedForIsOfNoUnknownSchema(
      String reason, byte[] value, Headers headers) throws Exception {
    write(value, headers, marked());

    AuditReport report = audit(CheckpointChoice.BEGINNING, 1);
    assertThat(report.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.expected()).contains(reason));
    assertThat(report.total(AuditCount.LATER_SCHEMAS)).isZero();
  }

  private static ParathreadClaim claim() {
    return new ParathreadClaim(LANE, 2_000L, "alice");
  }

  private void write(Object value, Twist twist) {
    write(value, new RecordHeaders(), twist);
  }

  private void write(Object value, Headers headers, Twist twist) {
    var ledger = world.on("cores-ledger", 0);
    long millis = ledger.get(ledger.size() - 1).timestamp();
    var _ =
        forger.write(List.of(new Step(CoresWire.CLAIMS, 0, millis, KEY, value, headers, twist)));
  }

  /** A forger's word that the record is of an unknown schema. */
  private Twist marked() {
    return received -> {
      var claims = world.on(CoresWire.CLAIMS, 0);
      byte[] value = claims.get(claims.size() - 1).value();
      return List.of(
          new Received(
              LaneKey.nobody(0),
              new TurnArrival.Unreadable(received.arrival().source(), UNKNOWN, KEY, value),
              new IllegalArgumentException(UNKNOWN)));
    };
  }

  private AuditReport audit(CheckpointChoice since, int threads) throws Exception {
    MockRegistry registry = MockRegistry.scope(KeptCheckpointsTest.SCOPE);
    return ForgedHistoriesTest.audit(
        CORES, world, new Witnesses(World.GROUP, registry, null, since, null, threads));
  }
}
