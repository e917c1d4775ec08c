package dev.rota.testing;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Wire;
import dev.rota.testing.laws.ChangedWire;
import dev.rota.testing.laws.Mutant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/** Alarms whose first rules had no note on a ring and no reason in an outcome. */
public final class OlderWords {
  /** The schemas of then, by the present ones. The same objects each time, as real ones are. */
  private static final Map<Schema, Schema> THEN =
      Stream.of(new AlarmWire().assignments(), new AlarmWire().outcomes())
          .collect(Collectors.toMap(Function.identity(), OlderWords::withoutLast));

  private OlderWords() {}

  /** The program of then. */
  public static DomainCard<AlarmState, AlarmInput, AlarmFact> first() {
    Wire<AlarmInput, AlarmFact> wire =
        new ChangedWire<>(
            new TestAlarms(1).wire(),
            (_, output) -> output,
            present -> THEN.getOrDefault(present, present));
    return new Mutant<>(new TestAlarms(1)) {
      @Override
      public Wire<AlarmInput, AlarmFact> wire() {
        return wire;
      }
    };
  }

  /** The program of now, which runs both. */
  public static DomainCard<AlarmState, AlarmInput, AlarmFact> second() {
    return new Mutant<>(new TestAlarms(2)) {
      @Override
      public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
        return List.of(first(), this);
      }
    };
  }

  private static Schema withoutLast(Schema record) {
    List<Schema.Field> fields = record.getFields();
    return Schema.createRecord(
        record.getName(),
        record.getDoc(),
        record.getNamespace(),
        false,
        fields.subList(0, fields.size() - 1).stream()
            .map(field -> new Schema.Field(field, field.schema()))
            .toList());
  }
}
