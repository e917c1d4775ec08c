package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryClient.asked;
import static dev.rota.lab.embedded.registry.RegistryClient.record;
import static dev.rota.lab.embedded.registry.RegistryClient.reference;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call about schemas and subjects, with each of its error codes. */
class RegistryProtocolTest extends RegistryOverHttp {
  private static final String INT = "\"int\"";
  private static final String GUID = SchemaIdentity.guid(INT, List.of());

  @Test
  void registerAnswersIdVersionAndContentAndIsIdempotent() {
    for (var i = 0; i < 2; i++) {
      assertJson(
          client.post("/subjects/s/versions?normalize=true", asked(INT)),
          "{'id':1,'version':1,'guid':'" + GUID + "','schemaType':'AVRO','schema':'\\'int\\''}");
    }
  }

  @Test
  void registerRefusesWhatIsNoSchema() {
    assertCode(client.post("/subjects/s/versions", asked("{\"type\":\"nonsense\"}")), 42201);
    assertCode(client.post("/subjects/s/versions", "{}"), 42201);
    assertCode(client.post("/subjects/s/versions", asked("[".repeat(100_000))), 42201);
    assertCode(client.post("/subjects/s/versions", asked(INT, reference("n", "no", 1))), 42201);
    assertCode(
        client.post("/subjects/s/versions", "{\"schema\":\"{}\",\"schemaType\":\"JSON\"}"), 42201);
    assertCode(client.post("/subjects/s/versions", "{not json"), 400);
    assertCode(client.post("/subjects/s/versions", "[]"), 400);
    assertCode(client.post("/subjects/s/versions", "{\"schema\":{}}"), 400);
    assertThat(client.get("/subjects")).hasToString("200 []");
  }

  @Test
  void registerRefusesTheIncompatibleWith409() {
    client.register("s", INT);
    var answer = client.post("/subjects/s/versions", asked("\"string\""));
    assertThat(answer.status()).isEqualTo(409);
    assertCode(answer, 40901);
  }

  @Test
  void registerKeepsReferences() {
    client.register("a", record("A", "x"));
    var user = "{\"type\":\"record\",\"name\":\"U\",\"fields\":[{\"name\":\"a\",\"type\":\"A\"}]}";
    var answer = client.post("/subjects/u/versions", asked(user, reference("A", "a", 1)));
    assertThat(answer.body().path("references").toString())
        .isEqualTo("[" + reference("A", "a", 1) + "]");
    assertThat(client.get("/subjects/a/versions/1/referencedby")).hasToString("200 [2]");
    assertThat(client.get("/schemas/ids/2").body().path("references").size()).isEqualTo(1);
    assertCode(client.delete("/subjects/a/versions/1"), 42206);
    assertCode(client.delete("/subjects/a"), 42206);
  }

