package dev.rota.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.rota.app.Ran;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is printed for each tool grants the rights of the table, and no other. */
class AclFormatsTest {
  /** A block of HCL whose attributes are all texts. Nothing else may be printed but comments. */
  private static final Pattern BLOCK =
      Pattern.compile(
          """
          resource "kafka_acl" "([A-Za-z_][A-Za-z0-9_-]*)" \\{
          ((?:  \\w+ += ".*"
          )+)\\}
          (?:
          )?\
          """);

  private static final Pattern ATTRIBUTE =
      Pattern.compile("  (\\w+) += \"((?:[^\"\\\\$%]|\\\\.|\\$\\$\\{|%%\\{|[$%](?!\\{))*)\"\n");

  private static final String CERTIFICATE = "User:CN=r ${x} $${y} %{z},OU=A\\, B \"C\",O=D's";

  /** A right as all tools understand it. */
  private record Grant(String resource, String name, boolean prefixed, String operation) {
    static Set<Grant> of(List<AccessRight> rights) {
      return rights.stream()
          .map(
              right ->
                  new Grant(
                      right.resource() == ResourceType.TRANSACTIONAL_ID
                          ? "transactionalid"
                          : right.resourceName(),
                      right.name(),
                      right.prefixed(),
                      right.operationName()))
          .collect(Collectors.toSet());
    }
  }

