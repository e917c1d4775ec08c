package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.WireFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The schema ids of the records that Rota writes. All records of a topic and a schema have one id,
 * and no other schema has it, unless the registry says that both ids mean this schema. A topic has
 * records of several schemas if several versions of the rules have written it.
 */
final class SchemaIds {
  /** The records of one topic, schema and id. */
  private static final class Use {
    private final Schema schema;
    private final AuditFinding first;
    private long records;

    Use(Schema schema, AuditFinding first) {
      this.schema = schema;
      this.first = first;
    }
  }

  private record Written(String topic, Schema schema) {}

  private final Map<Written, Map<Object, Use>> topics = new LinkedHashMap<>();

  /** The last use of each schema. Most records have the id of the one before. */
  private final IdentityHashMap<Schema, Recent> recents = new IdentityHashMap<>();

  private record Recent(String topic, Object id, Use use) {}

  /** A record of this schema is not of one lane. */
  void use(ConsumerRecord<byte[], byte[]> record, Schema schema) {
    use(record, schema, null);
  }

  /** A record of this schema was published by the entry's turn. */
  void use(ConsumerRecord<byte[], byte[]> record, Schema schema, TurnEntry entry) {
    use(record, WireFormat.id(record), schema, entry);
  }

  /** The same of a record whose schema id is known. */
  void use(ConsumerRecord<byte[], byte[]> record, Object found, Schema schema, TurnEntry entry) {
    Recent recent = recents.get(schema);
    if (recent != null && record.topic().equals(recent.topic) && Objects.equals(found, recent.id)) {
      recent.use.records++;
    } else {
      use(record.topic(), found, RequiredTopics.where(record), schema, entry);
    }
  }

  /** The same of a record that is no longer at hand. */
  void use(String name, Object found, String where, Schema schema, TurnEntry entry) {
    Use use =
        topics
            .computeIfAbsent(new Written(name, schema), _ -> new LinkedHashMap<>())
            .computeIfAbsent(
                found,
                _ ->
                    new Use(
                        schema,
                        new AuditFinding(
                            where,
                            entry == null ? null : entry.lane(),
                            entry == null ? 0 : entry.number(),
                            "",
                            null,
                            "schema id " + found)));
    use.records++;
    recents.put(schema, new Recent(name, found, use));
  }

  /** Adds what another partition has. */
  void merge(SchemaIds others) {
    others.topics.forEach(
        (name, uses) ->
            uses.forEach(
                (number, use) ->
                    topics
                        .computeIfAbsent(name, _ -> new LinkedHashMap<>())
                        .merge(number, use, SchemaIds::sum)));
  }

  private static Use sum(Use one, Use other) {
    one.records += other.records;
    return one;
  }

  /** Reports ids that are not their topic's, and ids of two schemas. */
  void settle(WriterSchemas writers, AuditReport report) {
    Map<Object, Use> owners = new LinkedHashMap<>();
    topics.forEach(
        (_, uses) -> {
          Object usual = usual(uses);
          uses.forEach(
              (number, use) -> {
                if (!Objects.equals(number, usual)
                    && !(means(writers, number, use) && means(writers, usual, use))) {
                  report.differs(finding(use, "the schema id differs", "schema id " + usual));
                }
              });
          Use use = uses.get(usual);
          writers
              .registered(usual)
              .filter(schema -> !schema.getFullName().equals(use.schema.getFullName()))
              .ifPresent(
                  _ ->
                      report.differs(
                          finding(
                              use,
                              "a schema id is another schema's",
                              "that of " + use.schema.getFullName())));
          Use owner = owners.putIfAbsent(usual, use);
          if (owner != null && !haveOneForm(owner.schema, use.schema)) {
            report.differs(
                finding(
                    use, "a schema id is another schema's", "not that of " + owner.first.where()));
          }
        });
  }

  private static AuditFinding finding(Use use, String what, String expected) {
    AuditFinding first = use.first;
    return new AuditFinding(
        first.where(), first.lane(), first.turn(), what, expected, first.found(), use.records);
  }

  private static Object usual(Map<Object, Use> uses) {
    Object usual = null;
    long most = 0;
    for (Map.Entry<Object, Use> use : uses.entrySet()) {
      if (use.getValue().records > most) {
        usual = use.getKey();
        most = use.getValue().records;
      }
    }
    return usual;
  }

  private static boolean means(WriterSchemas writers, Object id, Use use) {
    return writers
        .registered(id)
        .filter(schema -> schema.getFullName().equals(use.schema.getFullName()))
        .isPresent();
  }

  private static boolean haveOneForm(Schema one, Schema other) {
    return one.equals(other)
        || SchemaNormalization.toParsingForm(one).equals(SchemaNormalization.toParsingForm(other));
  }
}
