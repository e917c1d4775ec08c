package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.ReleasedSchemas;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.EncodedValue;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.InputReader.Received;
import dev.rota.road.topics.WireFormat;
import dev.rota.shards.Beats;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardsDomain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Honest histories that look odd, and logs that cannot be read. */
final class OddWorldsTest {
  private static final String SCOPE = "odd-worlds";
  private static final CoresDomain CORES = new CoresDomain();
  private static final String LEDGER = "cores-ledger";
  private static final String OUTCOMES = "cores-outcomes";
  private static final List<String> LANES = List.of("polkadot", "kusama");
  private static final int EVENTS = 120;

  private static final Schema NEWER = with(BlockEvent.getClassSchema(), "novelty");

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  @Test
  void inputsOfAReleasedSchemaAreBoundWithoutARegistry() throws Exception {
    int topics = 0;
    for (Domain domain : Domains.ALL) {
      for (InputTopic input : domain.wire().inputs()) {
        List<Schema> schemas = ReleasedSchemas.of(input.schema());
        for (Schema old : schemas.subList(1, schemas.size())) {
          World world = write(domain, input.topic(), old);
          AuditReport report = ForgedHistoriesTest.audit(domain, world, Witnesses.NONE);
          assertThat(report.findings()).isEmpty();
          assertThat(report.unproved()).isEmpty();
          assertThat(report.proved()).isTrue();
          topics++;
          MockRegistry.drop(SCOPE);
        }
      }
    }
    assertThat(topics).isPositive();
  }

