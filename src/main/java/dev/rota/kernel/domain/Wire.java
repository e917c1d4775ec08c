package dev.rota.kernel.domain;

import dev.rota.kernel.domain.Output.Channel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.specific.SpecificRecord;

/**
 * Converts a domain's records to inputs and facts to records. Only this part of a domain uses
 * generated classes.
 *
 * @param <I> inputs
 * @param <F> facts
 */
public interface Wire<I, F> {
  /** The input topics, co-partitioned by lane. */
  List<InputTopic> inputs();

  /**
   * The schema by which these rules write assignments. Those of older rules stay as they were: its
   * records have the first fields of the present ones, at every depth, and nothing is said in the
   * others.
   */
  Schema assignments();

  /** The same of outcomes. */
  Schema outcomes();

  /** The same of the compacted topic; null: the domain has none. */
  default Schema snapshots() {
    return null;
  }

  /** The schema of a channel's records; null: they have none. */
  default Schema schema(Channel channel) {
    return switch (channel) {
      case ASSIGNMENTS -> assignments();
      case OUTCOMES -> outcomes();
      case SNAPSHOTS -> snapshots();
      case DEAD_LETTERS -> null;
    };
  }

  /** The domain's output topics. */
  default List<Channel> channels() {
    return Stream.of(Channel.values())
        .filter(channel -> channel != Channel.SNAPSHOTS || snapshots() != null)
        .toList();
  }

  /** The field of every input that names the lane, such as {@code chain}. */
  String laneField();

  /** The lane in the record, which must equal the record's key. */
  default String lane(SpecificRecord record) {
    return (String) record.get(record.getSchema().getField(laneField()).pos());
  }

  /** Converts a record to an input. It accepts every decodable record, since only rules refuse. */
  I read(SpecificRecord record);

  /**
   * Returns true if the policy may allow this input to have no outcome because it changes nothing.
   */
  default boolean mayBeSilent(SpecificRecord input) {
    return false;
  }

  /** Returns the record's enum fields whose symbols this version does not know. */
  static List<String> unsupported(SpecificRecord record) {
    return record.getSchema().getFields().stream()
        .filter(
            field ->
                record.get(field.pos()) instanceof GenericEnumSymbol<?> symbol
                    && symbol.toString().equals(symbol.getSchema().getEnumDefault()))
        .map(Schema.Field::name)
        .toList();
  }

  /** Returns the fields that the record sets, by name: records as maps, and symbols as texts. */
  static Map<String, Object> said(SpecificRecord record) {
    Map<String, Object> said = new LinkedHashMap<>();
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value != null) {
        said.put(field.name(), plain(value));
      }
    }
    return said;
  }

  private static Object plain(Object value) {
    if (value instanceof SpecificRecord record) {
      return said(record);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Wire::plain).toList();
    }
    return value instanceof GenericEnumSymbol<?> symbol ? symbol.toString() : value;
  }

  /** Converts a fact to an output, or returns null if it is not published. */
  Output write(String lane, F fact);

  /** The same, to be encoded by the schema of these rules. */
  default Output published(String lane, F fact) {
    Output output = write(lane, fact);
    return output == null ? null : output.by(schema(output.channel()));
  }

  /** Returns true if the assignment starts something. Records of an end are not counted. */
  default boolean begins(SpecificRecord assignment) {
    return true;
  }

  /** Describes an assignment in one line. */
  String tell(SpecificRecord assignment);
}
