package dev.rota.testing.laws;

import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Wire;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** A wire whose outputs are changed, or looked at, or written by other schemas. */
public record ChangedWire<I, F>(
    Wire<I, F> sound, BiFunction<F, Output, Output> change, UnaryOperator<Schema> schemas)
    implements Wire<I, F> {
  ChangedWire(Wire<I, F> sound, BiFunction<F, Output, Output> change) {
    this(sound, change, schema -> schema);
  }

  @Override
  public List<InputTopic> inputs() {
    return sound.inputs();
  }

  @Override
  public Schema assignments() {
    return schemas.apply(sound.assignments());
  }

  @Override
  public Schema outcomes() {
    return schemas.apply(sound.outcomes());
  }

  @Override
  public Schema snapshots() {
    return sound.snapshots() == null ? null : schemas.apply(sound.snapshots());
  }

  @Override
  public String laneField() {
    return sound.laneField();
  }

  @Override
  public I read(SpecificRecord record) {
    return sound.read(record);
  }

  @Override
  public boolean mayBeSilent(SpecificRecord input) {
    return sound.mayBeSilent(input);
  }

  @Override
  public Output write(String lane, F fact) {
    return change.apply(fact, sound.write(lane, fact));
  }

  @Override
  public boolean begins(SpecificRecord assignment) {
    return sound.begins(assignment);
  }

  @Override
  public String tell(SpecificRecord assignment) {
    return sound.tell(assignment);
  }
}
