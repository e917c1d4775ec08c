package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.registry.RegistryClient.asked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.http.HttpPort;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings, fixed answers, and what the outside refuses before any rule is asked. */
class RegistryEdgeTest extends RegistryOverHttp {
  private static final String INT = "\"int\"";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/                                      | 200 {}",
        "/schemas/types                         | 200 [\"AVRO\"]",
        "/associations/resources/ns/topic?resourceType=topic&associationType=value | 200 []",
        "/config                                | 200 {\"compatibilityLevel\":\"BACKWARD\"}",
        "/subjects                              | 200 []",
        "/subjects/                             | 200 []"
      })
  void whatAnEmptyRegistryAnswers(String path, String answer) {
    assertThat(client.get(path)).hasToString(answer);
    assertThat(client.get(path).type()).isEqualTo("application/vnd.schemaregistry.v1+json");
  }

  @Test
  void aLevelIsPutAndRead() {
    assertCode(client.get("/config/s"), 40408);
    assertJson(client.get("/config/s?defaultToGlobal=true"), one("compatibilityLevel", "BACKWARD"));
    assertCode(client.put("/config/s", one("compatibility", "NONSENSE")), 42203);
    assertCode(client.put("/config", "{}"), 42203);
    for (var place : List.of("/config/s", "/config")) {
      assertJson(client.put(place, one("compatibility", "full")), one("compatibility", "FULL"));
      assertJson(client.get(place), one("compatibilityLevel", "FULL"));
    }
    logged("{'keytype':'CONFIG','subject':'s','magic':0}", null);
    assertCode(client.get("/config/s"), 40408);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /mode, 404",
    "PUT, /mode/s, 404",
    "DELETE, /mode/s, 404",
    "DELETE, /subjects/s, 405",
    "DELETE, /subjects/s/versions/1, 405",
    "DELETE, /config/s, 405",
    "GET, /subjects/s/versions/1/referencedby, 404"
  })
  void whoAsksForWhatIsNotThereIsToldWhereItIs(String method, String path, int code) {
    client.register("s", INT);
    var answer = client.send(method, path, RegistryClient.TYPE, "{}");
    assertCode(answer, code);
    assertThat(answer.body().path("message").asText())
        .contains(path, "use a registry of its own for these, such as Confluent's");
    assertThat(client.get("/subjects/s/versions")).hasToString("200 [1]");
  }

  @Test
  void aSchemaThatRefersToOthersIsToldSo() {
    client.register("s", INT);
    var answer =
        client.post("/subjects/t/versions", asked(INT, RegistryClient.reference("n", "s", 1)));
    assertCode(answer, 42201);
    assertThat(answer.body().path("message").asText())
        .contains("refers to other subjects", "use a registry of its own");
  }

  /** A registry of a former version had modes. */
  @Test
  void aModeThatWasLeftHasNoEffect() {
    logged("{'keytype':'MODE','magic':0}", "{'mode':'READONLY'}");
    assertThat(client.register("s", INT)).isOne();
  }

  @Test
  void aSubjectMayHoldAnySign() {
    client.register("a%2Fb%20c+d%3F", INT);
    assertThat(client.get("/subjects")).hasToString("200 [\"a/b c+d?\"]");
    assertThat(client.get("/subjects/a%2Fb%20c%2Bd%3F/versions")).hasToString("200 [1]");
  }

  @Test
  void unknownPathsAndMethodsAndTypesAreToldApart() {
    assertCode(client.get("/nothing/here"), 404);
    assertCode(client.get("/schemas/ids/x"), 404);
    assertCode(client.put("/subjects", "{}"), 405);
    assertCode(client.send("POST", "/subjects/s/versions", "text/plain", asked(INT)), 415);
    for (var type :
        List.of(
            "",
            "application/json; charset=utf-8",
            "application/octet-stream",
            "application/vnd.schemaregistry+json")) {
      assertThat(client.send("POST", "/subjects/s/versions", type, asked(INT)).status())
          .isEqualTo(200);
    }
  }

  @Test
  void aBodyOverTheLimitIsRefusedAndTheNextCallIsServed() {
    var large = asked(" ".repeat(HttpPort.BODY_MAX_BYTES) + INT);
    assertCode(client.post("/subjects/s/versions", large), 413);
    assertThat(client.register("s", INT)).isEqualTo(1);
  }

  @Test
  void itListensOnTheLoopbackOnly() {
    assertThat(URI.create(url()).getHost()).isEqualTo("127.0.0.1");
  }
}
