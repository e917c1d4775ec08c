package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryClient.asked;
import static dev.rota.lab.embedded.registry.RegistryClient.record;
import static dev.rota.lab.embedded.registry.RegistryClient.reference;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call about schemas and subjects, with each of its error codes. */
class RegistryProtocolTest extends RegistryOverHttp {
  private static final String INT = "\"int\"";
  private static final String GUID = "ef524ea1-b91e-7317-3d93-8ade36c1db32"; // by md5sum

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
  void lookUpFindsTheVersionThatSaysTheSame() {
    assertCode(client.post("/subjects/s", asked(INT)), 40401);
    client.register("s", INT);
    assertJson(
        client.post("/subjects/s", asked(" " + INT)),
        "{'subject':'s','version':1,'id':1,'guid':'"
            + GUID
            + "','schemaType':'AVRO','schema':'\\'int\\''}");
    assertCode(client.post("/subjects/s", asked("\"long\"")), 40403);
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
  void theUsesOfAnId() {
    client.register("s", INT);
    client.register("t", INT);
    assertThat(client.get("/schemas/ids/1/schema")).hasToString("200 \"int\"");
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
        "/schemas/ids/9/versions",
        "/schemas/guids/00000000-0000-0000-0000-000000000000",
        "/schemas/guids/nonsense/ids"
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
  void subjectsAreListedInOrder() {
    client.register("b", INT);
    client.register("a", INT);
    assertThat(client.get("/subjects")).hasToString("200 [\"a\",\"b\"]");
    assertThat(client.get("/subjects?subjectPrefix=b")).hasToString("200 [\"b\"]");
  }

  @Test
  void theVersionsOfASubject() {
    assertCode(client.get("/subjects/s/versions"), 40401);
    client.register("s", record("R", "a"));
    client.register("s", record("R", "a", "b?"));
    assertThat(client.get("/subjects/s/versions")).hasToString("200 [1,2]");
  }

  @Test
  void whatAFormerVersionHasDeletedIsHiddenAndItsIdResolves() {
    client.register("s", INT);
    client.register("t", record("R", "a"));
    client.register("t", record("R", "a", "b?"));
    logged("{'keytype':'DELETE_SUBJECT','subject':'s','magic':0}", "{'subject':'s','version':1}");
    logged(
        "{'keytype':'SCHEMA','subject':'t','version':2,'magic':1}",
        "{'subject':'t','version':2,'id':3,'schemaType':'AVRO','schema':'\\'int\\'','deleted':true}");
    assertThat(client.get("/subjects")).hasToString("200 [\"t\"]");
    assertThat(client.get("/subjects?deleted=true")).hasToString("200 [\"s\",\"t\"]");
    assertCode(client.get("/subjects/s/versions"), 40401);
    assertThat(client.get("/subjects/t/versions?deleted=true")).hasToString("200 [1,2]");
    assertThat(client.get("/subjects/t/versions/latest").body().path("version").asInt()).isOne();
    assertCode(client.get("/subjects/t/versions/2"), 40402);
    assertThat(client.get("/subjects/t/versions/2?deleted=true").status()).isEqualTo(200);
    assertCode(client.post("/subjects/s", asked(INT)), 40401);
    assertThat(client.post("/subjects/s?deleted=true", asked(INT)).status()).isEqualTo(200);
    assertThat(client.get("/schemas/ids/1").body().path("deleted").asBoolean()).isTrue();
    assertThat(client.get("/schemas/ids/3/schema")).hasToString("200 \"int\"");
    assertThat(client.get("/schemas/ids/1/versions")).hasToString("200 []");
    assertJson(client.get("/schemas/ids/1/versions?deleted=true"), "[{'subject':'s','version':1}]");
  }

  @Test
  void whatRefersToOthersIsReadAsItWasWritten() {
    client.register("a", record("A", "x"));
    var references = "[" + reference("A", "a", 1) + "]";
    logged(
        "{'keytype':'SCHEMA','subject':'u','version':1,'magic':1}",
        "{'subject':'u','version':1,'id':7,'schemaType':'AVRO','references':"
            + references
            + ",'schema':'{}','deleted':false}");
    assertThat(client.get("/schemas/ids/7").body().path("references").toString())
        .isEqualTo(references);
    assertThat(client.register("b", INT)).isEqualTo(8);
    assertCode(client.post("/subjects/u/versions", asked(INT)), 40901);
  }

  @Test
  void aSchemaOfABackupKeepsItsNumbers() {
    var other = "/subjects/s/versions";
    assertThat(client.post(other, "{\"schema\":\"{}\",\"id\":9,\"version\":4,\"deleted\":true}"))
        .extracting(answer -> answer.body().path("id").asInt())
        .isEqualTo(9);
    assertThat(client.get("/subjects")).hasToString("200 []");
    assertThat(client.get("/schemas/ids/9/schema")).hasToString("200 {}");
    assertThat(client.register("s", INT)).isEqualTo(10);
    assertThat(client.get("/subjects/s/versions")).hasToString("200 [5]");
    assertCode(client.post(other, "{\"schema\":\"null\",\"id\":9,\"version\":6}"), 42205);
    assertCode(client.post(other, "{\"schema\":\"null\",\"id\":11,\"version\":5}"), 42205);
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
