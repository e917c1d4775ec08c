package dev.rota.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.rota.alarms.AlarmDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/asyncapi.yaml}, held to the official JSON Schema of AsyncAPI 3.0.0, to the topics,
 * the rights and the records. {@code -Drota.docs=write} writes it.
 */
class AsyncApiTest {
  private static final boolean WRITES = "write".equals(System.getProperty("rota.docs"));
  private static final Path PUBLISHED = Path.of("docs/asyncapi.yaml");
  private static final String HEAD =
      "# Written from Rota's code: ./mvnw test -Dtest=AsyncApiTest -Drota.docs=write\n";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  @Test
  void theDocumentFollowsTheSchemaOfAsyncApi() throws IOException {
    assertThat(official().validate(document())).isEmpty();
    assertThat(official().validate(AsyncApiDocument.of(List.of(new AlarmDomain())))).isEmpty();
  }

  /** Else the schema would allow anything. */
  @Test
  void theSchemaOfAsyncApiRefusesWhatIsNone() throws IOException {
    JsonNode wrong = JSON.readTree(document().toString().replace("\"receive\"", "\"read\""));
    assertThat(official().validate(wrong)).isNotEmpty();
    wrong =
        JSON.readTree(document().toString().replace("\"retention.ms\":-1", "\"retention.ms\":-2"));
    assertThat(official().validate(wrong)).isNotEmpty();
  }

  @Test
  void thePageIsTheDocument() throws IOException {
    JsonNode document = document();
    if (WRITES) {
      Files.writeString(PUBLISHED, HEAD + YAML.writeValueAsString(document));
    }
    assertThat(YAML.readTree(Files.readString(PUBLISHED))).isEqualTo(document);
  }

  @Test
  void eachTopicIsAChannelWithTheSettingsThatItNeeds() throws IOException {
    JsonNode channels = document().path("channels");
    for (Domain domain : Domains.ALL) {
      for (TopicSpec spec : RequiredTopics.withKept(domain)) {
        JsonNode channel = channels.path(spec.name());
        assertThat(channel.path("address").asText()).isEqualTo(spec.name());
        JsonNode configuration = channel.at("/bindings/kafka/topicConfiguration");
        assertThat(configuration.size()).isEqualTo(spec.created(-1).size());
        spec.created(-1)
            .forEach(
                (name, value) -> {
                  JsonNode found = configuration.path(name);
                  String text = found.isArray() ? found.path(0).asText() : found.asText();
                  assertThat(text).as(spec.name() + " " + name).isEqualTo(value);
                });
      }
    }
  }

  /** Each is read again by Avro's own parser, as a client's generator reads it. */
  @Test
  void eachRecordIsDescribedByItsAvroSchema() throws IOException {
    JsonNode document = document();
    for (Domain domain : Domains.ALL) {
      for (InputTopic input : domain.wire().inputs()) {
        assertThat(schema(document, input.topic()).getFullName())
            .isEqualTo(input.schema().getFullName());
        assertThat(schema(document, input.topic()).getFields())
            .hasSameSizeAs(input.schema().getFields());
      }
      for (var channel : domain.wire().channels()) {
        org.apache.avro.Schema expected = domain.wire().schema(channel);
        if (expected != null) {
          String topic = channel.topic(domain.name());
          assertThat(schema(document, topic).getFullName()).isEqualTo(expected.getFullName());
        }
      }
    }
    assertThat(document.toString()).doesNotContain("avro.java.string");
  }

  private static org.apache.avro.Schema schema(JsonNode document, String topic) {
    JsonNode payload = resolved(document, "/components/messages/" + topic + "/payload");
    assertThat(payload.path("schemaFormat").asText())
        .isEqualTo("application/vnd.apache.avro;version=1.9.0");
    return new org.apache.avro.Schema.Parser().parse(payload.path("schema").toString());
  }

  private static JsonNode resolved(JsonNode document, String at) {
    String ref = document.at(at).path("$ref").asText();
    assertThat(ref).as(at).startsWith("#/");
    return document.at(ref.substring(1));
  }

  @Test
  void eachReferenceLeadsSomewhere() throws IOException {
    JsonNode document = document();
    List<JsonNode> all = document.findValues("$ref");
    assertThat(all).hasSizeGreaterThan(100);
    for (JsonNode one : all) {
      assertThat(document.at(one.asText().substring(1)).isMissingNode()).as(one.asText()).isFalse();
    }
  }

  /** A role has an operation for what it may read or write, and for nothing else. */
  @Test
  void operationsAreTheRightsOfTheRoles() throws IOException {
    Set<String> said = new LinkedHashSet<>();
    for (JsonNode one : document().path("operations")) {
      String topic = one.at("/channel/$ref").asText().replace("#/channels/", "");
      String action = one.path("action").asText();
      said.add(one.path("x-role").asText() + " " + action + " " + topic);
    }
    Set<String> granted = new LinkedHashSet<>();
    for (TopicRole role : TopicRole.values()) {
      for (Domain domain : Domains.ALL) {
        RightsTable.of(role, domain, "rota").stream()
            .filter(right -> right.resource() == ResourceType.TOPIC)
            .filter(
                right -> Set.of(AclOperation.READ, AclOperation.WRITE).contains(right.operation()))
            .forEach(
                right ->
                    granted.add(
                        "%s %s %s"
                            .formatted(
                                role.name().toLowerCase(Locale.ROOT),
                                right.operation() == AclOperation.READ ? "receive" : "send",
                                right.sample().replaceFirst("^rota-", ""))));
      }
    }
    assertThat(said).containsExactlyInAnyOrderElementsOf(granted);
  }

  @Test
  void oneDomainAloneHasItsOwnTopics() {
    List<String> topics = new ArrayList<>();
    AsyncApiDocument.of(List.of(new CoresDomain()))
        .path("channels")
        .fieldNames()
        .forEachRemaining(topics::add);
    assertThat(topics)
        .contains("claims", "block-events", "cores-ledger", "cores-cores-rows-changelog")
        .noneMatch(topic -> topic.startsWith("bots") || topic.equals("jobs"));
  }

  /** As a program reads it: numbers that are equal are of one type. */
  private static JsonNode document() throws IOException {
    return JSON.readTree(AsyncApiDocument.of(Domains.ALL).toString());
  }

  private static Schema official() throws IOException {
    try (InputStream file = AsyncApiTest.class.getResourceAsStream("/asyncapi/3.0.0.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(file);
    }
  }
}
