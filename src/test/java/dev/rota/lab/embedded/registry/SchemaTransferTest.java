package dev.rota.lab.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.registry.SchemaTransfer;
import dev.rota.registry.SeenSchemaIds;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A registry gets what another one has: whatever refers to what, whatever is deleted. */
class SchemaTransferTest extends RegistryOverHttp {
  private static final int GARBAGE = 20_000;

  private MemoryRegistry former;
  private RegistryClient there;
  private SchemaTransfer from;
  private SchemaTransfer to;

  @BeforeEach
  void startFormer() {
    former = MemoryRegistry.start();
    there = new RegistryClient(former.url());
    from = SchemaTransfer.open(Map.of("schema.registry.url", former.url()));
    to = SchemaTransfer.open(Map.of("schema.registry.url", url()));
  }

  @AfterEach
  void stopFormer() {
    former.close();
  }

  private static SeenSchemaIds ids(int... numbers) {
    SeenSchemaIds ids = new SeenSchemaIds();
    for (int number : numbers) {
      ids.add(number);
    }
    return ids;
  }

  private List<String> names(SeenSchemaIds ids) {
    return from.uses(ids).stream().map(SchemaTransfer::name).toList();
  }

  @Test
  void aSchemaComesBehindThoseThatItRefersTo() {
    there.register("z-part", RegistryClient.record("Part", "a"));
    String whole =
        "{\"type\":\"record\",\"name\":\"W\",\"fields\":[{\"name\":\"p\",\"type\":\"Part\"}]}";
    String reference = RegistryClient.reference("Part", "z-part", 1);
    JsonNode made =
        there.post("/subjects/a-whole/versions", RegistryClient.asked(whole, reference)).body();

    List<JsonNode> all = from.uses(ids(made.path("id").asInt()));
    assertThat(all.stream().map(SchemaTransfer::name)).containsExactly("z-part/1", "a-whole/1");
    to.put(all);
    assertThat(client.get("/subjects/a-whole/versions/1").body())
        .isEqualTo(there.get("/subjects/a-whole/versions/1").body());
  }

  /** Records still name it. */
  @Test
  void aDeletedSubjectIsThereAndDeletedAgain() {
    int id = there.register("gone", RegistryClient.record("Gone", "a"));
    there.delete("/subjects/gone");
    List<JsonNode> all = from.uses(ids(id));
    assertThat(all).hasSize(1);
    to.put(all);
    assertThat(client.get("/subjects")).hasToString("200 []");
    assertThat(client.get("/subjects?deleted=true")).hasToString("200 [\"gone\"]");
    assertThat(client.get("/schemas/ids/" + id).status()).isEqualTo(200);
  }

  @Test
  void whatOnlyLooksLikeAnIdCrowdsNobodyOut() {
    SeenSchemaIds ids = new SeenSchemaIds();
    for (int garbage = 0; garbage < GARBAGE; garbage++) {
      ids.add(1_000_000 + garbage);
      ids.add(-garbage - 1);
    }
    ids.add(there.register("jobs-value", RegistryClient.record("Job", "a")));
    assertThat(names(ids)).containsExactly("jobs-value/1");
    assertThat(ids.numbers()).doesNotContain(1).hasSizeLessThan(GARBAGE);
  }

  @Test
  void anIdInAHeaderIsOne() {
    there.register("jobs-value", RegistryClient.record("Job", "a"));
    String guid = there.get("/subjects/jobs-value/versions/1").body().path("guid").asText();
    SeenSchemaIds ids = new SeenSchemaIds();
    ids.add(UUID.fromString(guid));
    ids.add(UUID.randomUUID());
    assertThat(names(ids)).containsExactly("jobs-value/1");
    assertThat(ids.guids()).hasSize(1);
  }

  @Test
  void aSubjectKeepsTheModeThatItHad() {
    int id = there.register("jobs-value", RegistryClient.record("Job", "a"));
    client.put("/mode/jobs-value", one("mode", "READONLY"));
    to.put(from.uses(ids(id)));
    assertThat(client.get("/mode/jobs-value").body().path("mode").asText()).isEqualTo("READONLY");
  }

  /** As a process leaves it that is killed in the middle. */
  @Test
  void theModeOfAnImportThatWasEndedIsEndedByTheNextOne() {
    int id = there.register("jobs-value", RegistryClient.record("Job", "a"));
    List<JsonNode> all = from.uses(ids(id));
    to.put(all);
    client.put("/mode/jobs-value?force=true", one("mode", "IMPORT"));
    to.put(all);
    assertCode(client.get("/mode/jobs-value"), 40409);
    assertThat(client.get("/subjects/jobs-value/versions")).hasToString("200 [1]");
  }
}
