package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.registry.CompatibilityLevel;
import dev.rota.registry.Registry;
import dev.rota.road.topics.RequiredTopics;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * The registry subjects of a domain: one record type per topic, fully compatible. Only a ledger may
 * have two, since it may begin with entries and go on with pages. Its schemas are compared with all
 * releases when Rota is built.
 */
public final class DomainSubjects {
  private DomainSubjects() {}

  /** Returns every subject with its schema. */
  public static Map<String, Schema> of(Domain<?, ?, ?> domain) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    for (InputTopic input : domain.wire().inputs()) {
      schemas.put(subject(input.topic()), input.schema());
    }
    schemas.put(subject(RequiredTopics.ledger(domain.name())), PageWire.SCHEMA);
    schemas.put(
        subject(Output.Channel.ASSIGNMENTS.topic(domain.name())), domain.wire().assignments());
    schemas.put(subject(Output.Channel.OUTCOMES.topic(domain.name())), domain.wire().outcomes());
    if (domain.wire().snapshots() != null) {
      schemas.put(
          subject(Output.Channel.SNAPSHOTS.topic(domain.name())), domain.wire().snapshots());
    }
    return schemas;
  }

  /** Registers missing schemas, so that producers find them before the first record. */
  public static void register(Registry registry, Domain<?, ?, ?> domain) {
    of(domain)
        .forEach(
            (subject, schema) -> {
              registry.compatibility(
                  subject,
                  schema.equals(PageWire.SCHEMA)
                      ? CompatibilityLevel.NONE
                      : CompatibilityLevel.FULL_TRANSITIVE);
              registry.register(subject, schema);
            });
  }

  /** Of the values of a topic. */
  public static String subject(String topic) {
    return topic + "-value";
  }
}
