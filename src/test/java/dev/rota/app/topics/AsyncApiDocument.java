package dev.rota.app.topics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.WireFormat;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Describes the domains' topics as AsyncAPI 3.0 does: a channel for each topic, as {@link
 * RequiredTopics} wants it, with its message; an operation for each topic that a role may read or
 * write, as the table of rights says; the records' Avro schemas.
 */
final class AsyncApiDocument {
  private static final String AVRO = "application/vnd.apache.avro;version=1.9.0";
  private static final String FRAMED = "application/vnd.confluent.avro";
  private static final String BINDING = "0.5.0";
  private static final String SCHEMAS = "#/components/schemas/";
  private static final String APPLICATION = "application";
  private static final String ROTA = "rota";
  private static final String ABOUT =
      """
      Rota reads events from topics, decides, and publishes assignments, outcomes and a ledger.

      Values are Avro in Confluent's wire format: the byte 0, the schema's id in the registry as a \
      big-endian 32-bit integer, then Avro's binary encoding. Rota also reads records that have the id \
      in the header `%s` instead. Subjects are named after topics (`TopicNameStrategy`).

      A record's key names its lane, in UTF-8. Producers partition by key as Kafka's Java producer \
      does (murmur2), and all topics of a domain have equally many partitions. Consumers read with \
      `isolation.level=read_committed`."""
          .formatted(WireFormat.ID_HEADER);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode document = JsonNodeFactory.instance.objectNode();
  private final ObjectNode channels;
  private final ObjectNode operations;
  private final ObjectNode messages;
  private final ObjectNode schemas;

  private AsyncApiDocument() {
    document.put("asyncapi", "3.0.0").put("id", "urn:rota");
    ObjectNode info = document.putObject("info").put("title", "Rota").put("version", "1");
    info.put("description", ABOUT);
    info.putObject("license").put("name", "Apache-2.0");
    document.put("defaultContentType", FRAMED);
    server("kafka", "brokers without TLS");
    server("kafka-secure", "brokers with TLS");
    channels = document.putObject("channels");
    operations = document.putObject("operations");
    ObjectNode components = document.putObject("components");
    messages = components.putObject("messages");
    schemas = components.putObject("schemas");
  }

  /** Describes these domains. Addresses and {@code application.id} are variables. */
  static ObjectNode of(List<Domain> domains) {
    AsyncApiDocument made = new AsyncApiDocument();
    made.schemas.setAll(TopicMessage.headerSchemas());
    domains.forEach(made::add);
    return made.document;
  }

  private void server(String protocol, String about) {
    ObjectNode server = document.withObjectProperty("servers").putObject(protocol);
    server.put("host", "{bootstrap}").put("protocol", protocol).put("description", about);
    ObjectNode bootstrap = server.putObject("variables").putObject("bootstrap");
    bootstrap.put("description", "host and port of a broker, as in bootstrap.servers");
    bootstrap.putArray("examples").add("localhost:9092");
    ObjectNode binding = server.putObject("bindings").putObject("kafka");
    binding.put("schemaRegistryVendor", "confluent").put("bindingVersion", BINDING);
  }

  private void add(Domain domain) {
    String name = domain.name();
    for (TopicSpec spec : RequiredTopics.withKept(domain)) {
      TopicMessage message = TopicMessage.of(domain, spec);
      channel(domain, spec, TopicLine.direction(domain, spec), message);
    }
    String rows = "%s-%s-rows-changelog".formatted(name, name);
    ObjectNode changelog = channel(domain, RequiredTopics.rows(rows), "own", TopicMessage.ofRows());
    changelog.put("address", "{" + APPLICATION + "}-" + rows);
    changelog
        .putObject("parameters")
        .putObject(APPLICATION)
        .put("default", ROTA)
        .put("description", "the engine's application.id");
    for (TopicRole role : TopicRole.values()) {
      operations(role, domain, ROTA + "-" + rows, rows);
    }
  }

