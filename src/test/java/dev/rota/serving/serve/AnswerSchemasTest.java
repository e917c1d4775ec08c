package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is served is of the form that the routes' document tells. */
final class AnswerSchemasTest {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @AutoClose private final Site site = Site.open();

  /** The schemas by their routes. */
  private Map<String, Schema> schemas() throws Exception {
    JsonNode document = site.json("/openapi.json");
    Map<String, Schema> all = new HashMap<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path -> {
              JsonNode ref =
                  path.getValue().at("/get/responses/200/content/application~1json/schema/$ref");
              if (!ref.isMissingNode()) {
                ObjectNode schema = JsonNodeFactory.instance.objectNode().put("$ref", ref.asText());
                schema.set("components", document.get("components"));
                all.put(path.getKey(), REGISTRY.getSchema(schema));
              }
            });
    return all;
  }

  private void check() throws Exception {
    for (Map.Entry<String, Schema> one : schemas().entrySet()) {
      JsonNode answer = site.json(one.getKey());
      assertThat(one.getValue().validate(answer)).as("%s: %s", one.getKey(), answer).isEmpty();
    }
  }

  @Test
  void eachAnswerIsAsItsSchemaSaysWhetherAllIsWellOrNot() throws Exception {
    assertThat(schemas()).containsOnlyKeys("/livez", "/readyz", "/status", "/v1/domains");
    check();
    assertThat(site.json("/v1/domains").at("/domains/0/health/findings")).isEmpty();
    site.forge();
    assertThat(site.json("/v1/domains").at("/domains/0/health/findings")).isNotEmpty();
    check();
  }

  /** Else the check could not fail. */
  @Test
  void aFieldMoreOrLessOrOfAnotherTypeIsFound() throws Exception {
    for (Map.Entry<String, Schema> one : schemas().entrySet()) {
      ObjectNode more = (ObjectNode) site.json(one.getKey());
      more.put("more", 1);
      assertThat(one.getValue().validate(more)).as(one.getKey()).isNotEmpty();
    }
    Schema status = schemas().get("/status");
    JsonNode told = site.json("/status");
    ObjectNode partition = (ObjectNode) told.at("/domains/0/partitions/0");
    assertThat(status.validate(told)).isEmpty();
    partition.put("turns", "many");
    assertThat(status.validate(told)).isNotEmpty();
    partition.remove("turns");
    assertThat(status.validate(told)).isNotEmpty();
  }

  @Test
  void theDocumentsSchemasAreSchemas() throws Exception {
    Schema meta =
        REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    JsonNode all = site.json("/openapi.json").at("/components/schemas");
    assertThat(all).isNotEmpty();
    all.forEach(one -> assertThat(meta.validate(one)).as(one.toString()).isEmpty());
  }
}