  static Stream<Domain<?, ?, ?>> domains() {
    return Domains.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void strimziGrantsWhatTheTableHas(Domain<?, ?, ?> domain) throws IOException {
    for (TopicRole role : TopicRole.values()) {
      Ran ran = acls("strimzi", role, domain.name(), "User:build.rota-1");
      assertThat(strimzi(ran.out())).as(role.name()).isEqualTo(table(role, domain, "rota"));
    }
  }

  @ParameterizedTest
  @MethodSource("domains")
  void terraformGrantsWhatTheTableHas(Domain<?, ?, ?> domain) {
    for (TopicRole role : TopicRole.values()) {
      Ran ran = acls("terraform", role, domain.name(), CERTIFICATE);
      assertThat(terraform(ran.out(), CERTIFICATE))
          .as(role.name())
          .isEqualTo(table(role, domain, "rota"));
    }
  }

  @ParameterizedTest
  @EnumSource(TopicRole.class)
  void jsonGrantsWhatTheTableHas(TopicRole role) throws IOException {
    for (Domain<?, ?, ?> domain : Domains.ALL) {
      Ran ran = acls("json", role, domain.name(), CERTIFICATE);
      Set<Grant> grants = new HashSet<>();
      for (String line : ran.lines()) {
        JsonNode one = new ObjectMapper().readTree(line);
        assertThat(one.path("principal").asText()).isEqualTo(CERTIFICATE);
        grants.add(
            new Grant(
                one.path("resource").asText().replace("-", ""),
                one.path("name").asText(),
                one.path("pattern").asText().equals("prefixed"),
                one.at("/operations/0").asText()));
      }
      assertThat(grants).isEqualTo(table(role, domain, "rota"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"strimzi", "terraform"})
  void thePageShowsWhatIsPrinted(String format) throws IOException {
    Ran ran = acls(format, TopicRole.NOTARY, "bots", "User:rota-notary");
    assertThat(Files.readString(Path.of("docs/security.md"))).contains("\n" + ran.out() + "```");
  }

  @Test
  void severalRolesAreOneUserAndOneModule() throws IOException {
    String[] words = {"topics", "acls", "--role", "engine,follower", "--format"};
    Set<Grant> both = new HashSet<>();
    for (Domain<?, ?, ?> domain : Domains.ALL) {
      both.addAll(table(TopicRole.ENGINE, domain, "a.b_c"));
      both.addAll(table(TopicRole.FOLLOWER, domain, "a.b_c"));
    }
    Map<String, String> variables = Map.of("ROTA_HOME", "/x", "ROTA_APPLICATION_ID", "a.b_c");
    assertThat(strimzi(Ran.rota(variables, "", with(words, "strimzi")).out())).isEqualTo(both);
    assertThat(terraform(Ran.rota(variables, "", with(words, "terraform")).out(), "User:rota"))
        .isEqualTo(both);
  }

  @Test
  void aLabelIsOfOneUserAndOneNameAlone() {
    Set<String> labels = new HashSet<>();
    List<String> users =
        List.of("User:a.b", "User:a_b", "User:a-b", "User:a_2eb", "User:1", "Group:1", "User:ä");
    for (String user : users) {
      List<String> own = labels(acls("terraform", TopicRole.PRODUCER, "cores", user).out());
      assertThat(own).isNotEmpty().allSatisfy(label -> assertThat(labels.add(label)).isTrue());
    }
  }

  @Test
  void aCertificateOfStrimziIsItsUsersCommonName() throws IOException {
    JsonNode user = yaml(acls("strimzi", TopicRole.NOTARY, "cores", "User:CN=rota").out());
    assertThat(user.at("/metadata/name").asText()).isEqualTo("rota");
    assertThat(user.at("/spec/authentication/type").asText()).isEqualTo("tls-external");
    JsonNode plain = yaml(acls("strimzi", TopicRole.NOTARY, "cores", "User:123").out());
    assertThat(plain.at("/metadata/name").isTextual()).isTrue();
    assertThat(plain.at("/spec/authentication").isMissingNode()).isTrue();
  }

  @Test
  void whomStrimziCannotNameIsAUsageError() {
    for (String principal : List.of(CERTIFICATE, "Group:rota", "User:Rota", "User:a..b")) {
      Ran ran = acls("strimzi", TopicRole.ENGINE, "cores", principal);
      assertThat(ran.code()).as(principal).isEqualTo(2);
      assertThat(ran.err()).contains(principal, "User:NAME", "--format");
    }
  }

  @Test
  void aFormatThatIsNoneIsAUsageErrorAndJsonIsJson() {
    Ran none = Ran.rota("topics", "acls", "--format", "strimzy");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err())
        .contains("did you mean 'strimzi'", "kafka-acls, json, strimzi, terraform");
    Ran both = Ran.rota("-o", "json", "topics", "acls", "--format", "terraform");
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err()).contains("-o json");
    assertThat(Ran.rota("-o", "json", "topics", "acls").out())
        .isEqualTo(Ran.rota("topics", "acls", "--format", "JSON").out());
    assertThat(Ran.rota("topics", "acls").out())
        .isEqualTo(Ran.rota("topics", "acls", "--format", "kafka-acls").out());
  }

  private static Ran acls(String format, TopicRole role, String domain, String principal) {
    return Ran.rota(
        "topics",
        "acls",
        "--format",
        format,
        "--role",
        role.name().toLowerCase(Locale.ROOT),
        "--domains",
        domain,
        "--principal",
        principal);
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
  }

  private static Set<Grant> table(TopicRole role, Domain<?, ?, ?> domain, String application) {
    return Grant.of(RightsTable.of(role, domain, application));
  }

  private static JsonNode yaml(String text) throws IOException {
    return new YAMLMapper().readTree(text);
  }

  private static Set<Grant> strimzi(String text) throws IOException {
    JsonNode user = yaml(text);
    assertThat(user.path("apiVersion").asText()).isEqualTo("kafka.strimzi.io/v1");
    assertThat(user.path("kind").asText()).isEqualTo("KafkaUser");
    assertThat(user.at("/metadata/labels").fieldNames())
        .toIterable()
        .containsOnly("strimzi.io/cluster");
    assertThat(user.at("/spec/authorization/type").asText()).isEqualTo("simple");
    assertThat(user.at("/spec/authorization/acls").isArray()).isTrue();
    Set<Grant> grants = new HashSet<>();
    Set<JsonNode> resources = new HashSet<>();
    for (JsonNode acl : user.at("/spec/authorization/acls")) {
      assertThat(acl.path("host").asText()).isEqualTo("*");
      JsonNode resource = acl.path("resource");
      assertThat(resources.add(resource)).as("once: " + resource).isTrue();
      boolean cluster = resource.path("type").asText().equals("cluster");
      assertThat(resource.fieldNames())
          .toIterable()
          .containsExactlyElementsOf(
              cluster ? List.of("type") : List.of("type", "name", "patternType"));
      for (JsonNode operation : acl.path("operations")) {
        Grant grant =
            new Grant(
                resource.path("type").asText().toLowerCase(Locale.ROOT),
                cluster ? "kafka-cluster" : resource.path("name").asText(),
                resource.path("patternType").asText().equals("prefix"),
                operation.asText());
        assertThat(grants.add(grant)).as("once: " + grant).isTrue();
      }
    }
    return grants;
  }

  private static List<String> labels(String text) {
    return BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
  }

  private static Set<Grant> terraform(String text, String principal) {
    assertThat(text.replaceAll("(?m)^# .*\n", "").replaceAll(BLOCK.pattern(), "")).isEmpty();
    assertThat(labels(text)).doesNotHaveDuplicates();
    Set<Grant> grants = new HashSet<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      Map<String, String> said = attributes(block.group(2));
      assertThat(said)
          .containsOnlyKeys(
              "resource_name",
              "resource_type",
              "resource_pattern_type_filter",
              "acl_principal",
              "acl_host",
              "acl_operation",
              "acl_permission_type")
          .containsEntry("acl_principal", principal)
          .containsEntry("acl_host", "*")
          .containsEntry("acl_permission_type", "Allow");
      assertThat(said.get("resource_type")).isIn("Topic", "Group", "TransactionalID", "Cluster");
      assertThat(said.get("resource_pattern_type_filter")).isIn("Literal", "Prefixed");
      Grant grant =
          new Grant(
              said.get("resource_type").toLowerCase(Locale.ROOT),
              said.get("resource_name"),
              said.get("resource_pattern_type_filter").equals("Prefixed"),
              said.get("acl_operation"));
      assertThat(grants.add(grant)).as("once: " + grant).isTrue();
    }
    return grants;
  }

  private static Map<String, String> attributes(String body) {
    Map<String, String> attributes = new HashMap<>();
    Matcher one = ATTRIBUTE.matcher(body);
    List<String> rest = new ArrayList<>();
    int end = 0;
    while (one.find()) {
      rest.add(body.substring(end, one.start()));
      end = one.end();
      attributes.put(one.group(1), read(one.group(2)));
    }
    assertThat(String.join("", rest) + body.substring(end)).as("no attributes").isEmpty();
    return attributes;
  }

  /** As HCL reads a text between its quotes. */
  private static String read(String quoted) {
    return Pattern.compile("\\\\u([0-9a-f]{4})|\\\\([\"\\\\])|([$%])\\3\\{")
        .matcher(quoted)
        .replaceAll(
            found -> {
              if (found.group(1) != null) {
                return Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(found.group(1), 16)));
              }
              return Matcher.quoteReplacement(
                  found.group(2) != null ? found.group(2) : found.group(3) + "{");
            });
  }
}
