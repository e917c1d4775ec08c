package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Input;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.registry.Compatibility;
import dev.rota.registry.Registry;
import dev.rota.road.topics.Topics;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * The registry subjects of a domain: one record type per topic, fully compatible. Only a ledger may
 * have two, since it may begin with entries and go on with pages. Its schemas are compared with all
 * releases when Rota is built.
 */
public final class Subjects {
  private Subjects() {}

  /** Returns every subject with its schema. */
  public static Map<String, Schema> of(Domain<?, ?, ?> domain) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    for (Input input : domain.wire().inputs()) {
      schemas.put(subject(input.topic()), input.schema());
    }
    schemas.put(subject(Topics.ledger(domain.name())), PageWire.SCHEMA);
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
                      ? Compatibility.NONE
                      : Compatibility.FULL_TRANSITIVE);
              registry.register(subject, schema);
            });
  }

  /** Of the values of a topic. */
  public static String subject(String topic) {
    return topic + "-value";
  }
}