  @Test
  void lookUpFindsTheVersionThatSaysTheSame() {
    assertCode(client.post("/subjects/s", asked(INT)), 40401);
    client.register("s", INT);
    assertJson(
        client.post("/subjects/s", asked(" " + INT)),
        "{'subject':'s','version':1,'id':1,'guid':'"
            + GUID
            + "','schemaType':'AVRO','schema':'\\'int\\''}");
    assertCode(client.post("/subjects/s", asked("\"long\"")), 40403);
    client.delete("/subjects/s");
    assertCode(client.post("/subjects/s", asked(INT)), 40401);
    assertThat(client.post("/subjects/s?deleted=true", asked(INT)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?subject=unknown", "?fetchMaxId=false&subject=s"})
  void aSchemaIsFoundByIdWhateverTheSubject(String query) {
    client.register("s", INT);
    assertThat(withoutTime(client.get("/schemas/ids/1" + query)))
        .isEqualTo(
            json(
                "{'schemaType':'AVRO','schema':'\\'int\\'','subject':'s','version':1,'guid':'"
                    + GUID
                    + "','deleted':false}"));
  }

  @Test
  void aSoftDeletedIdStillAnswers() {
    client.register("s", INT);
    client.delete("/subjects/s");
    assertThat(client.get("/schemas/ids/1").body().path("deleted").asBoolean()).isTrue();
    assertThat(client.get("/schemas/ids/1/schema")).hasToString("200 \"int\"");
    assertThat(client.get("/schemas/ids/1/subjects")).hasToString("200 []");
    assertThat(client.get("/schemas/ids/1/subjects?deleted=true")).hasToString("200 [\"s\"]");
  }

  @Test
  void theUsesOfAnId() {
    client.register("s", INT);
    client.register("t", INT);
    assertThat(client.get("/schemas/ids/1/schema")).hasToString("200 \"int\"");
    assertThat(client.get("/schemas/ids/1/subjects")).hasToString("200 [\"s\",\"t\"]");
    assertJson(
        client.get("/schemas/ids/1/versions"),
        "[{'subject':'s','version':1},{'subject':'t','version':1}]");
    assertThat(client.get("/schemas/ids/1?subject=t").body().path("subject").asText())
        .isEqualTo("t");
    assertThat(client.get("/schemas/ids/1?fetchMaxId=true").body().path("maxId").asInt())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/schemas/ids/9",
        "/schemas/ids/9/schema",
        "/schemas/ids/9/subjects",
        "/schemas/ids/9/versions",
        "/schemas/guids/00000000-0000-0000-0000-000000000000",
        "/schemas/guids/nonsense/ids",
        "/subjects/s/metadata?key=a&value=b"
      })
  void anUnknownSchemaIs40403(String path) {
    assertCode(client.get(path), 40403);
  }

  @Test
  void aSchemaIsFoundByGuid() {
    client.register("s", INT);
    assertThat(client.get("/schemas/guids/" + GUID)).hasToString(client.get("/schemas/ids/1") + "");
    assertJson(client.get("/schemas/guids/" + GUID + "/ids"), "[{'context':'.','id':1}]");
  }

  @Test
  void allSchemasAreListedByPrefixLatestAndDeletion() {
    client.register("s-1", record("R", "a"));
    client.register("s-1", record("R", "a", "b?"));
    client.register("t-1", INT);
    client.delete("/subjects/t-1");
    assertThat(client.get("/schemas").body().size()).isEqualTo(2);
    assertThat(client.get("/schemas?deleted=true").body().size()).isEqualTo(3);
    assertThat(client.get("/schemas?latestOnly=true").body().size()).isEqualTo(1);
    assertThat(client.get("/schemas?subjectPrefix=t&deleted=true").body().size()).isEqualTo(1);
    assertThat(client.get("/schemas?subjectPrefix=:*:s").body().size()).isEqualTo(2);
  }

  @Test
  void subjectsAreListedInOrderWithTheDeletedOnAsking() {
    client.register("b", INT);
    client.register("a", INT);
    client.register("c", INT);
    client.delete("/subjects/c");
    assertThat(client.get("/subjects")).hasToString("200 [\"a\",\"b\"]");
    assertThat(client.get("/subjects?deleted=true")).hasToString("200 [\"a\",\"b\",\"c\"]");
    assertThat(client.get("/subjects?deletedOnly=true")).hasToString("200 [\"c\"]");
    assertThat(client.get("/subjects?subjectPrefix=b")).hasToString("200 [\"b\"]");
  }

  @Test
  void theVersionsOfASubject() {
    assertCode(client.get("/subjects/s/versions"), 40401);
    client.register("s", record("R", "a"));
    client.register("s", record("R", "a", "b?"));
    client.delete("/subjects/s/versions/1");
    assertThat(client.get("/subjects/s/versions")).hasToString("200 [2]");
    assertThat(client.get("/subjects/s/versions?deleted=true")).hasToString("200 [1,2]");
    assertThat(client.get("/subjects/s/versions?deletedOnly=true")).hasToString("200 [1]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "latest", "-1"})
  void aVersionByNumberOrAsLatest(String version) {
    client.register("s", INT);
    assertThat(withoutTime(client.get("/subjects/s/versions/" + version)))
        .isEqualTo(
            json(
                "{'subject':'s','version':1,'id':1,'guid':'"
                    + GUID
                    + "','schemaType':'AVRO','schema':'\\'int\\'','deleted':false}"));
    assertThat(client.get("/subjects/s/versions/" + version + "/schema"))
        .hasToString("200 \"int\"");
  }

  @ParameterizedTest
  @CsvSource({
    "/subjects/none/versions/1, 40401",
    "/subjects/none/versions/latest, 40401",
    "/subjects/s/versions/9, 40402",
    "/subjects/s/versions/9/schema, 40402",
    "/subjects/s/versions/9/referencedby, 40402",
    "/subjects/s/versions/0, 42202",
    "/subjects/s/versions/-2, 42202",
    "/subjects/s/versions/one, 42202",
    "/subjects/s/versions/99999999999, 42202"
  })
  void aVersionThatIsNotThere(String path, int code) {
    client.register("s", INT);
    assertCode(client.get(path), code);
  }

  @Test
  void aVersionIsDeletedSoftlyThenForGood() {
    assertCode(client.delete("/subjects/s/versions/1"), 40401);
    client.register("s", INT);
    assertCode(client.delete("/subjects/s/versions/9"), 40402);
    assertCode(client.delete("/subjects/s/versions/0"), 42202);
    assertCode(client.delete("/subjects/s/versions/1?permanent=true"), 40407);
    assertThat(client.delete("/subjects/s/versions/latest")).hasToString("200 1");
    assertCode(client.delete("/subjects/s/versions/1"), 40406);
    assertThat(client.delete("/subjects/s/versions/1?permanent=true")).hasToString("200 1");
    assertCode(client.get("/schemas/ids/1"), 40403);
  }

  @Test
  void aSubjectIsDeletedSoftlyThenForGood() {
    assertCode(client.delete("/subjects/s"), 40401);
    client.register("s", record("R", "a"));
    client.register("s", record("R", "a", "b?"));
    assertCode(client.delete("/subjects/s?permanent=true"), 40405);
    assertThat(client.delete("/subjects/s")).hasToString("200 [1,2]");
    assertCode(client.delete("/subjects/s"), 40404);
    assertThat(client.delete("/subjects/s?permanent=true")).hasToString("200 [1,2]");
    assertCode(client.delete("/subjects/s"), 40401);
  }

  @Test
  void compatibilityIsToldWithoutRegistering() {
    var path = "/compatibility/subjects/s/versions";
    assertThat(client.post(path + "/latest", asked(INT)))
        .hasToString("200 {\"is_compatible\":true}");
    assertCode(client.post(path + "/1", asked(INT)), 40402);
    client.register("s", INT);
    assertThat(client.post(path + "/latest", asked("\"long\"")))
        .hasToString("200 {\"is_compatible\":true}");
    var refused = client.post(path + "/1?verbose=true", asked("\"string\""));
    assertThat(refused.body().path("is_compatible").asBoolean()).isFalse();
    assertThat(refused.body().path("messages").size()).isPositive();
    assertThat(client.post(path, asked("\"string\""))).hasToString("200 {\"is_compatible\":false}");
    assertCode(client.post(path + "/2", asked(INT)), 40402);
    assertCode(client.post(path + "/0", asked(INT)), 42202);
    assertCode(client.post(path + "/1", asked("{}")), 42201);
    assertThat(client.get("/subjects/s/versions")).hasToString("200 [1]");
  }
}
