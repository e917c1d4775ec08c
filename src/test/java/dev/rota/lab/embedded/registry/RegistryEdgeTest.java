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
        "/contexts                              | 200 [\".\"]",
        "/associations/resources/ns/topic?resourceType=topic&associationType=value | 200 []",
        "/config                                | 200 {\"compatibilityLevel\":\"BACKWARD\"}",
        "/mode                                  | 200 {\"mode\":\"READWRITE\"}",
        "/subjects                              | 200 []",
        "/subjects/                             | 200 []",
        "/schemas                               | 200 []"
      })
  void whatAnEmptyRegistryAnswers(String path, String answer) {
    assertThat(client.get(path)).hasToString(answer);
    assertThat(client.get(path).type()).isEqualTo("application/vnd.schemaregistry.v1+json");
  }

  @Test
  void theRegistryTellsWhatItIs() {
    assertThat(client.get("/v1/metadata/id").body().path("scope").isObject()).isTrue();
    assertThat(client.get("/v1/metadata/version").body().path("version").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "config, compatibilityLevel, compatibility, full, FULL, BACKWARD, 40408, 42203",
    "mode, mode, mode, READONLY, READONLY, READWRITE, 40409, 42204"
  })
  void aSettingIsPutReadAndUnset(
      String what,
      String out,
      String in,
      String asked,
      String set,
      String initial,
      int none,
      int invalid) {
    assertCode(client.get("/" + what + "/s"), none);
    assertJson(client.get("/" + what + "/s?defaultToGlobal=true"), one(out, initial));
    assertCode(client.delete("/" + what + "/s"), 40401);
    assertCode(client.put("/" + what + "/s", one(in, "NONSENSE")), invalid);
    assertCode(client.put("/" + what, "{}"), invalid);
    for (var place : List.of("/" + what + "/s", "/" + what)) {
      assertJson(client.put(place, one(in, asked)), one(in, set));
      assertJson(client.get(place), one(out, set));
      assertJson(client.delete(place), one(out, set));
    }
    assertJson(client.get("/" + what), one(out, initial));
  }

  @Test
  void readOnlyRefusesChanges() {
    client.register("s", INT);
    client.put("/mode", one("mode", "READONLY"));
    assertCode(client.post("/subjects/s/versions", asked("\"long\"")), 42205);
    assertCode(client.delete("/subjects/s"), 42205);
    assertCode(client.put("/config", one("compatibility", "NONE")), 42205);
    assertThat(client.register("s", INT)).isEqualTo(1);
  }

  @Test
  void importModeNeedsAnEmptyRegistryOrForce() {
    client.register("s", INT);
    assertCode(client.put("/mode", one("mode", "IMPORT")), 42205);
    assertJson(client.put("/mode?force=true", one("mode", "IMPORT")), one("mode", "IMPORT"));
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
