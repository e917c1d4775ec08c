package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryOverHttp.assertCode;
import static dev.rota.lab.embedded.registry.RegistryOverHttp.one;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.registry.SchemaTransfer;
import dev.rota.registry.SchemaTransfer.Presence;
import dev.rota.registry.SeenSchemaIds;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A registry gets what another one has: whatever refers to what, whatever is deleted. */
class SchemaTransferTest {
  private static final int GARBAGE = 20_000;

  private FullRegistry former;
  private FullRegistry next;
  private MemoryRegistry own;
  private RegistryClient there;
  private RegistryClient client;
  private RegistryClient ownClient;
  private SchemaTransfer from;
  private SchemaTransfer to;
  private SchemaTransfer toOwn;

  @BeforeEach
  void start() {
    former = new FullRegistry();
    next = new FullRegistry();
    own = MemoryRegistry.start();
    there = new RegistryClient(former.url());
    client = new RegistryClient(next.url());
    ownClient = new RegistryClient(own.url());
    from = SchemaTransfer.open(Map.of("schema.registry.url", former.url()));
    to = SchemaTransfer.open(Map.of("schema.registry.url", next.url()));
    toOwn = SchemaTransfer.open(Map.of("schema.registry.url", own.url()));
  }

  @AfterEach
  void stop() {
    former.close();
    next.close();
    own.close();
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

  /** A schema, and what it refers to. */
  private List<JsonNode> whole() {
    there.register("z-part", RegistryClient.record("Part", "a"));
    String whole =
        "{\"type\":\"record\",\"name\":\"W\",\"fields\":[{\"name\":\"p\",\"type\":\"Part\"}]}";
    String reference = RegistryClient.reference("Part", "z-part", 1);
    JsonNode made =
        there.post("/subjects/a-whole/versions", RegistryClient.asked(whole, reference)).body();
    return from.uses(ids(made.path("id").asInt()));
  }

  @Test
  void aSchemaComesBehindThoseThatItRefersTo() {
    List<JsonNode> all = whole();
    assertThat(all.stream().map(SchemaTransfer::name)).containsExactly("z-part/1", "a-whole/1");
    to.put(all);
    assertThat(client.get("/subjects/a-whole/versions/1").body())
        .isEqualTo(there.get("/subjects/a-whole/versions/1").body());
  }

  /** Records still name it. */
  @Test
  void aDeletedSubjectIsThereAndDeletedAgain() {
    int id = there.register("gone", RegistryClient.record("Gone", "a"));
    there.delete("/subjects/gone/versions/1");
    List<JsonNode> all = from.uses(ids(id));
    assertThat(all).hasSize(1);
    to.put(all);
    assertCode(client.get("/subjects/gone/versions/1"), 40402);
    assertThat(client.get("/subjects/gone/versions/1?deleted=true").status()).isEqualTo(200);
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
    assertThat(client.get("/subjects/jobs-value/versions/1").status()).isEqualTo(200);
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
    assertThat(client.get("/subjects/jobs-value/versions/1").status()).isEqualTo(200);
    assertCode(client.get("/subjects/jobs-value/versions/2"), 40402);
  }

  /** It has no modes, deletions and references of its own. */
  @Test
  void theEmbeddedRegistryKeepsAllOfIt() {
    whole();
    int id = there.register("gone", RegistryClient.record("Gone", "a"));
    there.delete("/subjects/gone/versions/1");
    List<JsonNode> all = from.uses(ids(1, 2, id));
    assertThat(all).hasSize(3).allMatch(one -> toOwn.presence(one) == Presence.ABSENT);
    toOwn.put(all);
    toOwn.put(all);
    assertThat(all).allMatch(one -> toOwn.presence(one) == Presence.SAME);
    assertThat(ownClient.get("/subjects")).hasToString("200 [\"a-whole\",\"z-part\"]");
    List<JsonNode> kept = toOwn.uses(ids(1, 2, id));
    assertThat(kept).hasSameSizeAs(all);
    for (int i = 0; i < all.size(); i++) {
      for (String field : List.of("subject", "version", "id", "schema", "references", "deleted")) {
        assertThat(kept.get(i).path(field)).as(field).isEqualTo(all.get(i).path(field));
      }
    }
  }
}