  private ObjectNode channel(
      Domain domain, TopicSpec spec, String direction, TopicMessage message) {
    ObjectNode channel = channels.putObject(spec.name()).put("address", spec.name());
    channel.put("description", message.about());
    channel
        .putObject("messages")
        .putObject(message.name())
        .put("$ref", "#/components/messages/" + spec.name());
    channel.putArray("tags").addObject().put("name", domain.name());
    channel.withArray("tags").addObject().put("name", direction);
    channel.put("x-direction", direction).put("x-optional", spec.isOptional());
    ObjectNode binding = channel.putObject("bindings").putObject("kafka");
    configuration(binding.putObject("topicConfiguration"), spec.created(-1));
    binding.put("bindingVersion", BINDING);
    fill(messages.putObject(spec.name()), message);
    return channel;
  }

  /** As the binding types them: lists and numbers where it says so, else Kafka's texts. */
  private static void configuration(ObjectNode to, Map<String, String> configs) {
    new TreeMap<>(configs)
        .forEach(
            (name, value) -> {
              switch (name) {
                case TopicConfig.CLEANUP_POLICY_CONFIG -> {
                  var policies = to.putArray(name);
                  List.of(value.split(",")).forEach(policies::add);
                }
                case TopicConfig.RETENTION_MS_CONFIG,
                    TopicConfig.RETENTION_BYTES_CONFIG,
                    TopicConfig.DELETE_RETENTION_MS_CONFIG,
                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG ->
                    to.put(name, Long.parseLong(value));
                default -> to.put(name, value);
              }
            });
  }

  private void fill(ObjectNode to, TopicMessage message) {
    to.put("name", message.name()).put("title", message.name()).put("summary", message.about());
    to.put("contentType", message.schema() == null ? message.contentType() : FRAMED);
    if (message.headers() != null) {
      to.putObject("headers").put("$ref", SCHEMAS + message.headers());
    }
    if (message.schema() == null) {
      to.set("payload", message.payload());
    } else {
      String name = message.schema().getFullName();
      schemas.set(name, avro(message.schema()));
      to.putObject("payload").put("$ref", SCHEMAS + name);
    }
    ObjectNode binding = to.putObject("bindings").putObject("kafka");
    if (message.key() != null) {
      binding.set("key", message.key());
    }
    if (message.schema() != null) {
      binding
          .put("schemaIdLocation", "payload")
          .put("schemaIdPayloadEncoding", "confluent")
          .put("schemaLookupStrategy", "TopicNameStrategy");
    }
    binding.put("bindingVersion", BINDING);
  }

  private static ObjectNode avro(Schema schema) {
    try {
      JsonNode tree = JSON.readTree(schema.toString());
      return JsonNodeFactory.instance
          .objectNode()
          .put("schemaFormat", AVRO)
          .set("schema", withoutJava(tree));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Avro wrote a schema that is not JSON: " + schema, e);
    }
  }

  /** How Java holds texts is of no use to others. */
  private static JsonNode withoutJava(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.remove("avro.java.string");
    }
    tree.forEach(AsyncApiDocument::withoutJava);
    return tree;
  }

  private void operations(TopicRole role, Domain domain, String changelog, String rows) {
    List<AccessRight> rights = RightsTable.of(role, domain, ROTA);
    for (String action : List.of("receive", "send")) {
      AclOperation needed = action.equals("send") ? AclOperation.WRITE : AclOperation.READ;
      Set<String> topics = new LinkedHashSet<>();
      rights.stream()
          .filter(right -> right.resource() == ResourceType.TOPIC && right.operation() == needed)
          .map(right -> right.sample().equals(changelog) ? rows : right.sample())
          .filter(channels::has)
          .forEach(topics::add);
      topics.forEach(topic -> operation(role, action, topic));
    }
  }

  private void operation(TopicRole role, String action, String topic) {
    String who = role.name().toLowerCase(Locale.ROOT);
    ObjectNode operation = operations.putObject(who + "." + action + "." + topic);
    operation.put("action", action).put("title", who + ": " + action + " " + topic);
    operation.putObject("channel").put("$ref", "#/channels/" + topic);
    operation.putArray("tags").addObject().put("name", who);
    operation.put("x-role", who);
  }
}
