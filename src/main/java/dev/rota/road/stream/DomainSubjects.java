package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.registry.CompatibilityLevel;
import dev.rota.registry.Registry;
import dev.rota.road.topics.RequiredTopics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * The registry subjects of a domain: one record type per topic, fully compatible. Only a ledger may
 * have two, since it may begin with entries and go on with pages. Its schemas are compared with all
 * releases when Rota is built.
 */
public final class DomainSubjects {
  private DomainSubjects() {}

  /** Returns every subject with its schema, as this version of the rules writes it. */
  public static Map<String, Schema> of(Domain domain) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    for (InputTopic input : domain.wire().inputs()) {
      schemas.put(subject(input.topic()), input.schema());
    }
    schemas.put(subject(RequiredTopics.ledger(domain.name())), PageWire.SCHEMA);
    for (Output.Channel channel : domain.wire().channels()) {
      if (domain.wire().schema(channel) != null) {
        schemas.put(subject(channel.topic(domain.name())), domain.wire().schema(channel));
      }
    }
    return schemas;
  }

  /**
   * Registers missing schemas, so that producers find them before the first record: of each version
   * of the rules that can run, the newest last.
   */
  public static void register(Registry registry, Domain domain) {
    ofVersions(domain)
        .forEach(
            (subject, schemas) -> {
              registry.compatibility(subject, level(schemas));
              schemas.forEach(schema -> registry.register(subject, schema));
            });
  }

  /** What {@link #register} registers: every subject with its schemas, the newest last. */
  public static Map<String, Set<Schema>> ofVersions(Domain domain) {
    Map<String, Set<Schema>> all = new LinkedHashMap<>();
    for (Domain version : domain.versions()) {
      of(version)
          .forEach(
              (subject, schema) ->
                  all.computeIfAbsent(subject, _ -> new LinkedHashSet<>()).add(schema));
    }
    return all;
  }

  /** The level that a subject with these schemas gets. */
  public static CompatibilityLevel level(Set<Schema> schemas) {
    return schemas.contains(PageWire.SCHEMA)
        ? CompatibilityLevel.NONE
        : CompatibilityLevel.FULL_TRANSITIVE;
  }

  /** Of the values of a topic. */
  public static String subject(String topic) {
    return topic + "-value";
  }
}
