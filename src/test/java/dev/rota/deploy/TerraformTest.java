package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Terraform grants the rights of the table. {@code -Drota.deploy=write} writes the file. */
class TerraformTest {
  private static final Path FOLDER = Path.of("deploy/terraform");
  private static final Path RIGHTS = FOLDER.resolve("rights.tf");
  private static final boolean WRITES = "write".equals(System.getProperty("rota.deploy"));
  private static final String HEAD =
      "# Written from Rota's code: ./mvnw test -Dtest=TerraformTest -Drota.deploy=write\n";

  /** As the file writes it. */
  private static final String APPLICATION = "${var.application}";

  private static final Pattern ROLE = Pattern.compile("    (\\w+) = \\[");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path dir;

  /** A right as the provider names it. */
  private record Grant(String type, String name, String pattern, String operation) {
    static Grant of(AccessRight right) {
      return new Grant(
          typeOf(right),
          right.name(),
          right.prefixed() ? "Prefixed" : "Literal",
          right.operationName());
    }

    private static String typeOf(AccessRight right) {
      return switch (right.resource()) {
        case TOPIC -> "Topic";
        case GROUP -> "Group";
        case TRANSACTIONAL_ID -> "TransactionalID";
        case CLUSTER -> "Cluster";
        default -> throw new AssertionError("no role has a right on " + right);
      };
    }
  }

  @Test
  void theFileHasTheRightsOfTheTable() throws IOException {
    StringBuilder text = new StringBuilder(HEAD).append("locals {\n  rights = {\n");
    for (TopicRole role : TopicRole.values()) {
      text.append("    %s = [\n".formatted(word(role)));
      Domains.ALL.forEach(domain -> text.append(rows(role, domain)));
      text.append("    ]\n");
    }
    text.append("  }\n}\n");
    if (WRITES) {
      Files.writeString(RIGHTS, text);
    }
    assertThat(RIGHTS).hasContent(text.toString());
  }

  private static String rows(TopicRole role, Domain domain) {
    Map<String, Set<String>> operations = new LinkedHashMap<>();
    for (AccessRight right : RightsTable.of(role, domain, APPLICATION)) {
      Grant grant = Grant.of(right);
      String on =
          "domain = \"%s\", type = \"%s\", name = \"%s\", pattern = \"%s\""
              .formatted(domain.name(), grant.type(), grant.name(), grant.pattern());
      operations.computeIfAbsent(on, _ -> new TreeSet<>()).add("\"" + right.operationName() + "\"");
    }
    StringBuilder rows = new StringBuilder();
    operations.forEach(
        (on, all) ->
            rows.append(
                "      { %s, operations = [%s] },\n".formatted(on, String.join(", ", all))));
    return rows.toString();
  }

  /** What the file says is compared with the table again, right by right. */
  @Test
  void everyRightOfTheFileIsOneOfTheTable() throws IOException {
    Map<String, Set<Grant>> said = new TreeMap<>();
    String role = "";
    for (String line : Files.readAllLines(RIGHTS)) {
      role = ROLE.matcher(line).matches() ? line.strip().split(" ", -1)[0] : role;
      List<String> words = WORD.matcher(line).results().map(TerraformTest::quoted).toList();
      for (int i = 4; i < words.size(); i++) {
        Grant grant = new Grant(words.get(1), words.get(2), words.get(3), words.get(i));
        String who = role + " " + words.get(0);
        assertThat(said.computeIfAbsent(who, _ -> new HashSet<>()).add(grant))
            .as("once: %s %s", who, grant)
            .isTrue();
      }
    }
    Map<String, Set<Grant>> table = new TreeMap<>();
    for (TopicRole one : TopicRole.values()) {
      for (Domain domain : Domains.ALL) {
        Set<Grant> grants = grants(one, domain, APPLICATION);
        if (!grants.isEmpty()) {
          table.put(word(one) + " " + domain.name(), grants);
        }
      }
    }
    assertThat(said).isEqualTo(table);
  }

  private static String quoted(MatchResult word) {
    return word.group(1);
  }

  @Test
  void allDomainsAreGrantedUnlessSomebodyChooses() throws IOException {
    String all = String.join("\", \"", Domains.ALL.stream().map(Domain::name).toList());
    assertThat(FOLDER.resolve("users.tf")).content().contains("= [\"" + all + "\"]\n");
  }

  /** A user of two roles has what both need, once, of the domains and the application chosen. */
  @Test
  void usersApplicationAndDomainsAreVariables() throws Exception {
    for (String file : List.of("users.tf", "rights.tf")) {
      Files.copy(FOLDER.resolve(file), dir.resolve(file));
    }
    Files.writeString(
        dir.resolve("terraform.tfvars"),
        """
        users = {
          "User:CN=a b,O=\\"c\\"" = ["engine", "follower"]
          "User:notary"           = ["notary"]
        }
        application = "a.b_c"
        domains     = ["bots", "chunks"]
        """);
    Set<Grant> both = new HashSet<>();
    Set<Grant> notary = new HashSet<>();
    for (Domain domain : Domains.ALL) {
      if (Set.of("bots", "chunks").contains(domain.name())) {
        both.addAll(grants(TopicRole.ENGINE, domain, "a.b_c"));
        both.addAll(grants(TopicRole.FOLLOWER, domain, "a.b_c"));
        notary.addAll(grants(TopicRole.NOTARY, domain, "a.b_c"));
      }
    }
    Map<String, Set<Grant>> said = new TreeMap<>();
    for (JsonNode one : acls()) {
      Grant grant =
          new Grant(
              one.path("type").asText(),
              one.path("name").asText(),
              one.path("pattern").asText(),
              one.path("operation").asText());
      assertThat(said.computeIfAbsent(one.path("user").asText(), _ -> new HashSet<>()).add(grant))
          .as("once: %s", grant)
          .isTrue();
    }
    assertThat(said).isEqualTo(Map.of("User:CN=a b,O=\"c\"", both, "User:notary", notary));
  }

  /** What Terraform itself makes of the files, where there is one. */
  private JsonNode acls() throws Exception {
    ScriptRun there = ScriptRun.of(dir, "command -v terraform");
    NotRun.unless(there.code() == 0, "deploy/terraform: there is no terraform");
    ScriptRun said =
        ScriptRun.of(
            dir,
            "export CHECKPOINT_DISABLE=1\n"
                + "echo 'jsonencode([for acl in local.acls : acl[0]])' | terraform console 2>/dev/null");
    assertThat(said.code()).as(said.said()).isZero();
    return JSON.readTree(JSON.readTree(said.said()).asText());
  }

  private static Set<Grant> grants(TopicRole role, Domain domain, String application) {
    Set<Grant> grants = new HashSet<>();
    RightsTable.of(role, domain, application).forEach(right -> grants.add(Grant.of(right)));
    return grants;
  }

  private static String word(TopicRole role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
