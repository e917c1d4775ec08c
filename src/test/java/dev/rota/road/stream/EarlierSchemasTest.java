package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmOutcome;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.readers.rehearse.PartitionRehearsal;
import dev.rota.registry.MockRegistry;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.OlderWords;
import dev.rota.testing.TestAlarms;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

/** Older rules write their records by the schemas that they had, and newer ones by the present. */
final class EarlierSchemasTest {
  private static final String SUBJECT = "alarms-outcomes-value";

  private final DomainCard<AlarmState, AlarmInput, AlarmFact> first = OlderWords.first();
  private final DomainCard<AlarmState, AlarmInput, AlarmFact> second = OlderWords.second();
  private final Schema then = first.wire().outcomes();
  private final Book book = new Book(first);

  /** Turn 1 by the first rules, an adoption, turn 3 by the second ones. */
  private void upgrade() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 900));
    book.restart(second, RulesAdoption.NEWEST);
    book.takeAll(SETTINGS, "home", 10, set("home", "egg", 900));
  }

  private Output output(int turn) {
    return book.turns().get(turn).published().get(0);
  }

  @Test
  void aRecordOfOlderRulesHasTheBytesThatItAlwaysHad() throws Exception {
    upgrade();

    Output old = output(0);
    assertThat(old.schema()).isSameAs(then);
    GenericRecord read = AvroBytes.decode(new GenericDatumReader<>(then), old.payload());
    assertThat(read.hasField("reason")).isFalse();
    assertThat(read.get("id")).hasToString("tea");
    assertThat(output(2).schema()).isEqualTo(AlarmOutcome.getClassSchema());
    assertThat(output(2).payload()).hasSize(old.payload().length + 1);
  }

  @Test
  void theLedgerIsReplayedByTheSchemasOfItsRules() {
    upgrade();

    assertThat(book.replayed(second)).allMatch(ReplayVerdict.Same.class::isInstance);
    assertThat(book.replayed(new TestAlarms(2)).get(0))
        .as("by the present schema all outputs are others")
        .isInstanceOf(ReplayVerdict.Differs.class);
  }

  @Test
  void aRehearsalFindsNothingWhereNewRulesOnlyHaveMoreToTell() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 900));
    book.take(SETTINGS, "home", 10, set("home", "egg", 900));
    var rehearsal = new PartitionRehearsal(second, 0, Long.MIN_VALUE, 2);
    new LedgerLogs("alarms", book.pages(1)).records().forEach(rehearsal::take);

    assertThat(rehearsal.report().turns()).isEqualTo(2);
    assertThat(rehearsal.report().first()).isEmpty();
  }

  @Test
  void theRegistryHasTheSchemasOfAllVersionsTheNewestLast() {
    try (MockRegistry registry = MockRegistry.scope("earlier-schemas")) {
      DomainSubjects.register(registry, second);

      assertThat(registry.latest(SUBJECT).schema()).isEqualTo(AlarmOutcome.getClassSchema());
      assertThat(registry.lookup(SUBJECT, then)).isLessThan(registry.latest(SUBJECT).id());
    } finally {
      MockRegistry.drop("earlier-schemas");
    }
  }

  @Test
  void aSerializerThatTakesRecordsGetsThoseOfTheSchemaOfThen() {
    upgrade();
    List<Object> taken = new ArrayList<>();
    var serializer = new OutgoingSerializer(new Taker(taken));
    for (var turn : book.turns()) {
      OutgoingRecord.of(turn, OutgoingRecord.Origin.none("home"), 0)
          .forEachRemaining(one -> serializer.serialize("t", one.headers(), one));
    }

    assertThat(taken).hasSize(2);
    assertThat(((GenericRecord) taken.get(0)).getSchema()).isEqualTo(then);
    assertThat(taken.get(1)).isInstanceOf(AlarmOutcome.class);
  }

  @Test
  void aChannelHasTheSchemaOfItsRecords() {
    assertThat(first.wire().schema(Channel.OUTCOMES)).isSameAs(then);
    assertThat(first.wire().schema(Channel.DEAD_LETTERS)).isNull();
  }

  /** As Confluent's: it takes records. */
  private record Taker(List<Object> taken) implements Serializer<Object> {
    @Override
    public byte[] serialize(String topic, Object value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Object value) {
      taken.add(value);
      return new byte[0];
    }
  }
}