  @Test
  void inputsThatAnEarlierReleaseHasTakenAreBoundWithAndWithoutARegistry() throws Exception {
    int topics = 0;
    for (Domain domain : Domains.ALL) {
      for (InputTopic input : domain.wire().inputs()) {
        List<Schema> schemas = ReleasedSchemas.of(input.schema());
        for (Schema old : schemas.subList(1, schemas.size())) {
          World world = taken(domain, input.topic(), old);
          for (Witnesses witnesses :
              List.of(
                  Witnesses.NONE, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null))) {
            AuditReport report = ForgedHistoriesTest.audit(domain, world, witnesses);
            assertThat(report.findings()).as("%s %s", domain.name(), input.topic()).isEmpty();
            assertThat(report.proved()).isTrue();
          }
          topics++;
          MockRegistry.drop(SCOPE);
        }
      }
    }
    assertThat(topics).isPositive();
  }

  @Test
  void anInputThatSaysMoreThanTheTurnOfAnEarlierReleaseDiffers() throws Exception {
    ShardsDomain shards = new ShardsDomain();
    Schema old = ReleasedSchemas.of(ShardPolicy.getClassSchema()).get(1);
    var forger = new Forger(shards, 1, SCOPE, Map.of());
    var steps = new ArrayList<>(Forger.traffic(shards, 1, LANES, 3, EVENTS));
    steps.replaceAll(
        step -> {
          if (!(step.value() instanceof ShardPolicy policy)) {
            return step;
          }
          policy.put(policy.getSchema().getField("beats").pos(), Beats.CHANGES);
          byte[] input = single(generic(policy, old));
          return step.twisted(received -> List.of(taken(shards, received, input)));
        });
    World world = forger.write(steps);

    AuditReport report = ForgedHistoriesTest.audit(shards, world, Witnesses.NONE);
    assertThat(report.findings())
        .isNotEmpty()
        .allSatisfy(
            finding ->
                assertThat(finding.what())
                    .isEqualTo("the ledger's input differs from the retained one"));
  }

  @Test
  void anInputBeyondAFieldsLimitIsNotBound() throws Exception {
    ParathreadClaim claim = claim("c".repeat(200));
    World world = withAClaim(claim, claim);
    for (Witnesses witnesses :
        List.of(Witnesses.NONE, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null))) {
      assertThat(audit(world, witnesses).proved()).isFalse();
    }
  }

  /** Programs up to 0.2 put U+FFFD in the place of what is no UTF-8, and decided. */
  @ParameterizedTest
  @CsvSource({"\uFFFD, true", "?, false"})
  void anInputThatIsNoUtf8IsBoundAsEarlierProgramsReadIt(String taken, boolean proved)
      throws Exception {
    byte[] sent =
        new AvroSerializer(MockRegistry.scope(SCOPE)).serialize(CoresWire.CLAIMS, claim("x"));
    sent[sent.length - 1] = (byte) 0xff;
    World world = withAClaim(sent, claim(taken));
    for (Witnesses witnesses :
        List.of(Witnesses.NONE, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null))) {
      assertThat(audit(world, witnesses).proved()).isEqualTo(proved);
    }
  }

  private static ParathreadClaim claim(String collator) {
    return new ParathreadClaim(LANES.get(0), 2_000L, collator);
  }

  /** Behind a history, what an engine has sent and what it has taken it for. */
  private static World withAClaim(Object sent, ParathreadClaim taken) {
    var forger = new Forger(CORES, 1, SCOPE, Map.of());
    var steps = new ArrayList<>(Forger.traffic(CORES, 1, LANES, 3, EVENTS));
    long millis = steps.get(steps.size() - 1).millis();
    steps.add(
        new Step(
            CoresWire.CLAIMS,
            0,
            millis,
            LANES.get(0).getBytes(UTF_8),
            sent,
            new RecordHeaders(),
            received ->
                List.of(
                    new Received(
                        LANES.get(0),
                        new InputCodec(CORES).take(received.arrival().source(), taken),
                        null))));
    return forger.write(steps);
  }

  @Test
  void inputsOfAStrangeSchemaAreUnprovedUnlessARegistryKnowsIt() throws Exception {
    World world = write(NEWER, 1);

    AuditReport alone = audit(world, Witnesses.NONE);
    assertThat(alone.findings()).isEmpty();
    assertThat(alone.unprovedInputs()).isPositive();
    assertThat(alone.unproved()).singleElement().asString().contains("--registry");
    assertThat(alone.proved()).isFalse();

    AuditReport report = audit(world, new Witnesses(null, MockRegistry.scope(SCOPE), null));
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
  }

  @Test
  void everyReleaseAndItsSchemasAreOnTheClassPath() throws IOException {
    try (Stream<Path> releases = Files.list(Path.of("schemas/released"))) {
      assertThat(releases.map(release -> release.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(ReleasedSchemas.RELEASES);
    }
    for (Domain domain : Domains.ALL) {
      domain
          .wire()
          .inputs()
          .forEach(
              input -> {
                String name = "/schemas/released/0.1.0/" + domain.name() + "/";
                assertThat(getClass().getResource(name + input.schema().getName() + ".avsc"))
                    .isNotNull();
                assertThat(ReleasedSchemas.of(input.schema())).isNotEmpty();
              });
    }
  }

  @Test
  void outputsThatTheSerializerConvertsAreProvedWithTheRegistrysWord() throws Exception {
    World world = write(null, 1);
    Schema newer = with(ClaimOutcome.getClassSchema(), "novelty");
    AvroSerializer serializer = new AvroSerializer(MockRegistry.scope(SCOPE));
    List<?> all = List.copyOf(world.on(OUTCOMES, 0));
    for (int i = all.size() / 2; i < all.size(); i++) {
      world.edit(
          OUTCOMES,
          0,
          i,
          one ->
              Edited.value(
                  one,
                  serializer.serialize(
                      OUTCOMES,
                      new EncodedValue(
                          newer,
                          converted(
                              WireFormat.payload(one), ClaimOutcome.getClassSchema(), newer)))));
    }

    AuditReport report = audit(world, new Witnesses(null, MockRegistry.scope(SCOPE), null));
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.total(AuditCount.CONVERTED)).isEqualTo(all.size() - all.size() / 2);
    assertThat(audit(world, Witnesses.NONE).differences()).isPositive();
  }

  @Test
  void aFieldThatOnlyAConvertedOutputHasSaysNothingButItsDefault() throws Exception {
    World world = write(null, 1);
    Schema newer = with(ClaimOutcome.getClassSchema(), "novelty");
    AvroSerializer serializer = new AvroSerializer(MockRegistry.scope(SCOPE));
    world.edit(
        OUTCOMES,
        0,
        world.on(OUTCOMES, 0).size() / 2,
        one -> {
          var forged =
              (GenericRecord)
                  decoded(WireFormat.payload(one), ClaimOutcome.getClassSchema(), newer);
          forged.put("novelty", "forged");
          byte[] payload = encoded(forged, newer);
          return Edited.value(
              one, serializer.serialize(OUTCOMES, new EncodedValue(newer, payload)));
        });

    AuditReport report = audit(world, new Witnesses(null, MockRegistry.scope(SCOPE), null));
    assertThat(report.findings())
        .anySatisfy(finding -> assertThat(finding.what()).isEqualTo("the value differs"));
    assertThat(report.proved()).isFalse();
  }

  @Test
  void aSchemaIdThatChangesMidwayIsOneFindingUnlessTheRegistryExplainsIt() throws Exception {
    World world = write(null, 1);
    int id =
        MockRegistry.scope(SCOPE)
            .register("another-value", with(ClaimOutcome.getClassSchema(), "novelty"));
    int half = world.on(OUTCOMES, 0).size() / 2 + 1;
    for (int i = half; i < world.on(OUTCOMES, 0).size(); i++) {
      world.edit(
          OUTCOMES,
          0,
          i,
          one -> {
            byte[] value = one.value().clone();
            value[4] = (byte) id;
            return Edited.value(one, value);
          });
    }

    AuditReport report = audit(world, Witnesses.NONE);
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.what()).isEqualTo("the schema id differs");
              assertThat(finding.where()).isEqualTo(OUTCOMES + "/0/" + half);
            });
    AuditReport explained = audit(world, new Witnesses(null, MockRegistry.scope(SCOPE), null));
    assertThat(explained.findings()).isEmpty();
    assertThat(explained.proved()).isTrue();
  }

  @Test
  void damagedOutputsAreOneFindingWithTheirOffsetsAndTheRestIsAudited() throws Exception {
    World world = write(null, 1);
    long turns = audit(world, Witnesses.NONE).turns();
    world.damage(OUTCOMES, 0, 20, 35);

    AuditReport report = audit(world, Witnesses.NONE);
    isDamage(report, OUTCOMES + "/0/20");
    assertThat(report.turns()).isEqualTo(turns);
    assertThat(report.unprovedOutputs()).isEqualTo(15);
  }

  @Test
  void damagedInputsAreOneFindingWithTheirOffsetsAndTheRestIsAudited() throws Exception {
    World world = write(null, 1);
    world.damage(CoresWire.CLAIMS, 0, 20, 35);

    AuditReport report = audit(world, Witnesses.NONE);
    isDamage(report, CoresWire.CLAIMS + "/0/20");
    assertThat(report.unprovedInputs()).isEqualTo(15);
  }

  @Test
  void aDamagedLedgerIsOneFindingWithItsOffsetsAndTheRestIsUnproved() throws Exception {
    World world = write(null, 1);
    world.damage(LEDGER, 0, 50, 60);

    AuditReport report = audit(world, Witnesses.NONE);
    assertThat(report.turns()).isEqualTo(50);
    assertThat(report.unprovedTurns()).isEqualTo(world.on(LEDGER, 0).size() - 60);
    isDamage(report, LEDGER + "/0/50");
  }

  @ParameterizedTest
  @ValueSource(strings = {LEDGER, OUTCOMES, CoresWire.CLAIMS})
  void whatIsDeletedWhileItIsAuditedIsNotProvedAndNoAccident(String topic) throws Exception {
    for (boolean all : new boolean[] {false, true}) {
      World world = write(null, 1);
      long offset = all ? world.next(topic, 0) : 20;
      try (var audit = new DomainAudit(CORES, world, new Witnesses(World.GROUP, null, null))) {
        world.trim(topic, 0, offset);

        AuditReport report = audit.run(1);
        assertThat(report.findings()).isEmpty();
        assertThat(report.proved()).isEqualTo(topic.equals(CoresWire.CLAIMS));
        assertThat(report.goneInputs()).isEqualTo(report.proved() ? offset : 0);
      }
      MockRegistry.drop(SCOPE);
    }
  }

  private static void isDamage(AuditReport report, String where) {
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.what()).isEqualTo("records are damaged");
              assertThat(finding.where()).isEqualTo(where);
            });
    assertThat(report.proved()).isFalse();
  }

  @Test
  void aTransactionThatDoesNotEndIsAnAnswer() throws Exception {
    World world = write(null, 1);
    long end = world.next(OUTCOMES, 0);
    world.hang(OUTCOMES, 0, end / 2, end);

    AuditReport report = audit(world, Witnesses.NONE);
    assertThat(report.findings()).isEmpty();
    assertThat(report.unproved())
        .singleElement()
        .asString()
        .contains(OUTCOMES + "/0: the broker sends no records from offset " + end / 2);
    assertThat(report.proved()).isFalse();
  }

  @Test
  void manyMissingRecordsAreOneDifference() throws Exception {
    World world = write(null, 1);
    int count = world.on(OUTCOMES, 0).size();
    world.on(OUTCOMES, 0).subList(10, count - 10).clear();
    world.renumber(OUTCOMES, 0);

    AuditReport report = audit(world, Witnesses.NONE);
    assertThat(report.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.records()).isEqualTo(count - 20));
  }

  @Test
  void manyRecordsTooEarlyAreOneDifference() throws Exception {
    World world = write(null, 1);
    var log = world.on(OUTCOMES, 0);
    var early = List.copyOf(log.subList(50, log.size()));
    log.subList(50, log.size()).clear();
    log.addAll(10, early);
    world.renumber(OUTCOMES, 0);

    assertThat(audit(world, Witnesses.NONE).differences()).isLessThanOrEqualTo(2);
  }

  @Test
  void inputsWithMorePartitionsThanTheLedgerAreAWarning() throws Exception {
    World world = write(null, 2);
    world.addPartitions(CoresWire.CLAIMS, 4);

    AuditReport report = audit(world, Witnesses.NONE);
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .contains("claims has 4 partitions, the ledger 2");

    world.append(CoresWire.CLAIMS, 3, 1, new byte[] {'k'}, new byte[1], new RecordHeaders());
    assertThat(audit(world, Witnesses.NONE).waitingInputs()).isOne();
    world.addPartitions(OUTCOMES, 4);
    world.append(OUTCOMES, 3, 1, new byte[] {'k'}, new byte[1], new RecordHeaders());
    assertThat(audit(world, Witnesses.NONE).differences()).isOne();
  }

  /** Block events are written with this schema; null: with the present one. */
  private static World write(Schema blocks, int partitions) {
    return write(CORES, CoresWire.BLOCK_EVENTS, blocks, partitions);
  }

  private static World write(Domain domain, String topic, Schema schema) {
    return write(domain, topic, schema, 1);
  }

  private static World write(Domain domain, String topic, Schema schema, int partitions) {
    Forger forger = new Forger(domain, partitions, SCOPE, Map.of());
    List<Step> steps = new ArrayList<>();
    for (Step step : Forger.traffic(domain, partitions, LANES, 3, EVENTS)) {
      boolean other = schema != null && step.topic().equals(topic);
      steps.add(
          other && step.value() instanceof SpecificRecord record
              ? new Step(
                  step.topic(),
                  step.partition(),
                  step.millis(),
                  step.key(),
                  generic(record, schema),
                  step.headers(),
                  step.twist())
              : step);
    }
    return forger.write(steps);
  }

  /** The turns of this topic's inputs are those of a program that has this schema. */
  private static World taken(Domain domain, String topic, Schema schema) {
    Forger forger = new Forger(domain, 1, SCOPE, Map.of());
    List<Step> steps = new ArrayList<>();
    for (Step step : Forger.traffic(domain, 1, LANES, 3, EVENTS)) {
      boolean other = step.topic().equals(topic) && step.value() instanceof SpecificRecord;
      steps.add(other ? old(domain, step, generic((SpecificRecord) step.value(), schema)) : step);
    }
    return forger.write(steps);
  }

  /** The same step, its record and the ledger's input both of an earlier schema. */
  private static Step old(Domain domain, Step step, GenericRecord record) {
    byte[] input = single(record);
    return new Step(
        step.topic(),
        step.partition(),
        step.millis(),
        step.key(),
        record,
        step.headers(),
        received -> List.of(taken(domain, received, input)));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a domain's state and facts do not matter here
  private static Received taken(Domain domain, Received received, byte[] input) {
    InputPosition source = received.arrival().source();
    SpecificRecord record = new InputCodec(domain).record(source.topic(), input);
    Object model = domain.wire().read(record);
    String lane = domain.wire().lane(record);
    return new Received(lane, new TurnArrival.Legible(source, model, input), null);
  }

  /** In Avro's single-object encoding. */
  private static byte[] single(GenericRecord record) {
    try {
      var buffer =
          new BinaryMessageEncoder<GenericRecord>(new GenericData(), record.getSchema())
              .encode(record);
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema with(Schema schema, String field) {
    return new Schema.Parser()
        .parse(
            schema
                .toString()
                .replaceFirst(
                    "\"fields\":\\[",
                    "\"fields\":[{\"name\":\""
                        + field
                        + "\",\"type\":\"string\",\"default\":\"new\"},"));
  }

  private static GenericRecord generic(SpecificRecord record, Schema schema) {
    byte[] bytes = encoded(record, record.getSchema());
    return (GenericRecord) decoded(bytes, record.getSchema(), schema);
  }

  private static byte[] converted(byte[] payload, Schema from, Schema to) {
    return encoded(decoded(payload, from, to), to);
  }

  private static Object decoded(byte[] bytes, Schema from, Schema to) {
    try {
      return new GenericDatumReader<>(from, to, new GenericData())
          .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] encoded(Object record, Schema schema) {
    try {
      var bytes = new ByteArrayOutputStream();
      var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      var writer =
          record instanceof SpecificRecord
              ? new org.apache.avro.specific.SpecificDatumWriter<Object>(schema)
              : new GenericDatumWriter<Object>(schema, new GenericData());
      writer.write(record, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AuditReport audit(World world, Witnesses witnesses) throws Exception {
    return ForgedHistoriesTest.audit(CORES, world, witnesses);
  }
}
