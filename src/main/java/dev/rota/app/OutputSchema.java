package dev.rota.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.RecordJsonSchema;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.kept.CheckpointWire;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The JSON Schema (2020-12) of what a verb prints with {@code -o json}. It describes one line of
 * stdout. That of {@code rota} itself describes its version and what goes to stderr: errors and
 * refused lines.
 *
 * <p>The files leave open what records hold: {@code $defs/line} and {@code $defs/value}. That
 * follows from the Avro schemas of the domains, also of those in jars of their own.
 */
public final class OutputSchema {
  private static final String FOLDER = "/output/";
  private static final String DEFINITIONS = "$defs";
  private static final String VALUE = "value";
  private static final ObjectMapper JSON = new ObjectMapper();

  private OutputSchema() {}

  /**
   * Returns the schema by the verb's words, such as {@code rota-topics-list}; empty: it prints no
   * JSON itself.
   */
  public static Optional<ObjectNode> of(String words) throws IOException {
    try (InputStream file = OutputSchema.class.getResourceAsStream(FOLDER + words + ".json")) {
      if (file == null) {
        return Optional.empty();
      }
      ObjectNode schema = (ObjectNode) JSON.readTree(file.readAllBytes());
      if (schema.get(DEFINITIONS) instanceof ObjectNode definitions) {
        define(definitions);
      }
      return Optional.of(schema);
    }
  }

  private static void define(ObjectNode definitions) {
    RecordJsonSchema records = new RecordJsonSchema(definitions);
    if (definitions.get("line") instanceof ObjectNode line) {
      ArrayNode all = line.putArray("allOf");
      topics().forEach((topic, schema) -> when(all.addObject(), topic, records.define(schema)));
    }
    if (definitions.get(VALUE) instanceof ObjectNode value) {
      ArrayNode any = value.putArray("anyOf");
      topics().values().stream().distinct().map(records::define).forEach(any::add);
      noRecord(any);
    }
  }

  /** A line of this topic has this record. */
  private static void when(ObjectNode condition, String topic, ObjectNode record) {
    condition.putObject("if").putObject("properties").putObject("topic").put("const", topic);
    ArrayNode any =
        condition.putObject("then").putObject("properties").putObject(VALUE).putArray("anyOf");
    any.add(record);
    noRecord(any);
  }

  /** Bytes that no schema reads, and no value. */
  private static void noRecord(ArrayNode any) {
    any.addObject().putArray("type").add("string").add("null");
  }

  /** The records of topics that have some. */
  private static Map<String, Schema> topics() {
    Map<String, Schema> topics = new LinkedHashMap<>();
    for (Domain domain : Domains.ALL) {
      Wire<?, ?> wire = domain.wire();
      wire.inputs().forEach(input -> topics.put(input.topic(), input.schema()));
      topics.put(RequiredTopics.ledger(domain.name()), PageWire.MOVES);
      for (Channel channel : wire.channels()) {
        if (wire.schema(channel) != null) {
          topics.put(channel.topic(domain.name()), wire.schema(channel));
        }
      }
      topics.put(RequiredTopics.checkpoints(domain.name()), CheckpointWire.SCHEMA);
    }
    return topics;
  }
}
