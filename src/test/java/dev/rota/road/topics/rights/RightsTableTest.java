package dev.rota.road.topics.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RightsTableTest {
  /** The columns of the page: a resource of each kind. */
  private static final List<String> RESOURCES =
      List.of(
          "topic bot-heartbeats",
          "topic jobs",
          "topic bots-ledger",
          "topic bots-outcomes",
          "topic bots-dead-letters",
          "topic bots-time",
          "topic bots-checkpoints",
          "topic bots-holds",
          "group rota-bots",
          "transactional id rota-bots-",
          "topic rota-bots-");

  @Test
  void thePageHasTheRightsOfEveryRole() throws IOException {
    List<String> rows = Arrays.stream(TopicRole.values()).map(RightsTableTest::row).toList();
    assertThat(Files.readAllLines(Path.of("docs/start.md"))).containsAll(rows);
  }

  private static String row(TopicRole role) {
    List<AccessRight> rights = RightsTable.of(role, new BotsDomain(), "rota");
    return RESOURCES.stream()
        .map(resource -> cell(rights, resource))
        .collect(
            Collectors.joining(" | ", "| `" + role.name().toLowerCase(Locale.ROOT) + "` | ", " |"));
  }

  private static String cell(List<AccessRight> rights, String resource) {
    return rights.stream()
        .filter(right -> right.toString().matches("\\w+ on " + resource + "[^-]*(-.*changelog)?"))
        .map(AccessRight::operationName)
        .collect(Collectors.joining(" "));
  }

  @Test
  void aPrincipalIsWhatTheSettingsSay() {
    assertThat(principal("SASL_SSL", "sasl.jaas.config", "X required username=\"ann\" password=p;"))
        .isEqualTo("User:ann");
    assertThat(principal("sasl_plaintext", "sasl.jaas.config", "X required username=bob;"))
        .isEqualTo("User:bob");
    assertThat(principal("SASL_SSL", "sasl.jaas.config", "X required principal=\"r/host@REALM\";"))
        .isEqualTo("User:r, or as the broker maps it");
    assertThat(
            principal("SASL_SSL", "sasl.oauthbearer.client.credentials.client.id", "build-engine"))
        .isEqualTo("User:build-engine, or as the broker maps it");
    assertThat(principal("SASL_SSL", "sasl.mechanism", "GSSAPI"))
        .isEqualTo("User:NAME, or as the broker maps it");
    assertThat(principal("SSL", "ssl.keystore.location", "/nonexistent"))
        .isEqualTo("User:NAME, or as the broker maps it");
    assertThat(principal("PLAINTEXT", "client.id", "c")).isEqualTo("User:ANONYMOUS");
  }

  @Test
  void whatABrokerMayNameOtherwiseIsToldSo() {
    AccessRight read = AccessRight.toRead("claims");
    var settings = Map.<String, Object>of("security.protocol", "SASL_SSL", "sasl.jaas.config", "X");
    assertThat(new UngrantedRights(TopicRole.CONSUMER, List.of(read), settings, null).fix())
        .contains("if the broker knows this user by another name", "ssl.principal.mapping.rules");
    assertThat(new UngrantedRights(TopicRole.CONSUMER, List.of(read), Map.of(), null).fix())
        .doesNotContain("by another name");
    assertThat(read.grant("b:1", "User:CN=O'Neill,O=A\\, B"))
        .contains("--allow-principal 'User:CN=O'\\''Neill,O=A\\, B' --operation Read");
  }

  private static String principal(String protocol, String key, String value) {
    var found = ClientPrincipal.of(Map.of("security.protocol", protocol, key, value));
    return found.name() + (found.isSurmised() ? ", or as the broker maps it" : "");
  }
}
