package dev.rota.topics.rights;

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

class RightsTest {
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
    List<String> rows = Arrays.stream(Role.values()).map(RightsTest::row).toList();
    assertThat(Files.readAllLines(Path.of("docs/operations.md"))).containsAll(rows);
  }

  private static String row(Role role) {
    List<Right> rights = Rights.of(role, new BotsDomain(), "rota");
    return RESOURCES.stream()
        .map(resource -> cell(rights, resource))
        .collect(
            Collectors.joining(" | ", "| `" + role.name().toLowerCase(Locale.ROOT) + "` | ", " |"));
  }

  private static String cell(List<Right> rights, String resource) {
    return rights.stream()
        .filter(right -> right.toString().matches("\\w+ on " + resource + "[^-]*(-.*changelog)?"))
        .map(Right::operationName)
        .collect(Collectors.joining(" "));
  }

  @Test
  void aPrincipalIsWhatTheSettingsSay() {
    assertThat(principal("SASL_SSL", "sasl.jaas.config", "X required username=\"ann\" password=p;"))
        .isEqualTo("User:ann");
    assertThat(principal("sasl_plaintext", "sasl.jaas.config", "X required username=bob;"))
        .isEqualTo("User:bob");
    assertThat(principal("SASL_SSL", "sasl.mechanism", "GSSAPI")).isEqualTo("User:NAME");
    assertThat(principal("SSL", "ssl.keystore.location", "/nonexistent")).isEqualTo("User:NAME");
    assertThat(ClientPrincipal.of(Map.of())).isEqualTo("User:ANONYMOUS");
  }

  private static String principal(String protocol, String key, String value) {
    return ClientPrincipal.of(Map.of("security.protocol", protocol, key, value));
  }
}
