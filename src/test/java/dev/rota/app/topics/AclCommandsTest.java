package dev.rota.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is printed grants the rights of the table, and no other. */
class AclCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CERTIFICATE = "User:CN=r ${x} $${y} %{z},OU=A\\, B \"C\",O=D's";

  /** A right as a script understands it. */
  private record Grant(String resource, String name, boolean prefixed, String operation) {
    static Grant of(AccessRight right) {
      return new Grant(right.resourceName(), right.name(), right.prefixed(), right.operationName());
    }
  }

  @ParameterizedTest
  @EnumSource(TopicRole.class)
  void jsonGrantsWhatTheTableHas(TopicRole role) throws IOException {
    String name = role.name().toLowerCase(Locale.ROOT);
    for (Domain domain : Domains.ALL) {
      Ran ran =
          Ran.rota(
              "topics",
              "acls",
              "-o",
              "json",
              "--role",
              name,
              "--domains",
              domain.name(),
              "--principal",
              CERTIFICATE);
      assertThat(grants(ran, CERTIFICATE)).isEqualTo(table(role, domain, "rota"));
    }
  }

  @Test
  void severalRolesAreOneUser() throws IOException {
    Set<Grant> both = new HashSet<>();
    for (Domain domain : Domains.ALL) {
      both.addAll(table(TopicRole.ENGINE, domain, "a.b_c"));
      both.addAll(table(TopicRole.FOLLOWER, domain, "a.b_c"));
    }
    Map<String, String> variables = Map.of("ROTA_HOME", "/x", "ROTA_APPLICATION_ID", "a.b_c");
    Ran ran = Ran.rota(variables, "", "-o", "json", "topics", "acls", "--role", "engine,follower");
    assertThat(grants(ran, "User:rota")).isEqualTo(both);
  }

  private static Set<Grant> table(TopicRole role, Domain domain, String application) {
    return RightsTable.of(role, domain, application).stream()
        .map(Grant::of)
        .collect(Collectors.toSet());
  }

  private static Set<Grant> grants(Ran ran, String principal) throws IOException {
    Set<Grant> grants = new HashSet<>();
    for (String line : ran.lines()) {
      JsonNode one = JSON.readTree(line);
      assertThat(one.path("principal").asText()).isEqualTo(principal);
      assertThat(one.path("operations")).hasSize(1);
      Grant grant =
          new Grant(
              one.path("resource").asText(),
              one.path("name").asText(),
              one.path("pattern").asText().equals("prefixed"),
              one.at("/operations/0").asText());
      assertThat(grants.add(grant)).as("once: %s", grant).isTrue();
    }
    return grants;
  }
}
