package dev.rota.domain;

import dev.rota.domain.Output.Channel;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.specific.SpecificRecord;

/**
 * A domain's records, in and out. The only place of a domain that sees a generated class.
 *
 * @param <I> what may be asked
 * @param <F> what can happen
 */
public interface Wire<I, F> {
  /** The topics taken, co-partitioned by lane. */
  List<Input> inputs();

  Schema assignments();

  Schema outcomes();

  /** What the compacted topic holds; null: the domain has none. */
  default Schema snapshots() {
    return null;
  }

  /** The topics that the domain writes. */
  default List<Channel> channels() {
    return Stream.of(Channel.values())
        .filter(channel -> channel != Channel.SNAPSHOTS || snapshots() != null)
        .toList();
  }

  /** The field of every input that names its lane, such as {@code chain}. */
  String laneField();

  /** The lane that the record itself names; it has to equal the record's key. */
  default String lane(SpecificRecord record) {
    return (String) record.get(record.getSchema().getField(laneField()).pos());
  }

  /**
   * The rules' own form of an input. Whatever can be decoded can be read: rules refuse, wires do
   * not.
   */
  I read(SpecificRecord record);

  /**
   * Whether an input may have no outcome: it says what is known, and the lane's policy wants no
   * answer to such.
   */
  default boolean mayBeSilent(SpecificRecord input) {
    return false;
  }

  /** The record's own fields whose symbols this version does not know. */
  static List<String> unsupported(SpecificRecord record) {
    return record.getSchema().getFields().stream()
        .filter(
            field ->
                record.get(field.pos()) instanceof GenericEnumSymbol<?> symbol
                    && symbol.toString().equals(symbol.getSchema().getEnumDefault()))
        .map(Schema.Field::name)
        .toList();
  }

  /** What the outside is told of a fact, or null when it is nobody's business. */
  Output write(String lane, F fact);

  /** Whether an assignment begins something; one that tells of an end is none to be counted. */
  default boolean begins(SpecificRecord assignment) {
    return true;
  }

  /** An assignment in one line, for people who watch. */
  String tell(SpecificRecord assignment);
}
