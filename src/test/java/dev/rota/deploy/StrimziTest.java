package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.bots.BotsDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/**
 * Topics and users of Strimzi are those that the code requires, and no right is more. {@code
 * -Drota.deploy=write} writes the files.
 */
class StrimziTest {
  private static final Path FOLDER = Path.of("deploy/kubernetes/components/strimzi");
  private static final boolean WRITES = "write".equals(System.getProperty("rota.deploy"));
  private static final int PARTITIONS = 4;
  private static final int REPLICAS = 3;
  private static final String CLUSTER = "kafka";
  private static final String APPLICATION = "rota";
  private static final String HEAD =
      "# Written from Rota's code: ./mvnw test -Dtest=StrimziTest -Drota.deploy=write\n";

  /** What a cluster may have otherwise. */
  private static final String ADAPT =
      """
      # A user's name may be another. strimzi.io/cluster names your Kafka resource. The prefix rota- is the engines'
      # application.id and a dash: sed 's/name: rota-$/name: other-/' writes another one.
      """;

  /** Whom the component leaves out. */
  private static final String COPY =
      """
      # No overlay has these users: copy those that you need into yours. One with several roles has the acls of all.
      """;

  /** Who runs on Kubernetes. */
  private static final Map<String, TopicRole> USERS =
      new TreeMap<>(
          Map.of(
              "rota-engine", TopicRole.ENGINE,
              "rota-follower", TopicRole.FOLLOWER,
              "rota-reapi", TopicRole.REAPI));

  /** Who runs elsewhere. */
  private static final Map<String, TopicRole> OTHERS =
      new TreeMap<>(
          Stream.of(TopicRole.values())
              .filter(role -> !USERS.containsValue(role))
              .collect(Collectors.toMap(role -> "rota-" + word(role), role -> role)));

  @Test
  void topicsAreThoseThatTheProgramRequires() throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    for (Domain domain : Domains.ALL) {
      for (TopicSpec spec : RequiredTopics.withKept(domain)) {
        // Engines and auditors create the optional ones when they need them.
        if (!spec.isOptional()) {
          text.append(topic(spec));
        }
      }
    }
    holds("topics.yaml", text.toString());
  }

  @Test
  void usersHaveTheRightsOfTheirRolesAndNoMore() throws IOException {
    holds("users.yaml", HEAD + ADAPT + users(USERS));
    holds("other-users.yaml", HEAD + ADAPT + COPY + users(OTHERS));
  }

  private static String users(Map<String, TopicRole> roles) {
    StringBuilder text = new StringBuilder();
    roles.forEach((name, role) -> text.append(user(name, role)));
    return text.toString();
  }

  /**
   * What the file says is compared with the table again, right by right, as an operator reads it.
   */
  @Test
  void everyRightOfTheFilesIsOneOfTheTable() throws IOException {
    haveTheirRights("users.yaml", USERS);
    haveTheirRights("other-users.yaml", OTHERS);
    assertThat(RightsTable.of(TopicRole.REAPI, new BotsDomain(), APPLICATION)).isNotEmpty();
  }

  private static void haveTheirRights(String file, Map<String, TopicRole> roles)
      throws IOException {
    List<ObjectNode> users = KustomizedObjects.documents(Files.readString(FOLDER.resolve(file)));
    assertThat(users).hasSize(roles.size());
    for (ObjectNode user : users) {
      assertThat(KubernetesTypes.read().problems(user)).isEmpty();
      TopicRole role = roles.get(user.at("/metadata/name").asText());
      List<String> said = new ArrayList<>();
      for (JsonNode acl : user.at("/spec/authorization/acls")) {
        JsonNode on = acl.path("resource");
        acl.path("operations")
            .forEach(
                operation ->
                    said.add(
                        "%s %s %s %s"
                            .formatted(
                                operation.asText(),
                                on.path("type").asText(),
                                on.path("patternType").asText(),
                                on.path("name").asText())));
      }
      assertThat(said)
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(
              rights(role).stream()
                  .map(StrimziTest::told)
                  .collect(Collectors.toCollection(TreeSet::new)));
      assertThat(said).noneMatch(right -> right.startsWith("All ") || right.contains(" *"));
    }
  }

  /** The cluster is one, and has no name there. */
  private static String told(AccessRight right) {
    return right.resource() == ResourceType.CLUSTER
        ? right.operationName() + " cluster  "
        : "%s %s %s %s"
            .formatted(
                right.operationName(),
                type(right),
                right.prefixed() ? "prefix" : "literal",
                right.name());
  }

  private static List<AccessRight> rights(TopicRole role) {
    return Domains.ALL.stream()
        .flatMap(domain -> RightsTable.of(role, domain, APPLICATION).stream())
        .toList();
  }

  private static String topic(TopicSpec spec) {
    StringBuilder text =
        new StringBuilder(
            """
            ---
            apiVersion: kafka.strimzi.io/v1
            kind: KafkaTopic
            metadata:
              name: %s
              labels:
                strimzi.io/cluster: %s
            spec:
              partitions: %d
              replicas: %d
              config:
            """
                .formatted(spec.name(), CLUSTER, PARTITIONS, REPLICAS));
    new TreeMap<>(spec.created(REPLICAS))
        .forEach((key, value) -> text.append("    %s: \"%s\"\n".formatted(key, value)));
    return text.toString();
  }

  private static String user(String name, TopicRole role) {
    StringBuilder text =
        new StringBuilder(
            """
            ---
            # rota topics acls --role %s
            apiVersion: kafka.strimzi.io/v1
            kind: KafkaUser
            metadata:
              name: %s
              labels:
                strimzi.io/cluster: %s
            spec:
              authentication:
                type: scram-sha-512
              authorization:
                type: simple
                acls:
            """
                .formatted(word(role), name, CLUSTER));
    Map<String, TreeSet<String>> operations = new LinkedHashMap<>();
    for (AccessRight right : rights(role)) {
      String resource =
          right.resource() == ResourceType.CLUSTER
              ? "          type: cluster\n"
              : "          type: %s\n          name: %s\n          patternType: %s\n"
                  .formatted(type(right), right.name(), right.prefixed() ? "prefix" : "literal");
      operations.computeIfAbsent(resource, _ -> new TreeSet<>()).add(right.operationName());
    }
    operations.forEach(
        (resource, all) ->
            text.append("      - operations: [%s]\n".formatted(String.join(", ", all)))
                .append("        resource:\n")
                .append(resource));
    return text.toString();
  }

  private static String type(AccessRight right) {
    assertThat(right.operation()).isNotEqualTo(AclOperation.ALL);
    return switch (right.resource()) {
      case TOPIC -> "topic";
      case GROUP -> "group";
      case TRANSACTIONAL_ID -> "transactionalId";
      default -> throw new AssertionError("no role has a right on " + right);
    };
  }

  private static String word(TopicRole role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  private static void holds(String file, String text) throws IOException {
    if (WRITES) {
      Files.writeString(FOLDER.resolve(file), text);
    }
    assertThat(FOLDER.resolve(file)).hasContent(text);
  }
}
